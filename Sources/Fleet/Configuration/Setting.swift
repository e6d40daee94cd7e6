/// One setting of the fleet: a row of the table that the configuration is read by.
package struct Setting: Sendable {
  /// What the value of a setting must be.
  package enum Kind: Sendable {
    /// A whole number in decimal digits.
    case integer(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// A text, and what is expected of it in words.
    case text(String)
  }

  /// When a change of a file's content counts; everything else takes a restart.
  package enum Renewal: String, Sendable {
    case never = "at a restart"
    case soon = "in the file, within seconds"
    case atConnection = "in the file, at the next connection"
  }

  /// Which processes of a fleet have to agree on a value.
  package enum Scope: String, CaseIterable, Sendable {
    case fleet = "all workers alike"
    case worker = "each worker its own"
    case tool = "the tool alone"
  }

  package let name: SettingName
  package let kind: Kind
  /// The value of an absent setting; nil when there is none, or when it follows from others.
  package let defaultText: String?
  /// In words, how the value of an absent setting follows from other settings and the machine.
  package let derivedDefault: String?
  /// What it is for, in one line.
  package let summary: String
  /// Whether the value is never shown, and may come from the file that `NAME_FILE` names.
  package let isSecret: Bool
  /// When the worker goes by a change of the file that the setting, or `NAME_FILE`, names.
  package let renewal: Renewal
  package let scope: Scope

  package init(
    _ name: SettingName, _ kind: Kind, defaultText: String?, derivedDefault: String? = nil,
    isSecret: Bool = false, renewal: Renewal = .never, scope: Scope = .fleet, summary: String
  ) {
    self.name = name
    self.kind = kind
    self.defaultText = defaultText
    self.derivedDefault = derivedDefault
    self.isSecret = isSecret
    self.renewal = renewal
    self.scope = scope
    self.summary = summary
  }

  /// The value of an absent setting, as documents show it; nil when there is none.
  package var shownDefault: String? { derivedDefault ?? defaultText }

  /// The values that are allowed, in words, as in "1 to 64".
  package var range: String {
    switch kind {
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.joined(separator: ", ")
    case .text(let expectation): expectation
    }
  }
}

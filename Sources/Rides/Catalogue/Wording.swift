/// The operator's words for what riders are told (rule L14), each a text for every locale.
package struct Wording: Hashable, Sendable {
  /// By the reason of the refusal.
  package var errors: [Refusal.Reason: [String: String]]
  /// By the cause of a cancellation or a missed pickup.
  package var causes: [CancellationCause: [String: String]]

  package init(
    errors: [Refusal.Reason: [String: String]] = [:],
    causes: [CancellationCause: [String: String]] = [:]
  ) {
    self.errors = errors
    self.causes = causes
  }
}

extension Policies {
  /// The words for a cause in a locale of the catalogue; nil where it has none.
  func words(for cause: CancellationCause?, _ locale: String) -> String? {
    cause.flatMap { causes[$0]?[locale] }
  }
}

extension CatalogueInspection {
  mutating func inspect(_ wording: Wording) {
    for (reason, texts) in wording.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      inspect(texts: texts, "wording.errors.\(reason.rawValue)")
    }
    for (cause, texts) in wording.causes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      inspect(texts: texts, "wording.causes.\(cause.rawValue)")
    }
  }
}

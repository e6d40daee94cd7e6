/// One thing in the environment that is not as it must be.
package struct ConfigurationMistake: Hashable, Sendable, CustomStringConvertible {
  /// The name in the environment, which need not be that of a setting.
  package let name: String
  /// What would have been right.
  package let expected: String
  /// What came instead; a secret is only described.
  package let got: String

  package init(name: String, expected: String, got: String) {
    self.name = name
    self.expected = expected
    self.got = got
  }

  package var description: String { "\(name): expected \(expected), got \(got)" }
}

/// Everything that is wrong with a configuration, so that it can be mended in one go; never empty.
///
/// A retry does not help before somebody changes the environment.
package struct ConfigurationMistakes: Error, Hashable, Sendable, CustomStringConvertible {
  package let mistakes: [ConfigurationMistake]

  /// Takes the mistakes of one configuration, at least one.
  package init(_ mistakes: [ConfigurationMistake]) {
    precondition(!mistakes.isEmpty, "a configuration without mistakes is no error")
    self.mistakes = mistakes
  }

  package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}

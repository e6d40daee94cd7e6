/// How long tests wait for what comes at last.
package enum Patience {
  /// Longer than any machine needs, however slow and busy it is: a wait ends at its condition, so
  /// that only what hangs waits so long.
  package static let limit = Duration.seconds(600)
  /// How long nothing may come before a test that wants the rest says that nothing is left.
  package static let quiet = Duration.seconds(4)
}

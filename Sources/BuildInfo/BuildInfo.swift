/// What a program was built from; only programs import it, so that a new commit compiles no layer
/// again.
package enum BuildInfo {
  /// The commit, with a `+` behind it when files had been changed since; `unknown` without git.
  ///
  /// `Tests/Lab/stamp` writes what it is at each build.
  package static var commit: String { stampedCommit }
}

import Fleet
import Rides

/// What all requests of a console share.
struct ConsoleContext: Sendable {
  let configuration: Configuration
  let catalogue: Catalogue
  /// Of the catalogue's files.
  let digest: String
  /// The version of this build.
  let version: String
  let clock: @Sendable () -> Instant
}

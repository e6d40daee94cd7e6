import Fleet
import RideStore
import Rides

/// What all requests of a console share.
struct ConsoleContext: Sendable {
  let configuration: Configuration
  let catalogue: Catalogue
  /// Of the catalogue's files.
  let digest: String
  /// The version of this build.
  let version: String
  let access: ConsoleAccess
  let health: FleetHealth
  let log: Log
  let clock: @Sendable () -> Instant
  /// Where all who watch the fleet share one look at it.
  var live = LiveHub(version: "")
  let redrives = Redrives()

  /// The error of a request whose operation of the store has failed; the log has the reason.
  func failure(_ error: StoreError) -> APIError {
    if error.code != .conflict {
      health.recordStore(answers: false, because: error.code.rawValue)
      log.error(.storeUnavailable, [.error: .string("\(error)")])
    }
    return APIError(error)
  }
}

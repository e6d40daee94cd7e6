import Fleet
import RideStore
import Rides
import Synchronization

/// What all requests of a console share.
struct ConsoleContext: Sendable {
  let configuration: Configuration
  let inForce: CatalogueInForce
  /// The version of this build.
  let version: String
  let access: ConsoleAccess
  let health: FleetHealth
  let log: Log
  let clock: @Sendable () -> Instant
  /// Where all who watch the fleet share one look at it.
  var live = LiveHub(version: "")
  /// Where all wait for the answers to their orders.
  var orders = OrderDesk()
  let redrives = Redrives()

  var catalogue: Catalogue { inForce.catalogue }
  /// Of the catalogue's files.
  var digest: String { inForce.digest }

  /// The error of a request whose operation of the store has failed; the log has the reason.
  func failure(_ error: StoreError) -> APIError {
    if error.code != .conflict {
      health.recordStore(answers: false, because: error.code.rawValue)
      log.error(.storeUnavailable, [.error: .string("\(error)")])
    }
    return APIError(error)
  }
}

/// The catalogue by which requests are answered, until its files change.
final class CatalogueInForce: Sendable {
  private let state: Mutex<(catalogue: Catalogue, digest: String)>

  init(_ catalogue: Catalogue, digest: String) { state = Mutex((catalogue, digest)) }

  var catalogue: Catalogue { state.withLock { $0.catalogue } }
  var digest: String { state.withLock { $0.digest } }

  /// Goes by another one from now on.
  func use(_ catalogue: Catalogue, digest: String) {
    state.withLock { $0 = (catalogue, digest) }
  }
}

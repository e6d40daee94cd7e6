import Catalogues
import Crypto
import Messages
import RideHandlers
import RideStore
import Rides

@testable import Fleet
@testable import MemoryStore

/// The use cases over a store in memory that holds rides in all kinds of states, made once and
/// copied for each input.
final class FuzzedWorld: Sendable {
  static let noon = Instant(seconds: 1_800_000_000)

  let dependencies: HandlerDependencies
  /// What a store holds before an input.
  let tables: MemoryTables
  let rides: [String]
  /// A quote as a rider was given it.
  let token: String
  /// The token of a shared ride.
  let shareToken: String

  /// The world, or a reason why there is none, which is a mistake of the harness.
  static let shared = Result { try FuzzedWorld() }

  private init() throws {
    var catalogue = try CatalogueFile.load(path: SourcePaths.chicago)
    let price = Money(minorUnits: 250, currency: catalogue.serviceAreas[0].currency)
    catalogue.serviceAreas[0].extras = ["seat", "bag"].map {
      Extra(
        key: ExtraKey($0), names: ["en_US": $0, "es_US": $0], price: price, atMost: 2,
        requiresVehicle: $0 == "seat")
    }
    let key = MessageAuthenticationKey(identifier: "k1", secret: Array(1...32))
    let box = SupplyHolder()
    dependencies = HandlerDependencies(
      worker: "fuzzed", quoter: Quoter(catalogue: catalogue), supply: { box.supply },
      digest: SHA256.digest, base32: Base32.encode, quotes: .signed(by: [key]))
    let setting = Setting(dependencies: dependencies, box: box)
    try setting.prepare()
    tables = setting.database.tables
    rides = tables.rides.keys.map(\.rawValue).sorted()
    token = try setting.token()
    shareToken = ShareTokens(dependencies.quotes).token(of: RideIdentifier(rides[0])) ?? ""
  }

  /// A database that holds what `tables` does.
  func database() throws(Finding) -> MemoryDatabase {
    let database = MemoryDatabase(busyTimeout: .zero)
    do {
      try database.acquireWriter()
    } catch {
      throw Finding("a new database is being written: \(error)")
    }
    database.releaseWriter(tables)
    return database
  }

  func handler(_ family: QueueFamily, _ database: MemoryDatabase) -> any MessageHandler {
    let store = MemoryStore(database)
    return switch family {
    case .listOptions: ListOptionsHandler(dependencies: dependencies)
    case .requestRide: RequestRideHandler(dependencies: dependencies, store: store)
    case .statusQuery: StatusQueryHandler(dependencies: dependencies, store: store)
    case .dispatch: DispatchHandler(dependencies: dependencies, store: store)
    }
  }
}

import Catalogues
import Crypto
import Fleet
import Messages
import RandomFixture
import RideHandlers
import RideStore
import Rides

/// The use cases of a town whose producers write letters.
///
/// Its clock stands still at noon, except for bookings: of one time they would be scattered over
/// the indexes by time, too.
final class Town {
  let dependencies: HandlerDependencies
  let store: any RideStore
  var letters = Letters()
  /// When the last batch of bookings came.
  var clock = Town.noon
  /// The products that are driven, so many that a list has three options.
  static let products = ["compact", "sedan", "suv"]
  static let noon = Instant(seconds: 1_800_000_000)

  /// A town of a catalogue, in which so many vehicles of each product have reported to the
  /// snapshot.
  convenience init(
    _ catalogue: Catalogue, store: any RideStore, vehicles: Int, products: [String] = products
  ) {
    var numbers = SeededNumbers(seed: 1)
    let entries = products.flatMap { product in
      (0..<vehicles).map { Self.entry($0, product, &numbers) }
    }
    self.init(catalogue, store: store, supply: Supply(takenAt: Self.noon, entries: entries))
  }

  init(_ catalogue: Catalogue, store: any RideStore, supply: Supply) {
    dependencies = Self.dependencies(catalogue, supply)
    self.store = store
  }

  static func entry(
    _ number: Int, _ product: String, _ numbers: inout SeededNumbers
  ) -> Supply.Entry {
    Supply.Entry(
      vehicle: VehicleIdentifier("veh-\(product)-\(number)"), location: numbers.point(),
      products: [ProductKey(product)], capacity: 6, isFree: number % 4 != 3)
  }

  /// What the handlers of a worker are given.
  static func dependencies(_ catalogue: Catalogue, _ supply: Supply) -> HandlerDependencies {
    let cache = SupplyCache()
    cache.post(supply)
    let obligations = ObligationCache()
    let key = MessageAuthenticationKey(identifier: "k1", secret: Array(1...32))
    return HandlerDependencies(
      worker: "measured-worker", quoter: Quoter(catalogue: catalogue), supply: { cache.supply },
      digest: SHA256.digest, base32: Base32.encode, quotes: .signed(by: [key]),
      obligation: { obligations.obligation(of: $0) })
  }

  /// Handles a batch that is not measured.
  func take(_ batch: [Delivery], by handler: any MessageHandler) throws -> [Outcome] {
    try handler.handle(batch, at: Self.noon)
  }
}

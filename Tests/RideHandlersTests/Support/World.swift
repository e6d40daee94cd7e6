import Catalogues
import Crypto
import Foundation
import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Synchronization
import Testing

@testable import MemoryStore

let noon = Instant(seconds: 1_800_000_000)

/// All use cases over one database in memory, with the catalogue of Chicago and a clock that stands
/// still at noon, except while a vehicle drives.
struct World {
  let database = MemoryDatabase(busyTimeout: .zero)
  let dependencies: HandlerDependencies
  /// The key that signs quotes here.
  static let key = MessageAuthenticationKey(identifier: "k1", secret: Array(1...32))
  private let lagging = SupplyBox()
  private let clock = Clock()

  init(
    payments: (any PaymentGateway)? = nil, _ change: (inout Catalogue) -> Void = { _ in }
  ) throws {
    var catalogue = try CatalogueFile.load(path: Self.chicago)
    change(&catalogue)
    let (database, lagging) = (database, lagging)
    dependencies = HandlerDependencies(
      worker: "test-worker", quoter: Quoter(catalogue: catalogue),
      supply: { lagging.supply ?? database.supply }, digest: SHA256.digest, base32: Base32.encode,
      quotes: Self.quotes(Self.key), payments: payments)
  }

  /// The catalogue as it is deployed.
  static let chicago =
    URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../deploy/catalogues/chicago.json").standardized.path

  /// Tokens signed by one key: the claims and their code.
  static func quotes(_ key: MessageAuthenticationKey) -> QuoteTokens {
    QuoteTokens(
      seal: { Base64URL.append($0 + key.authenticationCode(for: $0), to: &$1) },
      open: { text in
        guard let bytes = Base64URL.decode(text), bytes.count > 32 else { return nil }
        let claims = Array(bytes.dropLast(32))
        return key.isValid(Array(bytes.suffix(32)), for: claims) ? claims : nil
      })
  }

  /// From now on the handlers see the vehicles as they are at this moment.
  func freezeSupply() { freezeSupply(database.supply) }

  /// From now on the handlers see those vehicles.
  func freezeSupply(_ supply: Supply) { lagging.freeze(supply) }

  var store: any RideStore { MemoryStore(database) }

  /// The time by the clock.
  var now: Instant { clock.now }

  /// Lets the time pass.
  func wait(_ seconds: Int) { clock.advance(seconds) }
}

extension World {
  /// Has the worker of requests take a batch.
  func book(_ letters: Letter..., at now: Instant? = nil) throws -> [Outcome] {
    try take(letters, by: RequestRideHandler(dependencies: dependencies, store: store), at: now)
  }

  /// Has the dispatch worker take a batch.
  func dispatch(_ letters: Letter..., at now: Instant? = nil) throws -> [Outcome] {
    try take(letters, by: DispatchHandler(dependencies: dependencies, store: store), at: now)
  }

  /// Has the worker of queries take a batch.
  func ask(_ letters: Letter..., at now: Instant? = nil) throws -> [Outcome] {
    try take(letters, by: StatusQueryHandler(dependencies: dependencies, store: store), at: now)
  }

  /// Has the worker of lists take a batch.
  func list(_ letters: Letter..., at now: Instant? = nil) throws -> [Outcome] {
    try take(letters, by: ListOptionsHandler(dependencies: dependencies), at: now)
  }

  func take(
    _ letters: [Letter], by handler: any MessageHandler, at now: Instant? = nil
  ) throws -> [Outcome] {
    let batch = letters.enumerated().map { index, letter in
      letter.delivery(tag: UInt64(index + 1))
    }
    let outcomes = try handler.handle(batch, at: now ?? self.now)
    try #require(outcomes.count == batch.count)
    return outcomes
  }

  /// Books a ride and gives back its identifier.
  func ride(_ letter: Letter = .booking(), at now: Instant? = nil) throws -> String {
    let outcome = try book(letter, at: now)[0]
    return try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
  }

  /// Has a vehicle report a ride from its start to its end, in a moment.
  func finish(
    _ ride: String, by vehicle: String, after seconds: Int? = nil, at now: Instant? = nil
  ) throws {
    let started = Letter.report("started", of: ride, by: vehicle)
    guard let seconds else {
      _ = try dispatch(started, .report("ended", of: ride, by: vehicle), at: now)
      return
    }
    _ = try dispatch(started)
    wait(seconds)
    _ = try dispatch(.report("ended", of: ride, by: vehicle, at: self.now))
  }

  /// Has a vehicle drive to a place, as fast as a city allows, and report that it is there.
  func move(_ vehicle: String, to place: Coordinate) throws {
    let known = try #require(try self.vehicle(vehicle))
    let metres = known.location.map { GreatCircle.metres($0, place) } ?? 0
    wait(Int(metres / 10) + 1)
    _ = try dispatch(
      .vehicle(
        vehicle, Int(known.sequence) + 1,
        #","location":{"latitude":\#(place.latitude),"longitude":\#(place.longitude)}"#))
  }

  /// The vehicle as the store has it.
  func vehicle(_ identifier: String) throws -> VehicleRecord? {
    try store.vehicles([VehicleIdentifier(identifier)])[VehicleIdentifier(identifier)]
  }

  /// The ride as the store has it.
  func record(_ ride: String) throws -> RideRecord? {
    try store.rides([RideIdentifier(ride)])[RideIdentifier(ride)]
  }

  /// The phases that a ride has gone through; their sequences must count 1, 2, 3, ….
  func phases(_ ride: String) throws -> [String] {
    let history = try store.history(of: RideIdentifier(ride))
    #expect(history.map(\.key.sequence) == Array(1...max(1, history.count)))
    return history.map(\.phase.rawValue)
  }

  /// All that is stored, to be compared.
  var contents: Contents {
    let tables = database.tables
    return Contents(
      rides: tables.rides, changes: tables.changes, vehicles: tables.vehicles,
      outcomes: tables.outcomes)
  }

  /// Who observes which ride.
  var subscriptions: [SubscriptionKey: Subscription] { database.tables.subscriptions }

  struct Contents: Equatable {
    let rides: [RideIdentifier: RideRecord]
    let changes: [RideIdentifier: [Int: StatusChange]]
    let vehicles: [VehicleIdentifier: VehicleRecord]
    let outcomes: [OutcomeKey: StoredOutcome]
  }
}

extension MemoryDatabase {
  /// The vehicles on duty, however long they have been silent.
  fileprivate var supply: Supply {
    Supply(
      takenAt: noon,
      entries: tables.vehicles.values.compactMap { $0.supplyEntry(at: $0.updatedAt) })
  }
}

/// A snapshot of the vehicles that lags behind.
private final class SupplyBox: Sendable {
  private let box = Mutex<Supply?>(nil)

  var supply: Supply? { box.withLock { $0 } }

  func freeze(_ supply: Supply) { box.withLock { $0 = supply } }
}

/// The clock of a world.
private final class Clock: Sendable {
  private let box = Mutex(noon)

  var now: Instant { box.withLock { $0 } }

  func advance(_ seconds: Int) { box.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

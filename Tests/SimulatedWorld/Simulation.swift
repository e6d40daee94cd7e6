import Catalogues
import Crypto
import Fleet
import Messages
import RideHandlers
import RideStore
import Rides

/// Runs worlds: all that happens in one follows from its seed.
package struct Simulation: Sendable {
  /// Of worlds in which rides end of themselves, and of others.
  private let ending, waiting: Quoter
  /// How long after its time a report of a driver is missed, and how long a vehicle that has
  /// dropped out gets no ride of the same rider.
  static let (overdueSeconds, sameRiderSeconds) = (300, 900)

  /// Worlds in which rides are sold by a catalogue, with extras to its first area, with start codes
  /// of half of its products, with one whose price falls with the way, with fees by cause, with
  /// rides that are booked a short while ahead, and where absent vehicles are noticed.
  package init(catalogue path: String) throws {
    var catalogue = try CatalogueFile.load(path: path)
    let price = Money(minorUnits: 250, currency: catalogue.serviceAreas[0].currency)
    catalogue.serviceAreas[0].extras = ["seat", "bag"].map { key in
      Extra(
        key: ExtraKey(key),
        names: Dictionary(uniqueKeysWithValues: catalogue.locales.map { ($0, key) }),
        price: price, atMost: 2, requiresVehicle: key == "seat")
    }
    catalogue.serviceAreas[0].policies.dispatch.informsVehicles = true
    for index in catalogue.serviceAreas[0].products.indices {
      Self.check(&catalogue.serviceAreas[0].products[index], number: index)
    }
    Self.watch(&catalogue.serviceAreas[0].policies.dispatch)
    Self.schedule(&catalogue.serviceAreas[0].policies.scheduling)
    ending = Quoter(catalogue: catalogue)
    catalogue.serviceAreas[0].policies.dispatch.endPercent = 0
    waiting = Quoter(catalogue: catalogue)
  }

  /// Has rides booked so shortly ahead that a world sees their search.
  private static func schedule(_ policy: inout SchedulingPolicy?) {
    policy?.minimumLeadSeconds = 60
    policy?.dispatchLeadSeconds = 120
    policy?.reminderSeconds = 150
    policy?.checksPayment = true
  }

  /// Has the fleet notice vehicles that are absent.
  private static func watch(_ policy: inout DispatchPolicy) {
    policy.stalledSeconds = 90
    policy.stalledSearchSeconds = 240
    policy.silentSeconds = 120
    policy.overdueSeconds = overdueSeconds
    policy.endPercent = 100
    policy.sameRiderSeconds = sameRiderSeconds
    policy.estimateShiftSeconds = 120
  }

  /// Has a product check what its drivers and riders say.
  private static func check(_ product: inout Product, number: Int) {
    let currency = product.tariff.base.currency
    let low = Money(minorUnits: 100, currency: currency)
    product.requiresStartCode = number % 2 == 0
    if product.key == ProductKey("compact") { product.endElsewhere = EndElsewhere(.repriced) }
    product.cancellation?.fees = [
      CauseFee(causes: [.plansChanged], withinSeconds: 600, fee: low),
      CauseFee(parties: [.driver, .fleet], fee: .zero(currency)),
      CauseFee(causes: [.riderAbsent], parties: [.rider], withinSeconds: 900, fee: low),
    ]
  }

  /// What a world has come to.
  package struct Report: Sendable {
    package var seed: UInt64
    package var steps: Int
    package var letters: Int
    package var events: Int
    package var faults: [Fault: Int]
    /// What was not as it must be; empty when all went well.
    package var problems: [String]
    package var trace: [String]
  }

  /// Runs the world of a seed to its end.
  package func run(
    seed: UInt64, sabotage: Sabotage? = nil, traces: Bool = false
  ) -> Report {
    let world = World(seed: seed, sabotage: sabotage, naming: Naming(), traces: traces)
    let stage = Stage(world, seats: Seat.fleet.count)
    let quoter = world.weather.endsRides && sabotage != .endsNoRide ? ending : waiting
    stage.open()
    Thread.runAll(
      Seat.fleet.indices.map { seat in
        { Lives(stage: stage, seat: seat, quoter: quoter, traces: traces).run() }
      })
    return stage.with { world in
      Report(
        seed: seed, steps: world.steps, letters: world.producers.written,
        events: world.record.events.count, faults: world.faults, problems: world.problems,
        trace: world.trace ?? [])
    }
  }
}

import Messages
import Rides

/// One vehicle of each of the first products, so that there is something to list.
struct BenchVehicles: Sendable {
  private var fleet: VehicleFleet

  /// How many products there are at most, so that figures can be compared when a catalogue grows.
  static let products = 4

  init(in area: ServiceArea, seed: UInt64) {
    let count = min(Self.products, area.products.count)
    var vehicles = VehiclePool.vehicles(count, in: area, pace: 1, seed: seed)
    for index in vehicles.indices {
      var profile = vehicles[index].profile
      profile.identifier = VehicleIdentifier("bench-\(profile.product)")
      vehicles[index] = SimulatedVehicle(
        profile: profile, habits: vehicles[index].habits, position: vehicles[index].position)
    }
    fleet = VehicleFleet(vehicles)
  }

  /// The messages with which they come on duty.
  mutating func arrive(at now: Instant) -> [Publication] {
    // After one period all are due.
    fleet.tick(at: now, elapsed: VehicleFleet.period).messages
  }

  /// The messages with which they go off duty.
  mutating func leave(at now: Instant) -> [Publication] { fleet.leave(at: now) }
}

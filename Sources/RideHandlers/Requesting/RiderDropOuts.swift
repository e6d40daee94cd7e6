import Messages
import RideStore
import Rides

/// Finds the vehicles that have dropped out of a rider's rides a short while ago (rule D11).
enum RiderDropOuts {
  /// How many of the rider's newest rides are looked at.
  private static let rides = 10

  /// The vehicles by rider, of those bookings whose area has such a time.
  ///
  /// Only these bookings pay for it, with one statement for each of their riders.
  static func vehicles(
    _ messages: [RiderMessage], _ quoter: Quoter, in store: any RideStore, at now: Instant
  ) throws(StoreError) -> [RiderIdentifier: [VehicleIdentifier]] {
    let areas = quoter.catalogue.serviceAreas
    guard areas.contains(where: { $0.policies.dispatch.sameRiderSeconds > 0 }) else { return [:] }
    var seconds: [RiderIdentifier: Int] = [:]
    for message in messages where !message.onlyAsks {
      guard let rider = message.accepted.message.intent.bookingRider,
        let time = try? message.proposal?.get().sameRiderSeconds, time > 0
      else { continue }
      seconds[rider] = time
    }
    var vehicles: [RiderIdentifier: [VehicleIdentifier]] = [:]
    for (rider, time) in seconds.sorted(by: { $0.key < $1.key }) {
      let since = now.advanced(bySeconds: -time)
      let found = try store.rides(matching: RideFilter(rider: rider, limit: rides))
      let dropOuts = found.flatMap { (try? $0.ride())?.droppedOut ?? [] }
      let late = dropOuts.filter { $0.at > since }.map(\.vehicle)
      if !late.isEmpty { vehicles[rider] = Set(late).sorted() }
    }
    return vehicles
  }
}

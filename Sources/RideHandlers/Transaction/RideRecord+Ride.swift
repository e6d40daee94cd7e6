import JSON
import Messages
import RideStore
import Rides

extension RideRecord {
  /// The ride as it is kept, with its status as the changes of its batch have encoded it.
  init(_ ride: Ride, _ statuses: EncodedStatuses, payments: [OpenPayment]) {
    let told = statuses.whole(ride.status)
    self.init(
      rideIdentifier: ride.status.rideIdentifier, riderIdentifier: ride.status.riderIdentifier,
      slot: ride.status.phase.isFinal ? nil : ride.slot, sequence: ride.status.sequence,
      phase: ride.status.phase, product: ride.product, area: ride.area, partySize: ride.partySize,
      vehicle: ride.status.vehicle?.identifier, isWaiting: ride.isWaiting,
      pickup: ride.status.pickupLocation.coordinate, createdAt: ride.createdAt,
      waitingSince: ride.searchFrom, updatedAt: ride.status.updatedAt, dueAt: ride.dueAt,
      obligation: ride.obligation,
      document: RideDocument.encode(ride, status: told))
    self.payments = payments
    toldStatus = told.map { RideDocument.statusPlace(count: $0.count) }
  }

  /// The ride that was kept; throws what is told of one that this build cannot read.
  ///
  /// Such a ride keeps no other: only the messages that are about it are not carried out.
  func ride() throws(RequestError) -> Ride {
    do {
      return try RideDocument.decode(document)
    } catch {
      throw RequestError(
        .unreadableRide,
        // Not the whole error, which quotes what it found.
        "what is kept of the ride cannot be read: \(error.kind.rawValue) at '\(error.path)'",
        path: "rideIdentifier")
    }
  }
}

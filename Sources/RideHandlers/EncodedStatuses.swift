package import JSON
import Messages
package import RideStore
package import Rides

/// The newest status of each ride that a batch has changed, as JSON.
///
/// Each is encoded once, for the event, and copied into the ride's document.
struct EncodedStatuses {
  private var texts: [RideIdentifier: (status: RideStatus, text: [UInt8])] = [:]

  /// The status as the event of its change publishes it.
  mutating func change(_ status: RideStatus) -> [UInt8] {
    let text = RideStatusCoding.encodeChange(status)
    texts[status.rideIdentifier] = (status, text)
    return text
  }

  /// The whole status, if it was published unchanged.
  ///
  /// Nil for a status with an offered vehicle, which the text has in another place, for one with a
  /// start code, which it lacks, and for one that has changed without an event.
  func whole(_ status: RideStatus) -> [UInt8]? {
    guard !status.isVehicleAsked, status.startCode == nil, let known = texts[status.rideIdentifier],
      known.status == status
    else { return nil }
    return known.text
  }
}

extension RideRecord {
  /// The record of the ride, with its status as the changes of its batch have encoded it.
  init(_ ride: Ride, _ statuses: EncodedStatuses, payments: [OpenPayment]) {
    let published = statuses.whole(ride.status)
    self.init(
      rideIdentifier: ride.status.rideIdentifier, riderIdentifier: ride.status.riderIdentifier,
      slot: ride.status.phase.isFinal ? nil : ride.slot, sequence: ride.status.sequence,
      phase: ride.status.phase, product: ride.product, area: ride.area, partySize: ride.partySize,
      vehicle: ride.status.vehicle?.identifier, isWaiting: ride.isWaiting,
      pickup: ride.status.pickupLocation.coordinate, createdAt: ride.createdAt,
      waitingSince: ride.searchFrom, updatedAt: ride.status.updatedAt, dueAt: ride.dueAt,
      obligation: ride.obligation,
      document: RideDocument.encode(ride, status: published))
    self.payments = payments
    statusRange = published.map { RideDocument.statusPlace(count: $0.count) }
  }

  /// The record of a ride of which only the document is known, as a recording has it.
  package init(document: [UInt8], at now: Instant) throws(JSONFault) {
    let ride = try RideDocument.decode(document)
    self.init(ride, EncodedStatuses(), payments: ride.account.openPayments(at: now))
  }

  /// The ride of the record; throws the error to answer if this build cannot read it.
  ///
  /// Only the messages about such a ride fail; the rest of the batch is handled.
  func ride() throws(RequestError) -> Ride {
    do {
      return try RideDocument.decode(document)
    } catch {
      throw RequestError(
        .unreadableRide,
        // Not the whole error, which quotes the stored text, unless that is a number.
        "what is kept of the ride cannot be read: "
          + (error.path == "form" ? "\(error)" : "\(error.kind.rawValue) at '\(error.path)'"),
        path: "rideIdentifier")
    }
  }
}

extension StatusChange {
  /// The change that led to the ride's current status.
  init(of status: RideStatus, encoded: [UInt8], context: MessageContext) {
    self.init(
      key: StatusChangeKey(rideIdentifier: status.rideIdentifier, sequence: status.sequence),
      phase: status.phase, occurredAt: status.updatedAt, status: encoded,
      traceparent: context.traceparent, tracestate: context.tracestate)
  }

  /// The event of the change.
  var event: Publication {
    RideStatusEvent(
      rideIdentifier: key.rideIdentifier, sequence: key.sequence, phase: phase,
      occurredAt: occurredAt, status: status, traceparent: traceparent, tracestate: tracestate
    ).publication
  }
}

import Messages
import Rides

/// What the steps of a batch use of an intent beyond the members that all intents have.
///
/// Intents are taken apart here, and where a handler decides about those of its queue.
extension Intent {
  /// The rider whose other rides decide whether this one can be booked.
  var bookingRider: RiderIdentifier? {
    switch self {
    case .requestRide(let intent): intent.riderIdentifier
    case .resolve(let intent): intent.riderIdentifier
    default: nil
    }
  }

  /// The ride that a cancellation names.
  var canceledRide: RideIdentifier? {
    if case .cancelRide(let intent) = self { intent.rideIdentifier } else { nil }
  }

  /// The ride of a due command.
  var dueRide: RideIdentifier? {
    if case .rideDue(let due) = self { due.rideIdentifier } else { nil }
  }

  /// The ride of a message that can end an order.
  var endingRide: RideIdentifier? {
    if case .paymentResult(let report) = self { report.rideIdentifier } else { dueRide }
  }

  /// The order of a message.
  var order: (ride: RideIdentifier, kind: RideAccount.OrderKind)? {
    switch self {
    case .rideRefund(let refund): (refund.rideIdentifier, .refund)
    case .sendRideFeedback(let feedback): (feedback.rideIdentifier, .tip)
    default: nil
    }
  }

  /// The report of a vehicle about itself.
  var vehicleUpdate: VehicleUpdate? {
    if case .vehicleUpdate(let update) = self { update } else { nil }
  }

  /// A query for a ride.
  var statusQuery: GetRideStatusIntent? {
    if case .getRideStatus(let intent) = self { intent } else { nil }
  }

  /// The command to send an observer a status.
  var updatesDue: UpdatesDue? {
    if case .updatesDue(let due) = self { due } else { nil }
  }
}

extension MessageType {
  /// Whether the fleet repeats the command until it is carried out.
  var isRepeatedByFleet: Bool { self == .rideDue || self == .updatesDue }
}

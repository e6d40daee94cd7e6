import Messages
import RideStore
import Rides

/// What the steps of a batch use of an intent beyond the members that all intents have.
///
/// Intents are taken apart here, and where a handler decides about those of its queue. A new intent
/// does not compile before it has its case in `use`.
private enum IntentUse {
  /// The rider's other rides decide whether this one can be booked.
  case booking(of: RiderIdentifier)
  /// What depends on the vehicle that is committed: a cancellation, or a change of the ride.
  case driven(RideIdentifier)
  /// A command for a ride whose time has come, which can end an order.
  case due(RideIdentifier)
  /// The result of a payment, which can end an order.
  case payment(for: RideIdentifier)
  case order(RideIdentifier, RideAccount.OrderKind)
  /// The end of a ride in its driver's place, which needs the way of its vehicle.
  case end(of: RideIdentifier)
  /// A call for help, which needs the place of the vehicle.
  case help(for: RideIdentifier)
  /// The report of a vehicle about itself.
  case vehicle(VehicleUpdate)
  case query(RideQuery)
  /// The rides of a rider after one, if it is named.
  case page(after: RideIdentifier?)
  /// The command to send an observer a status.
  case updates(UpdatesDue)
  case nothing
}

/// A question about a ride: of the rider's own, or the rider's current one.
struct RideQuery {
  let rider: RiderIdentifier
  let ride: RideIdentifier?

  init(_ intent: GetRideStatusIntent) {
    // A status has no text in the language of the request.
    (rider, _, ride) = intent.members
  }

  init(_ intent: GetRideReceiptIntent) {
    // The lines have the language of the ride.
    (rider, _, ride) = intent.members
  }

  init(_ intent: ShareRideIntent) {
    // A token has no language.
    (rider, _, ride) = intent.members
  }
}

extension Intent {
  private var use: IntentUse {
    switch self {
    case .requestRide(let intent): .booking(of: intent.riderIdentifier)
    case .resolve(let intent): .booking(of: intent.riderIdentifier)
    case .cancelRide(let intent): .driven(intent.rideIdentifier)
    case .changeRide(let intent): .driven(intent.rideIdentifier)
    case .rideDue(let due): .due(due.rideIdentifier)
    case .paymentResult(let report): .payment(for: report.rideIdentifier)
    case .rideRefund(let refund): .order(refund.rideIdentifier, .refund)
    case .sendRideFeedback(let feedback): .order(feedback.rideIdentifier, .tip)
    case .vehicleUpdate(let update): .vehicle(update)
    case .vehiclePosition(let position): .vehicle(VehicleUpdate(position))
    case .getRideStatus(let intent): .query(RideQuery(intent))
    case .getRideReceipt(let intent): .query(RideQuery(intent))
    case .shareRide(let intent): .query(RideQuery(intent))
    case .updatesDue(let due): .updates(due)
    case .listRides(let intent): .page(after: intent.afterRideIdentifier)
    case .rideEnd(let end): .end(of: end.rideIdentifier)
    case .sos(let call): .help(for: call.rideIdentifier)
    case .rideSOS(let call): .help(for: call.rideIdentifier)
    case .listRideOptions, .getSharedStatus, .rideUpdate, .rideSettlement, .rideWaiver,
      .rideAdjustment, .rideReassignment:
      .nothing
    }
  }

  /// The language in which a rider asks; nil where the message names none.
  var locale: String? {
    switch self {
    case .listRideOptions(let intent): intent.locale
    case .resolve(let intent): intent.locale
    case .requestRide(let intent): intent.locale
    case .cancelRide(let intent): intent.locale
    case .changeRide(let intent): intent.locale
    case .sendRideFeedback(let intent): intent.locale
    case .getRideStatus(let intent): intent.locale
    case .getRideReceipt(let intent): intent.locale
    case .listRides(let intent): intent.locale
    case .shareRide(let intent): intent.locale
    case .sos(let intent): intent.locale
    default: nil
    }
  }

  /// The rider of a booking, or of a request as far as it is known.
  var bookingRider: RiderIdentifier? {
    if case .booking(let rider) = use { rider } else { nil }
  }

  /// The ride of a message that depends on its vehicle.
  var drivenRide: RideIdentifier? {
    if case .driven(let ride) = use { ride } else { nil }
  }

  /// The ride of a due command.
  var dueRide: RideIdentifier? {
    if case .due(let ride) = use { ride } else { nil }
  }

  /// The ride that the operator ends.
  var endedRide: RideIdentifier? {
    if case .end(let ride) = use { ride } else { nil }
  }

  /// The ride of a call for help.
  var helpedRide: RideIdentifier? {
    if case .help(let ride) = use { ride } else { nil }
  }

  /// The ride of a message that can end an order.
  var endingRide: RideIdentifier? {
    switch use {
    case .due(let ride), .payment(let ride): ride
    default: nil
    }
  }

  /// The order of a message.
  var order: (ride: RideIdentifier, kind: RideAccount.OrderKind)? {
    if case .order(let ride, let kind) = use { (ride, kind) } else { nil }
  }

  /// The report of a vehicle about itself.
  var vehicleUpdate: VehicleUpdate? {
    if case .vehicle(let update) = use { update } else { nil }
  }

  /// Whether the report of a vehicle about itself is one that may be lost.
  var isPosition: Bool {
    if case .vehiclePosition = self { true } else { false }
  }

  /// The vehicle that the operator plans for a ride.
  var planned: VehicleIdentifier? {
    if case .rideReassignment(let order) = self { order.plannedVehicleIdentifier } else { nil }
  }

  /// The question about a ride.
  var rideQuery: RideQuery? {
    if case .query(let query) = use { query } else { nil }
  }

  /// The last ride of the page before the one that is asked for.
  var lastOfPage: RideIdentifier? {
    if case .page(let ride) = use { ride } else { nil }
  }

  /// The ride that the message asks about by the token that shares it.
  func sharedRide(by quotes: QuoteTokens) -> RideIdentifier? {
    if case .getSharedStatus(let intent) = self {
      ShareTokens(quotes).ride(of: intent.shareToken)
    } else {
      nil
    }
  }

  /// The command to send an observer a status.
  var updatesDue: UpdatesDue? {
    if case .updates(let due) = use { due } else { nil }
  }
}

extension MessageType {
  /// Whether the fleet repeats the command until it is carried out.
  var isRepeatedByFleet: Bool { self == .rideDue || self == .updatesDue }
}

// Written from Operations by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// What a message asks, decoded.
///
/// The stages `confirm` and `handle` of an operation carry the same intent; the message's type
/// tells them apart.
package enum Intent: Hashable, Sendable {
  /// A trip whose options are asked for.
  case listRideOptions(ListRideOptionsIntent)
  /// A request as far as it is known.
  case resolve(ResolveIntent)
  /// A ride to be booked.
  case requestRide(RequestRideIntent)
  /// A ride to be canceled.
  case cancelRide(CancelRideIntent)
  /// What a rider says of a ride that was driven.
  case sendRideFeedback(SendRideFeedbackIntent)
  /// A ride that is asked about.
  case getRideStatus(GetRideStatusIntent)
  /// An observer whose time has come.
  case updatesDue(UpdatesDue)
  /// What a vehicle reports of itself; what has not changed may be left out.
  case vehicleUpdate(VehicleUpdate)
  /// What a driver reports of a ride.
  case rideUpdate(RideUpdateReport)
  /// A ride whose time has come.
  case rideDue(RideDue)
  /// An order to give money back.
  case rideRefund(RideRefund)
  /// What a ride owes was paid otherwise, or is let go.
  case rideSettlement(RideSettlement)
  /// What a payment system answers to a command.
  case paymentResult(PaymentResultReport)
  /// A ride whose receipt is asked for.
  case getRideReceipt(GetRideReceiptIntent)
  /// Which rides of a rider are asked for.
  case listRides(ListRidesIntent)
  /// A fee for canceling or missing a ride that is let go.
  case rideWaiver(RideWaiver)
  /// Another fare, or another fee, than the one that was billed.
  case rideAdjustment(RideAdjustment)
  /// A ride that has ended, though its driver does not say so.
  case rideEnd(RideEnd)
  /// A ride that is to get another vehicle.
  case rideReassignment(RideReassignment)
  /// What is changed of a ride; what is absent stays as it is.
  case changeRide(ChangeRideIntent)
  /// A ride that others may follow.
  case shareRide(ShareRideIntent)
  /// A shared ride that is asked about.
  case getSharedStatus(GetSharedStatusIntent)
  /// A rider who calls for help.
  case sos(SOSIntent)
  /// A driver who calls for help.
  case rideSOS(RideSOSReport)
  /// Where a vehicle is: a report that may be lost, since a newer one follows.
  case vehiclePosition(VehiclePosition)
}

extension Intent {
  /// The rider for whom a message is sent.
  package var riderIdentifier: RiderIdentifier? {
    switch self {
    case .listRideOptions(let intent): intent.riderIdentifier
    case .resolve(let intent): intent.riderIdentifier
    case .requestRide(let intent): intent.riderIdentifier
    case .cancelRide(let intent): intent.riderIdentifier
    case .sendRideFeedback(let intent): intent.riderIdentifier
    case .getRideStatus(let intent): intent.riderIdentifier
    case .getRideReceipt(let intent): intent.riderIdentifier
    case .listRides(let intent): intent.riderIdentifier
    case .changeRide(let intent): intent.riderIdentifier
    case .shareRide(let intent): intent.riderIdentifier
    case .sos(let intent): intent.riderIdentifier
    case .updatesDue, .vehicleUpdate, .rideUpdate, .rideDue, .rideRefund, .rideSettlement,
      .paymentResult, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment, .getSharedStatus,
      .rideSOS, .vehiclePosition:
      nil
    }
  }

  /// The ride that the sender names; nil for an intent about no ride or about a new one.
  package var rideIdentifier: RideIdentifier? {
    switch self {
    case .cancelRide(let intent): intent.rideIdentifier
    case .sendRideFeedback(let intent): intent.rideIdentifier
    case .getRideStatus(let intent): intent.rideIdentifier
    case .updatesDue(let intent): intent.rideIdentifier
    case .rideUpdate(let intent): intent.rideIdentifier
    case .rideDue(let intent): intent.rideIdentifier
    case .rideRefund(let intent): intent.rideIdentifier
    case .rideSettlement(let intent): intent.rideIdentifier
    case .paymentResult(let intent): intent.rideIdentifier
    case .getRideReceipt(let intent): intent.rideIdentifier
    case .listRides(let intent): intent.afterRideIdentifier
    case .rideWaiver(let intent): intent.rideIdentifier
    case .rideAdjustment(let intent): intent.rideIdentifier
    case .rideEnd(let intent): intent.rideIdentifier
    case .rideReassignment(let intent): intent.rideIdentifier
    case .changeRide(let intent): intent.rideIdentifier
    case .shareRide(let intent): intent.rideIdentifier
    case .sos(let intent): intent.rideIdentifier
    case .rideSOS(let intent): intent.rideIdentifier
    case .listRideOptions, .resolve, .requestRide, .vehicleUpdate, .getSharedStatus,
      .vehiclePosition:
      nil
    }
  }

  /// The vehicle that the sender names.
  package var vehicleIdentifier: VehicleIdentifier? {
    switch self {
    case .vehicleUpdate(let intent): intent.vehicleIdentifier
    case .rideUpdate(let intent): intent.vehicleIdentifier
    case .rideReassignment(let intent): intent.plannedVehicleIdentifier
    case .rideSOS(let intent): intent.vehicleIdentifier
    case .vehiclePosition(let intent): intent.vehicleIdentifier
    case .listRideOptions, .resolve, .requestRide, .cancelRide, .sendRideFeedback, .getRideStatus,
      .updatesDue, .rideDue, .rideRefund, .rideSettlement, .paymentResult, .getRideReceipt,
      .listRides, .rideWaiver, .rideAdjustment, .rideEnd, .changeRide, .shareRide, .getSharedStatus,
      .sos:
      nil
    }
  }

  /// The quote that the sender names.
  package var quoteIdentifier: String? {
    switch self {
    case .resolve(let intent): intent.quoteIdentifier
    case .requestRide(let intent): intent.quoteIdentifier
    case .listRideOptions, .cancelRide, .sendRideFeedback, .getRideStatus, .updatesDue,
      .vehicleUpdate, .rideUpdate, .rideDue, .rideRefund, .rideSettlement, .paymentResult,
      .getRideReceipt, .listRides, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment,
      .changeRide, .shareRide, .getSharedStatus, .sos, .rideSOS, .vehiclePosition:
      nil
    }
  }

  /// Within which an id is unique; nil for what is not remembered by its id.
  package var scope: String? {
    switch self {
    case .requestRide(let intent): intent.riderIdentifier.rawValue
    case .cancelRide(let intent): intent.riderIdentifier.rawValue
    case .sendRideFeedback(let intent): intent.riderIdentifier.rawValue
    case .rideUpdate(let intent): intent.vehicleIdentifier.rawValue
    case .rideDue(let intent): intent.rideIdentifier.rawValue
    case .rideRefund(let intent): intent.rideIdentifier.rawValue
    case .rideSettlement(let intent): intent.rideIdentifier.rawValue
    case .paymentResult(let intent): intent.rideIdentifier.rawValue
    case .rideWaiver(let intent): intent.rideIdentifier.rawValue
    case .rideAdjustment(let intent): intent.rideIdentifier.rawValue
    case .rideEnd(let intent): intent.rideIdentifier.rawValue
    case .rideReassignment(let intent): intent.rideIdentifier.rawValue
    case .changeRide(let intent): intent.riderIdentifier.rawValue
    case .sos(let intent): intent.riderIdentifier.rawValue
    case .rideSOS(let intent): intent.vehicleIdentifier.rawValue
    case .listRideOptions, .resolve, .getRideStatus, .updatesDue, .vehicleUpdate, .getRideReceipt,
      .listRides, .shareRide, .getSharedStatus, .vehiclePosition:
      nil
    }
  }
}

extension Intent {
  /// Reads the members of the body of a message of that type.
  init(_ type: MessageType, _ fields: JSONFields) throws(JSONFault) {
    self =
      switch type {
      case .listRideOptionsConfirm, .listRideOptions:
        .listRideOptions(try ListRideOptionsIntent(fields))
      case .listRideOptionsResolve, .requestRideResolve: .resolve(try ResolveIntent(fields))
      case .requestRideConfirm, .requestRide: .requestRide(try RequestRideIntent(fields))
      case .cancelRideConfirm, .cancelRide: .cancelRide(try CancelRideIntent(fields))
      case .sendRideFeedbackConfirm, .sendRideFeedback:
        .sendRideFeedback(try SendRideFeedbackIntent(fields))
      case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates:
        .getRideStatus(try GetRideStatusIntent(fields))
      case .updatesDue: .updatesDue(try UpdatesDue(fields))
      case .vehicleUpdate: .vehicleUpdate(try VehicleUpdate(fields))
      case .rideUpdate: .rideUpdate(try RideUpdateReport(fields))
      case .rideDue: .rideDue(try RideDue(fields))
      case .rideRefund: .rideRefund(try RideRefund(fields))
      case .rideSettlement: .rideSettlement(try RideSettlement(fields))
      case .paymentResult: .paymentResult(try PaymentResultReport(fields))
      case .getRideReceipt: .getRideReceipt(try GetRideReceiptIntent(fields))
      case .listRides: .listRides(try ListRidesIntent(fields))
      case .rideWaiver: .rideWaiver(try RideWaiver(fields))
      case .rideAdjustment: .rideAdjustment(try RideAdjustment(fields))
      case .rideEnd: .rideEnd(try RideEnd(fields))
      case .rideReassignment: .rideReassignment(try RideReassignment(fields))
      case .changeRideConfirm, .changeRide: .changeRide(try ChangeRideIntent(fields))
      case .shareRide: .shareRide(try ShareRideIntent(fields))
      case .getSharedStatus: .getSharedStatus(try GetSharedStatusIntent(fields))
      case .sos: .sos(try SOSIntent(fields))
      case .rideSOS: .rideSOS(try RideSOSReport(fields))
      case .vehiclePosition: .vehiclePosition(try VehiclePosition(fields))
      }
  }

  /// Writes the members of the body.
  func writeMembers(into writer: inout JSONWriter) {
    switch self {
    case .listRideOptions(let intent): intent.writeMembers(into: &writer)
    case .resolve(let intent): intent.writeMembers(into: &writer)
    case .requestRide(let intent): intent.writeMembers(into: &writer)
    case .cancelRide(let intent): intent.writeMembers(into: &writer)
    case .sendRideFeedback(let intent): intent.writeMembers(into: &writer)
    case .getRideStatus(let intent): intent.writeMembers(into: &writer)
    case .updatesDue(let intent): intent.writeMembers(into: &writer)
    case .vehicleUpdate(let intent): intent.writeMembers(into: &writer)
    case .rideUpdate(let intent): intent.writeMembers(into: &writer)
    case .rideDue(let intent): intent.writeMembers(into: &writer)
    case .rideRefund(let intent): intent.writeMembers(into: &writer)
    case .rideSettlement(let intent): intent.writeMembers(into: &writer)
    case .paymentResult(let intent): intent.writeMembers(into: &writer)
    case .getRideReceipt(let intent): intent.writeMembers(into: &writer)
    case .listRides(let intent): intent.writeMembers(into: &writer)
    case .rideWaiver(let intent): intent.writeMembers(into: &writer)
    case .rideAdjustment(let intent): intent.writeMembers(into: &writer)
    case .rideEnd(let intent): intent.writeMembers(into: &writer)
    case .rideReassignment(let intent): intent.writeMembers(into: &writer)
    case .changeRide(let intent): intent.writeMembers(into: &writer)
    case .shareRide(let intent): intent.writeMembers(into: &writer)
    case .getSharedStatus(let intent): intent.writeMembers(into: &writer)
    case .sos(let intent): intent.writeMembers(into: &writer)
    case .rideSOS(let intent): intent.writeMembers(into: &writer)
    case .vehiclePosition(let intent): intent.writeMembers(into: &writer)
    }
  }
}

extension RequestRideIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      pickupLocation: try PlaceCoding.read(try fields.requiredObject("pickupLocation")),
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      rideOptionName: try fields.line("rideOptionName", atMost: 128),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: 2048),
      maximumPrice: try fields.object("maximumPrice").map(MoneyCoding.amountAboveZero),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false,
      extras: try fields.objects("extras", atMost: 16, ExtraCountCoding.read),
      waypoints: try fields.objects("waypoints", atMost: 3, PlaceCoding.read),
      riderName: try fields.printableLine("riderName"),
      riderPhone: try fields.phoneNumber("riderPhone"),
      guestName: try fields.printableLine("guestName"),
      guestPhone: try fields.phoneNumber("guestPhone"),
      note: try fields.text("note", atMost: 256))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideOptionName", rideOptionName)
    writer.member("optionIdentifier", optionIdentifier?.rawValue)
    writer.member("quoteIdentifier", quoteIdentifier)
    writer.member("maximumPrice", maximumPrice, by: MoneyCoding.write)
    writer.member("partySize", partySize)
    writer.member("pickupLocation", pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", dropOffLocation, by: PlaceCoding.write)
    writer.member("paymentMethod", paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member("scheduledPickupTime", scheduledPickupTime, by: RequestedPickupCoding.write)
    if requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
    writer.member("extras", each: extras, by: ExtraCountCoding.write)
    writer.member("guestName", guestName)
    writer.member("guestPhone", guestPhone)
    writer.member("note", note)
    writer.member("riderName", riderName)
    writer.member("riderPhone", riderPhone)
    writer.member("waypoints", each: waypoints, by: PlaceCoding.write)
  }
}

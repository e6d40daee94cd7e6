package import JSON
package import Rides

/// What a message asks, decoded.
///
/// The stages `confirm` and `handle` of an operation carry the same intent; the message's type
/// tells them apart.
package enum Intent: Hashable, Sendable {
  case listRideOptions(ListRideOptionsIntent)
  /// The stage `resolve` of a list or a request, whose parameters may be missing.
  case resolve(ResolveIntent)
  case requestRide(RequestRideIntent)
  case cancelRide(CancelRideIntent)
  case sendRideFeedback(SendRideFeedbackIntent)
  /// A query, or the start or the end of live updates.
  case getRideStatus(GetRideStatusIntent)
  case updatesDue(UpdatesDue)
  case vehicleUpdate(VehicleUpdate)
  case rideUpdate(RideUpdateReport)
  case rideDue(RideDue)
  case rideRefund(RideRefund)
  case rideSettlement(RideSettlement)
  case paymentResult(PaymentResultReport)
}

extension Intent {
  /// The ride that the sender names; nil for an intent about no ride or about a new one.
  package var rideIdentifier: RideIdentifier? {
    switch self {
    case .listRideOptions, .resolve, .requestRide, .vehicleUpdate: nil
    case .cancelRide(let intent): intent.rideIdentifier
    case .sendRideFeedback(let intent): intent.rideIdentifier
    case .getRideStatus(let intent): intent.rideIdentifier
    case .updatesDue(let due): due.rideIdentifier
    case .rideUpdate(let report): report.rideIdentifier
    case .rideDue(let due): due.rideIdentifier
    case .rideRefund(let refund): refund.rideIdentifier
    case .rideSettlement(let settlement): settlement.rideIdentifier
    case .paymentResult(let report): report.rideIdentifier
    }
  }
}

/// The JSON body of an intent, in its canonical form: one order of members, absent ones left out,
/// locales and instants normalised.
///
/// So the digest of the body shows whether a message with a known id is the same message.
package enum IntentCoding {
  /// Reads the body of a message of that type; every fault names its field.
  ///
  /// Unknown members are ignored, or refused if the request asks for strict decoding.
  package static func decode(
    _ type: MessageType, from bytes: [UInt8], strictly isStrict: Bool = false
  ) throws(JSONFault) -> Intent {
    let fields = try JSONFields(parsing: bytes)
    if isStrict { try type.requestSchema.checkNames(of: fields, as: type.rawValue) }
    return switch type {
    case .listRideOptionsResolve, .requestRideResolve: .resolve(try ResolveIntent(fields))
    case .listRideOptionsConfirm, .listRideOptions:
      .listRideOptions(try ListRideOptionsIntent(fields))
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
    }
  }

  /// Writes one object.
  package static func write(_ intent: Intent, into writer: inout JSONWriter) {
    writer.beginObject()
    switch intent {
    case .listRideOptions(let intent): intent.writeMembers(into: &writer)
    case .requestRide(let intent): intent.writeMembers(into: &writer)
    case .resolve(let intent): intent.writeMembers(into: &writer)
    case .cancelRide(let intent): intent.writeMembers(into: &writer)
    case .sendRideFeedback(let intent): intent.writeMembers(into: &writer)
    case .getRideStatus(let intent): intent.writeMembers(into: &writer)
    case .updatesDue(let due): due.writeMembers(into: &writer)
    case .vehicleUpdate(let update): update.writeMembers(into: &writer)
    case .rideUpdate(let report): report.writeMembers(into: &writer)
    case .rideDue(let due): due.writeMembers(into: &writer)
    case .rideRefund(let refund): refund.writeMembers(into: &writer)
    case .rideSettlement(let settlement): settlement.writeMembers(into: &writer)
    case .paymentResult(let report): report.writeMembers(into: &writer)
    }
    writer.endObject()
  }

  /// The intent as a JSON text of its own.
  package static func encode(_ intent: Intent) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(intent, into: &writer)
    return writer.finish()
  }
}

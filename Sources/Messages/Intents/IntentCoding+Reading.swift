package import JSON
import Rides

extension IntentCoding {
  /// Reads the body of a message of that type; every fault names its field.
  ///
  /// Unknown members are ignored, or refused where the request asks for that.
  package static func decode(
    _ type: MessageType, from bytes: [UInt8], strictly isStrict: Bool = false
  ) throws(JSONFault) -> Intent {
    let fields = try JSONFields(parsing: bytes)
    if isStrict { try type.requestSchema.checkNames(of: fields, as: type.rawValue) }
    switch type.operation {
    case .listRideOptions, .requestRide, .cancelRide, .sendRideFeedback, .getRideStatus:
      return try rider(type, fields)
    case .street: return try street(type, fields)
    }
  }

  private static func rider(_ type: MessageType, _ fields: JSONFields) throws(JSONFault) -> Intent {
    switch type {
    case .listRideOptionsResolve, .requestRideResolve: .resolve(try resolve(fields))
    case .listRideOptionsConfirm, .listRideOptions: .listRideOptions(try listRideOptions(fields))
    case .requestRideConfirm, .requestRide: .requestRide(try requestRide(fields))
    case .cancelRideConfirm, .cancelRide: .cancelRide(try cancelRide(fields))
    case .sendRideFeedbackConfirm, .sendRideFeedback:
      .sendRideFeedback(try sendRideFeedback(fields))
    default: .getRideStatus(try getRideStatus(fields))
    }
  }

  private static func street(
    _ type: MessageType, _ fields: JSONFields
  ) throws(JSONFault) -> Intent {
    switch type {
    case .vehicleUpdate: .vehicleUpdate(try vehicleUpdate(fields))
    case .rideUpdate: .rideUpdate(try rideUpdate(fields))
    case .updatesDue: .updatesDue(try updatesDue(fields))
    case .rideRefund: .rideRefund(try rideRefund(fields))
    case .rideSettlement: .rideSettlement(try rideSettlement(fields))
    case .paymentResult: .paymentResult(try paymentResult(fields))
    default: .rideDue(RideDue(rideIdentifier: try ride(of: fields)))
    }
  }

  static func place(_ name: String, of fields: JSONFields) throws(JSONFault) -> Place? {
    try fields.object(name).map(PlaceCoding.read)
  }

  static func rider(of fields: JSONFields) throws(JSONFault) -> RiderIdentifier {
    RiderIdentifier(try fields.require("riderIdentifier", try fields.identifier("riderIdentifier")))
  }

  static func ride(of fields: JSONFields) throws(JSONFault) -> RideIdentifier {
    RideIdentifier(try fields.require("rideIdentifier", try fields.identifier("rideIdentifier")))
  }

  static func vehicle(of fields: JSONFields) throws(JSONFault) -> VehicleIdentifier {
    VehicleIdentifier(
      try fields.require("vehicleIdentifier", try fields.identifier("vehicleIdentifier")))
  }
}

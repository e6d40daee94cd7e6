package import JSON
import Rides

extension IntentBody {
  /// Reads the body of a message of that type; every fault names its field.
  ///
  /// Unknown fields are ignored.
  package static func decode(_ type: MessageType, from bytes: [UInt8]) throws(JSONFault) -> Intent {
    let fields = try JSONFields(parsing: bytes)
    switch type {
    case .listRideOptions: return .listRideOptions(try listRideOptions(fields))
    case .requestRide: return .requestRide(try requestRide(fields))
    case .getRideStatus: return .getRideStatus(try getRideStatus(fields))
    case .vehicleUpdate: return .vehicleUpdate(try vehicleUpdate(fields))
    case .rideUpdate: return .rideUpdate(try rideUpdate(fields))
    case .rideDue: return .rideDue(RideDue(rideIdentifier: try ride(of: fields)))
    }
  }

  private static func listRideOptions(
    _ fields: JSONFields
  ) throws(JSONFault) -> ListRideOptionsIntent {
    ListRideOptionsIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      pickupLocation: try fields.require("pickupLocation", try place("pickupLocation", of: fields)),
      dropOffLocation: try fields.require(
        "dropOffLocation", try place("dropOffLocation", of: fields)))
  }

  private static func requestRide(_ fields: JSONFields) throws(JSONFault) -> RequestRideIntent {
    RequestRideIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      pickupLocation: try fields.require("pickupLocation", try place("pickupLocation", of: fields)),
      dropOffLocation: try place("dropOffLocation", of: fields),
      rideOptionName: try fields.line("rideOptionName", atMost: TextLimit.name),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: TextLimit.token),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodBody.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(PickupWindowBody.read))
  }

  private static func getRideStatus(
    _ fields: JSONFields
  ) throws(JSONFault) -> GetRideStatusIntent {
    GetRideStatusIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.identifier("rideIdentifier").map { RideIdentifier($0) })
  }

  private static func rideUpdate(_ fields: JSONFields) throws(JSONFault) -> RideUpdateReport {
    RideUpdateReport(
      rideIdentifier: try ride(of: fields),
      vehicleIdentifier: try vehicle(of: fields),
      event: try fields.require("event", try fields.word("event", of: RideEvent.self)),
      occurredAt: try fields.require("occurredAt", try fields.instant("occurredAt")))
  }

  private static func vehicleUpdate(_ fields: JSONFields) throws(JSONFault) -> VehicleUpdate {
    let vehicle = try vehicle(of: fields)
    let location = try fields.object("location")
    return VehicleUpdate(
      vehicleIdentifier: vehicle,
      sequence: try sequence(of: fields),
      onDuty: try fields.bool("onDuty"),
      products: try products(of: fields),
      capacity: try fields.count("capacity", in: 1...64),
      location: try location.map(PlaceBody.coordinate),
      course: try location.flatMap(VehicleBody.course),
      registrationPlate: try fields.line("registrationPlate", atMost: TextLimit.name),
      manufacturer: try fields.line("manufacturer", atMost: TextLimit.name),
      model: try fields.line("model", atMost: TextLimit.name),
      driver: try fields.object("driver").map(DriverBody.read))
  }

  private static func sequence(of fields: JSONFields) throws(JSONFault) -> Int64 {
    let sequence = try fields.require("sequence", try fields.integer("sequence"))
    guard sequence >= 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "sequence"), "expected at least 0, got \(sequence)")
    }
    return sequence
  }

  private static func products(of fields: JSONFields) throws(JSONFault) -> [ProductKey]? {
    let keys = try fields.array("products") { (elements) throws(JSONFault) in
      ProductKey(try elements.identifier())
    }
    guard let keys, !(1...16 ~= keys.count) else { return keys }
    throw JSONFault(
      .outOfRange, path: fields.path(to: "products"), "expected 1 to 16 products, got \(keys.count)"
    )
  }

  private static func place(_ name: String, of fields: JSONFields) throws(JSONFault) -> Place? {
    try fields.object(name).map(PlaceBody.read)
  }

  private static func rider(of fields: JSONFields) throws(JSONFault) -> RiderIdentifier {
    RiderIdentifier(try fields.require("riderIdentifier", try fields.identifier("riderIdentifier")))
  }

  private static func ride(of fields: JSONFields) throws(JSONFault) -> RideIdentifier {
    RideIdentifier(try fields.require("rideIdentifier", try fields.identifier("rideIdentifier")))
  }

  private static func vehicle(of fields: JSONFields) throws(JSONFault) -> VehicleIdentifier {
    VehicleIdentifier(
      try fields.require("vehicleIdentifier", try fields.identifier("vehicleIdentifier")))
  }
}

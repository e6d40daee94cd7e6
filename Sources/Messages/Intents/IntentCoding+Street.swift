import JSON
import Rides

/// The bodies of reports, commands and results.
extension IntentCoding {
  static func rideUpdate(_ fields: JSONFields) throws(JSONFault) -> RideUpdateReport {
    RideUpdateReport(
      rideIdentifier: try ride(of: fields),
      vehicleIdentifier: try vehicle(of: fields),
      event: try fields.require("event", try fields.word("event", of: RideReport.self)),
      occurredAt: try fields.require("occurredAt", try fields.instant("occurredAt")),
      meteredFare: try fields.object("meteredFare").map(fare))
  }

  static func vehicleUpdate(_ fields: JSONFields) throws(JSONFault) -> VehicleUpdate {
    let vehicle = try vehicle(of: fields)
    let location = try fields.object("location")
    return VehicleUpdate(
      vehicleIdentifier: vehicle,
      sequence: try sequence(of: fields),
      onDuty: try fields.bool("onDuty"),
      products: try products(of: fields),
      capacity: try fields.count("capacity", in: 1...64),
      location: try location.map(PlaceCoding.coordinate),
      course: try location.flatMap(VehicleCoding.course),
      locatedAt: try location.flatMap(VehicleCoding.timestamp),
      registrationPlate: try fields.line("registrationPlate", atMost: TextLimit.name),
      manufacturer: try fields.line("manufacturer", atMost: TextLimit.name),
      model: try fields.line("model", atMost: TextLimit.name),
      mapAnnotationImage: try fields.link("mapAnnotationImage"),
      driver: try fields.object("driver").map(DriverCoding.read))
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

  static func updatesDue(_ fields: JSONFields) throws(JSONFault) -> UpdatesDue {
    let correlationID = try fields.string("correlationIdentifier", atMost: ShortString.limit) ?? ""
    // No store keeps one, so that no observer has such an id.
    guard !correlationID.utf8.contains(0) else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "correlationIdentifier"), "expected no NUL, got one")
    }
    return UpdatesDue(
      rideIdentifier: try ride(of: fields),
      replyTo: try fields.require("replyTo", try fields.line("replyTo", atMost: ShortString.limit)),
      correlationID: correlationID,
      wasRefused: try fields.bool("wasRefused") ?? false)
  }

  static func rideRefund(_ fields: JSONFields) throws(JSONFault) -> RideRefund {
    RideRefund(
      rideIdentifier: try ride(of: fields),
      amount: try positiveAmount(try fields.require("amount", try fields.object("amount"))),
      reason: try fields.require("reason", try fields.text("reason", atMost: TextLimit.place)))
  }

  static func rideSettlement(_ fields: JSONFields) throws(JSONFault) -> RideSettlement {
    RideSettlement(
      rideIdentifier: try ride(of: fields),
      reason: try fields.require("reason", try fields.text("reason", atMost: TextLimit.place)),
      fare: try fields.object("fare").map(fare))
  }

  static func paymentResult(_ fields: JSONFields) throws(JSONFault) -> PaymentResultReport {
    PaymentResultReport(
      rideIdentifier: try ride(of: fields),
      result: PaymentResult(
        key: try fields.require("key", try fields.line("key", atMost: TextLimit.place)),
        outcome: try fields.require(
          "outcome", try fields.word("outcome", of: PaymentResult.Outcome.self)),
        reference: try fields.line("reference", atMost: TextLimit.place),
        message: try fields.text("message", atMost: TextLimit.comment)))
  }

  /// An amount of nothing or more.
  private static func fare(_ fields: JSONFields) throws(JSONFault) -> Money {
    let amount = try MoneyCoding.amount(fields)
    // There has to be room for what is billed beside it.
    guard 0...(Money.limit / 10) ~= amount.minorUnits else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "amount"),
        "expected nothing or more, up to \(Money.limit / 10) minor units, got "
          + amount.decimalString)
    }
    return amount
  }

  /// An amount of more than nothing.
  static func positiveAmount(_ fields: JSONFields) throws(JSONFault) -> Money {
    let amount = try MoneyCoding.amount(fields)
    guard amount.minorUnits > 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "amount"),
        "expected more than nothing, got \(amount.decimalString)")
    }
    return amount
  }
}

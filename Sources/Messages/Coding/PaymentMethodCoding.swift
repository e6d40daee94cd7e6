// Written from Objects by Tests/Lab/messages: change that, not this.

package import JSON
package import Rides

/// The form in which a vehicle reports its driver; it is written as that of a ride.
enum ReportedDriverCoding {
  static func read(_ fields: JSONFields) throws(JSONFault) -> Driver {
    Driver(
      name: try fields.require("name", try fields.printableLine("name")),
      rating: try fields.printableLine("rating"),
      phoneNumber: try fields.phoneNumber("phoneNumber"),
      image: try fields.link("image"))
  }
}

/// The wire form of so many of an extra.
enum ExtraCountCoding {
  static func write(_ value: ExtraCount, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("extraIdentifier", value.identifier.rawValue)
    writer.member("count", value.count)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> ExtraCount {
    ExtraCount(
      identifier: ExtraKey(try fields.requiredIdentifier("extraIdentifier")),
      count: try fields.require("count", try fields.count("count", in: 1...99)))
  }
}

/// The wire form of a call for help.
enum HelpCallCoding {
  static func write(_ value: HelpCall, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", value.number)
    writer.member("caller", value.caller.rawValue)
    writer.member("vehicleIdentifier", value.vehicle?.rawValue)
    writer.member("messageIdentifier", value.messageIdentifier)
    writer.member("calledAt", value.calledAt)
    writer.member("location", value.location, by: PlaceCoding.write)
    writer.member("note", value.note)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> HelpCall {
    HelpCall(
      number: try fields.requiredCount("number"),
      caller: try fields.requiredWord("caller", of: HelpCall.Caller.self),
      vehicle: try fields.identifier("vehicleIdentifier").map { VehicleIdentifier($0) },
      messageIdentifier: try fields.requiredStoredText("messageIdentifier"),
      calledAt: try fields.requiredInstant("calledAt"),
      location: try fields.object("location").map(PlaceCoding.read),
      note: try fields.storedText("note"))
  }
}

/// The wire form of a toll that a driver has paid.
enum PaidTollCoding {
  static func write(_ value: PaidToll, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("tollIdentifier", value.identifier)
    writer.member("amount", value.amount, by: MoneyCoding.write)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> PaidToll {
    PaidToll(
      identifier: try fields.require(
        "tollIdentifier", try fields.line("tollIdentifier", atMost: 128)),
      amount: try MoneyCoding.amountAboveZero(try fields.requiredObject("amount")))
  }
}

/// The wire form of a command to a payment system.
enum PaymentCommandCoding {
  static func write(_ value: PaymentCommand, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", value.key)
    writer.member("operation", value.operation.rawValue)
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    if let amount = value.amount { MoneyCoding.writeMembers("amount", amount, into: &writer) }
    writer.member("paymentMethod", value.method, by: PaymentMethodCoding.writeWhole)
    writer.member("reference", value.reference)
    writer.endObject()
  }
}

/// The wire form of a way to pay.
package enum PaymentMethodCoding {
  /// Writes one object.
  package static func write(_ value: PaymentMethod, withToken: Bool, into writer: inout JSONWriter)
  {
    writer.beginObject()
    writer.member("type", value.kind.rawValue)
    writer.member("name", value.name)
    writer.member("identificationHint", value.identificationHint)
    if withToken { writer.member("token", value.token) }
    writer.member("expirationDate", value.expirationDate)
    writer.member("image", value.image)
    writer.endObject()
  }

  /// Reads one object.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> PaymentMethod {
    PaymentMethod(
      kind: try fields.requiredWord("type", of: PaymentMethod.Kind.self),
      name: try fields.line("name", atMost: 128),
      identificationHint: try fields.line("identificationHint", atMost: 128),
      token: try fields.line("token", atMost: 2048),
      expirationDate: try fields.instant("expirationDate"),
      image: try fields.link("image"))
  }
}

/// The wire form of a payment on a receipt.
enum ReceiptPaymentCoding {
  static func write(_ value: RideReceipt.Payment, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("means", value.means.rawValue)
    MoneyCoding.writeMembers("amount", value.amount, into: &writer)
    writer.member("type", value.kind?.rawValue)
    writer.member("name", value.name)
    writer.member("identificationHint", value.identificationHint)
    writer.endObject()
  }
}

/// The wire form of the receipt of a ride.
enum RideReceiptCoding {
  static func write(_ value: RideReceipt, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    writer.member("riderIdentifier", value.riderIdentifier.rawValue)
    writer.member("number", value.number)
    writer.member("outcome", value.outcome.rawValue)
    writer.member("price", value.price, by: MoneyCoding.write)
    writer.member("fareLineItems", each: value.fareLineItems, by: FareLineItemCoding.write)
    writer.member("payments", each: value.payments, by: ReceiptPaymentCoding.write)
    writer.member("outstanding", value.outstanding, by: MoneyCoding.write)
    writer.member("overpaid", value.overpaid, by: MoneyCoding.write)
    writer.member("tip", value.tip, by: ReceiptPaymentCoding.write)
    writer.member("refunds", each: value.refunds, by: MoneyCoding.write)
    writer.member("drivenMetres", value.drivenMetres)
    writer.member("requestedAt", value.requestedAt)
    writer.member("arrivedAt", value.arrivedAt)
    writer.member("startedAt", value.startedAt)
    writer.member("endedAt", value.endedAt)
    writer.member("timeZone", value.timeZone)
    writer.endObject()
  }
}

/// The wire form of a call for help with what helpers need of its ride.
enum RideSOSCoding {
  static func write(_ value: RideSOS, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    writer.member("riderIdentifier", value.riderIdentifier.rawValue)
    writer.member("phase", value.phase.rawValue)
    writer.member("call", value.call, by: HelpCallCoding.write)
    writer.member("vehicle", value.vehicle, by: VehicleCoding.write)
    writer.member("driver", value.driver, by: DriverCoding.write)
    writer.endObject()
  }
}

/// The wire form of the driver of a shared ride.
enum SharedDriverCoding {
  static func write(_ value: Driver, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", value.name)
    writer.member("image", value.image)
    writer.endObject()
  }
}

/// The wire form of a ride for those with whom its rider shares it.
enum SharedStatusCoding {
  static func write(_ value: SharedStatus, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("phase", value.phase.rawValue)
    writer.member("updatedAt", value.updatedAt)
    writer.member("vehicle", value.vehicle, by: VehicleCoding.write)
    writer.member("driver", value.driver, by: SharedDriverCoding.write)
    writer.member("estimatedPickupDate", value.estimatedPickupDate)
    writer.member("estimatedDropOffDate", value.estimatedDropOffDate)
    writer.member("scheduledPickupTime", value.scheduledPickupTime, by: PickupWindowCoding.write)
    writer.member("pickupLocation", value.pickupLocation, by: PlaceCoding.write)
    writer.member("waypoints", each: value.waypoints, by: PlaceCoding.write)
    writer.member("dropOffLocation", value.dropOffLocation, by: PlaceCoding.write)
    writer.endObject()
  }
}

/// The wire form of what a vehicle is told of a ride.
enum VehicleAssignmentCoding {
  static func write(_ value: VehicleAssignment, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("vehicleIdentifier", value.vehicleIdentifier.rawValue)
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    writer.member("sequence", value.sequence)
    writer.member("state", value.state.rawValue)
    writer.member("phase", value.phase.rawValue)
    writer.member("updatedAt", value.updatedAt)
    writer.member("expiresAt", value.expiresAt)
    writer.member("riderName", value.riderName)
    writer.member("riderPhone", value.riderPhone)
    if value.isGuest { writer.member("isGuest", true) }
    writer.member("note", value.note)
    writer.member("partySize", value.partySize)
    writer.member("scheduledPickupTime", value.scheduledPickupTime, by: PickupWindowCoding.write)
    writer.member("pickupLocation", value.pickupLocation, by: PlaceCoding.write)
    writer.member("waypoints", each: value.waypoints, by: PlaceCoding.write)
    writer.member("dropOffLocation", value.dropOffLocation, by: PlaceCoding.write)
    writer.member("extras", each: value.extras, by: BookedExtraCoding.write)
    writer.endObject()
  }
}

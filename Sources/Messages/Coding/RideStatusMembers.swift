// Written from Objects by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of an extra that was booked with a ride.
enum BookedExtraCoding {
  static func write(_ value: BookedExtra, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("extraIdentifier", value.identifier.rawValue)
    writer.member("name", value.name)
    writer.member("count", value.count)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> BookedExtra {
    BookedExtra(
      identifier: ExtraKey(try fields.requiredIdentifier("extraIdentifier")),
      name: try fields.requiredStoredText("name"),
      count: try fields.requiredCount("count"))
  }
}

/// The wire form of how a ride ended.
enum CompletionStatusCoding {
  static func write(_ value: CompletionStatus, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("outcome", value.outcome.rawValue)
    writer.member("cause", value.cause?.rawValue)
    writer.member("atFault", value.party?.rawValue)
    writer.member("causeText", value.causeText)
    writer.member("payment", value.payment, by: PaymentCoding.write)
    writer.member("refunds", each: value.refunds, by: TransferCoding.write)
    writer.member("tip", value.tip, by: TransferCoding.write)
    writer.member("startedAt", value.startedAt)
    writer.member("endedAt", value.endedAt)
    writer.member("drivenMetres", value.drivenMetres)
    writer.member("timeZone", value.timeZone)
    writer.member("feedback", value.feedback.map(\.rawValue))
    writer.member("defaultTippingOptions", each: value.defaultTippingOptions, by: MoneyCoding.write)
    writer.member("completionUserActivity", value.userActivity, by: UserActivityCoding.write)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus {
    CompletionStatus(
      outcome: try fields.requiredWord("outcome", of: CompletionStatus.Outcome.self),
      cause: try fields.word("cause", of: CancellationCause.self),
      party: try fields.word("atFault", of: FaultParty.self),
      causeText: try fields.storedText("causeText"),
      payment: try fields.object("payment").map(PaymentCoding.read),
      refunds: try fields.objects("refunds", TransferCoding.read),
      tip: try fields.object("tip").map(TransferCoding.read),
      startedAt: try fields.instant("startedAt"),
      endedAt: try fields.instant("endedAt"),
      drivenMetres: try fields.count("drivenMetres"),
      timeZone: try fields.storedText("timeZone"),
      feedback: try fields.words("feedback", of: CompletionStatus.Feedback.self) ?? [],
      defaultTippingOptions: try fields.objects("defaultTippingOptions", MoneyCoding.amount),
      userActivity: try fields.object("completionUserActivity").map(UserActivityCoding.read))
  }
}

/// The wire form of the driver of a ride.
enum DriverCoding {
  static func write(_ value: Driver, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", value.name)
    writer.member("rating", value.rating)
    writer.member("phoneNumber", value.phoneNumber)
    writer.member("image", value.image)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Driver {
    Driver(
      name: try fields.require("name", try fields.line("name", atMost: TextLimit.name)),
      rating: try fields.line("rating", atMost: TextLimit.name),
      phoneNumber: try fields.line("phoneNumber", atMost: TextLimit.name),
      image: try fields.link("image"))
  }
}

/// The wire form of what a ride costs.
enum PaymentCoding {
  static func write(_ value: CompletionStatus.Payment, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("state", value.state.rawValue)
    MoneyCoding.writeMembers("amount", value.amount, into: &writer)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus.Payment {
    CompletionStatus.Payment(
      state: try fields.requiredWord("state", of: CompletionStatus.Payment.State.self),
      amount: try MoneyCoding.read("amount", of: fields))
  }
}

/// The wire form of a place.
enum PlaceCoding {
  static func write(_ value: Place, into writer: inout JSONWriter) {
    writer.beginObject()
    CoordinateCoding.write(value.coordinate, into: &writer)
    writer.member("accuracyMetres", value.accuracyMetres)
    writer.member("name", value.name)
    writer.member("addressLines", value.addressLines)
    writer.member("locality", value.locality)
    writer.member("administrativeArea", value.administrativeArea)
    writer.member("postalCode", value.postalCode)
    writer.member("isoCountryCode", value.isoCountryCode)
    writer.member("timeZone", value.timeZone)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Place {
    Place(
      coordinate: try CoordinateCoding.read(fields),
      accuracyMetres: try fields.number("accuracyMetres", from: 0, of: "metres"),
      name: try fields.text("name", atMost: 256),
      addressLines: try fields.texts("addressLines", atMost: 256, count: 16),
      locality: try fields.text("locality", atMost: 256),
      administrativeArea: try fields.text("administrativeArea", atMost: 256),
      postalCode: try fields.text("postalCode", atMost: 256),
      isoCountryCode: try fields.text("isoCountryCode", atMost: 256),
      timeZone: try fields.text("timeZone", atMost: 256))
  }
}

/// The members of a ride's status that have one wire form in responses, in events and in the
/// store.
enum RideStatusMembers {
  static func write(_ value: RideStatus, phase: String, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    writer.member("riderIdentifier", value.riderIdentifier.rawValue)
    writer.member("sequence", value.sequence)
    writer.member("phase", phase)
    writer.member("updatedAt", value.updatedAt)
    writer.member("completionStatus", value.completionStatus, by: CompletionStatusCoding.write)
    writer.member("vehicle", value.vehicle, by: VehicleCoding.write)
    writer.member("driver", value.driver, by: DriverCoding.write)
    writer.member("startCode", value.startCode?.digits)
    if value.isStartHeld { writer.member("isStartHeld", true) }
    writer.member("estimatedPickupDate", value.estimatedPickupDate)
    writer.member("estimatedDropOffDate", value.estimatedDropOffDate)
    writer.member("estimatedPickupEndDate", value.estimatedPickupEndDate)
    writer.member("scheduledPickupTime", value.scheduledPickupTime, by: PickupWindowCoding.write)
    writer.member("remindedAt", value.remindedAt)
    writer.member("pickupLocation", value.pickupLocation, by: PlaceCoding.write)
    writer.member("waypoints", each: value.waypoints, by: PlaceCoding.write)
    writer.member("dropOffLocation", value.dropOffLocation, by: PlaceCoding.write)
    writer.member("rideOption", value.rideOption, by: RideOptionCoding.write)
    writer.member("extras", each: value.extras, by: BookedExtraCoding.write)
    writer.member(
      "userActivityForCancelingInApplication", value.cancelingActivity, by: UserActivityCoding.write
    )
    writer.member(
      "additionalActionActivities", each: value.additionalActivities, by: UserActivityCoding.write)
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> RideStatus {
    RideStatus(
      rideIdentifier: try fields.ride(),
      riderIdentifier: try fields.rider(),
      sequence: try fields.requiredCount("sequence"),
      phase: try fields.requiredWord("phase", of: RidePhase.self),
      updatedAt: try fields.requiredInstant("updatedAt"),
      completionStatus: try fields.object("completionStatus").map(CompletionStatusCoding.read),
      vehicle: try fields.object("vehicle").map(VehicleCoding.read),
      driver: try fields.object("driver").map(DriverCoding.read),
      startCode: try fields.startCode("startCode"),
      isStartHeld: try fields.bool("isStartHeld") ?? false,
      estimatedPickupDate: try fields.instant("estimatedPickupDate"),
      estimatedDropOffDate: try fields.instant("estimatedDropOffDate"),
      estimatedPickupEndDate: try fields.instant("estimatedPickupEndDate"),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(PickupWindowCoding.read),
      remindedAt: try fields.instant("remindedAt"),
      pickupLocation: try PlaceCoding.read(try fields.requiredObject("pickupLocation")),
      waypoints: try fields.objects("waypoints", PlaceCoding.read),
      dropOffLocation: try fields.object("dropOffLocation").map(PlaceCoding.read),
      rideOption: try RideOptionCoding.read(try fields.requiredObject("rideOption")),
      extras: try fields.objects("extras", BookedExtraCoding.read),
      cancelingActivity: try fields.object("userActivityForCancelingInApplication").map(
        UserActivityCoding.read),
      additionalActivities: try fields.objects(
        "additionalActionActivities", UserActivityCoding.read))
  }
}

/// The wire form of money that moves after the ride.
enum TransferCoding {
  static func write(_ value: CompletionStatus.Transfer, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("state", value.state.rawValue)
    MoneyCoding.writeMembers("amount", value.amount, into: &writer)
    if value.isOverpayment { writer.member("isOverpayment", true) }
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus.Transfer {
    CompletionStatus.Transfer(
      state: try fields.requiredWord("state", of: RideAccount.Order.State.self),
      amount: try MoneyCoding.read("amount", of: fields),
      isOverpayment: try fields.bool("isOverpayment") ?? false)
  }
}

/// The wire form of a ride's vehicle.
enum VehicleCoding {
  static func write(_ value: Vehicle, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("vehicleIdentifier", value.identifier.rawValue)
    PositionCoding.write(
      value.location, course: value.course, at: value.locatedAt, within: value.accuracyMetres,
      into: &writer)
    writer.member("registrationPlate", value.registrationPlate)
    writer.member("manufacturer", value.manufacturer)
    writer.member("model", value.model)
    writer.member("mapAnnotationImage", value.mapAnnotationImage)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Vehicle {
    let identifier = try fields.vehicle()
    let location = try fields.object("location")
    return Vehicle(
      identifier: identifier,
      location: try location.map(CoordinateCoding.read),
      course: try location.flatMap(PositionCoding.course),
      locatedAt: try location.flatMap(PositionCoding.timestamp),
      accuracyMetres: try location.flatMap(PositionCoding.accuracy),
      registrationPlate: try fields.line("registrationPlate", atMost: TextLimit.name),
      manufacturer: try fields.line("manufacturer", atMost: TextLimit.name),
      model: try fields.line("model", atMost: TextLimit.name),
      mapAnnotationImage: try fields.link("mapAnnotationImage"))
  }
}

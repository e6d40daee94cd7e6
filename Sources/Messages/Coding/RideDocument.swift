package import JSON
package import Rides

/// The stored form of a whole ride: its status in the wire form, and its internal values.
package enum RideDocument {
  /// The form of a document; raise the number when `RideStatusCoding.write` writes another text for
  /// the same status.
  ///
  /// From the first release on, `decode` must then read the form before, too.
  /// A status in this form is copied from the document into answers.
  private static let form = 2

  /// The first bytes of a document in this form, up to its status.
  static let statusStart = Array(#"{"form":\#(form),"status":"#.utf8)

  /// The range of a status of that many bytes in a document.
  package static func statusPlace(count: Int) -> Range<Int> {
    statusStart.count..<(statusStart.count + count)
  }

  /// The ride as a JSON text.
  ///
  /// - Parameter status: The status of the ride as written by `RideStatusCoding.write`, if the
  ///   caller has it already; else nil.
  package static func encode(_ ride: Ride, status: [UInt8]? = nil) -> [UInt8] {
    var writer = JSONWriter(capacity: 4096)
    writer.beginObject()
    writer.member("form", form)
    writer.key("status")
    if let status {
      writer.raw(status)
    } else {
      RideStatusCoding.write(ride.status, into: &writer)
    }
    writer.member("area", ride.area)
    writer.member("product", ride.product.rawValue)
    writer.member("locale", ride.locale)
    writer.member("slot", ride.slot)
    writer.member("partySize", ride.partySize)
    writer.member("requiredExtras", each: ride.requiredExtras, by: ExtraCountCoding.write)
    writer.member("passenger", ride.passenger, by: PassengerCoding.write)
    writer.member("paymentMethod", ride.paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member("requiresAcceptance", ride.requiresAcceptance)
    if ride.status.isVehicleAsked { writer.member("isVehicleAsked", true) }
    writer.member("createdAt", ride.createdAt)
    writer.member("declinedBy", ride.declinedBy.map(\.rawValue))
    writer.member("plannedVehicle", ride.plannedVehicle?.rawValue)
    writer.member("routeSeconds", ride.routeSeconds)
    writeCourse(of: ride, into: &writer)
    writeEnd(of: ride, into: &writer)
    writer.endObject()
    return writer.finish()
  }

  private static func writeCourse(of ride: Ride, into writer: inout JSONWriter) {
    writer.member("isSought", ride.isSought)
    writer.member("searchFrom", ride.searchFrom)
    writer.member("searchUntil", ride.searchUntil)
    writer.member("remindAt", ride.remindAt)
    writer.member("lookAgainAt", ride.lookAgainAt)
    writer.member("awaitedUntil", ride.awaitedUntil)
    writer.member("watch", ride.watch, by: VehicleWatchCoding.write)
    writer.member("dropOuts", ride.dropOuts)
    writer.member("droppedOut", each: ride.droppedOut, by: VehicleWatchCoding.write)
    writer.member("commitment", ride.commitment, by: write)
    writer.member("arrivedAt", ride.arrivedAt)
    if let doubt = ride.arrivalDoubt { writer.member("arrivalDoubt", doubt) }
    writer.member("leftPickupAt", ride.leftPickupAt)
    if let doubt = ride.boardingDoubt { writer.member("boardingDoubt", doubt) }
    writer.member("startCheck", ride.startCheck, by: write)
    writer.member("startedAt", ride.startedAt)
    writer.member("turns", each: ride.turns) { turn, writer in
      writer.beginObject()
      CoordinateCoding.write(turn.place, into: &writer)
      writer.member("stopsBefore", turn.stopsBefore)
      writer.endObject()
    }
    writer.member("endedAt", ride.endedAt)
    writer.member("driven", ride.driven, by: DrivenWayCoding.write)
    writer.member("tolls", each: ride.tolls, by: PaidTollCoding.write)
    writer.member("helpCalls", each: ride.helpCalls, by: HelpCallCoding.write)
  }

  private static func write(_ commitment: Ride.Commitment, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("since", commitment.since)
    writer.member("estimatedPickup", commitment.estimatedPickup)
    if let freeUntil = commitment.freeUntil { writer.member("freeUntil", freeUntil) }
    writer.endObject()
  }

  private static func write(_ check: StartCheck, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("wrongCodes", check.wrongCodes)
    if check.isWaived { writer.member("isWaived", true) }
    writer.endObject()
  }

  private static func writeEnd(of ride: Ride, into writer: inout JSONWriter) {
    writer.member("cancellationTerms", ride.cancellationTerms, by: CancellationCoding.write)
    writer.member("cancellation", ride.cancellation, by: CancellationCoding.write)
    writer.member("completionActivity", ride.completionActivity, by: UserActivityCoding.write)
    writer.member("rating", ride.rating)
    writer.member("comment", ride.comment)
    writer.member("ratingDueBy", ride.ratingDueBy)
    writer.member("agreedFare", ride.agreedFare, by: AgreedFareCoding.write)
    writer.member("heldFare", ride.heldFare, by: MoneyCoding.write)
    if let reason = ride.heldReason { writer.member("heldReason", reason) }
    writer.member("account", ride.account, by: RideAccountCoding.write)
  }

  /// Reads the output of `encode`; the exact inverse.
  ///
  /// Throws a fault at `form` for a document in another form.
  package static func decode(_ bytes: [UInt8]) throws(JSONFault) -> Ride {
    let fields = try JSONFields(parsing: bytes, limits: .stored)
    let found = try fields.count("form")
    guard found == form else {
      throw JSONFault(
        .outOfRange, path: "form", "expected \(form), got \(found.map(String.init) ?? "none")")
    }
    var ride = try ride(of: fields)
    ride.requiredExtras = try fields.objects("requiredExtras", ExtraCountCoding.read)
    ride.plannedVehicle = try fields.identifier("plannedVehicle").map { VehicleIdentifier($0) }
    ride.passenger = try fields.object("passenger").map(PassengerCoding.read)
    ride.commitment = try fields.object("commitment").map(commitment)
    ride.watch = try fields.object("watch").map(VehicleWatchCoding.read)
    ride.droppedOut = try fields.objects("droppedOut", VehicleWatchCoding.readDropOut)
    ride.startCheck = try fields.object("startCheck").map(startCheck)
    ride.tolls = try fields.objects("tolls", PaidTollCoding.read)
    ride.helpCalls = try fields.objects("helpCalls", HelpCallCoding.read)
    // Only a ride that is booked ahead has a reminder.
    if ride.status.scheduledPickupTime != nil { ride.remindAt = try fields.instant("remindAt") }
    // A rider who is not aboard yet has changed no way.
    if ride.startedAt != nil {
      ride.turns = try fields.objects("turns") { (fields) throws(JSONFault) in
        Turn(
          place: try CoordinateCoding.read(fields), stopsBefore: try fields.count("stopsBefore"))
      }
    }
    ride.driven = try fields.object("driven").map(DrivenWayCoding.read)
    ride.heldFare = try fields.object("heldFare").map(MoneyCoding.amount)
    ride.heldReason = try fields.storedText("heldReason")
    ride.arrivalDoubt = try fields.storedText("arrivalDoubt")
    ride.leftPickupAt = try fields.instant("leftPickupAt")
    ride.boardingDoubt = try fields.storedText("boardingDoubt")
    return ride
  }

  private static func ride(of fields: JSONFields) throws(JSONFault) -> Ride {
    var status = try RideStatusCoding.read(
      try fields.requiredObject("status"))
    status.isVehicleAsked = try fields.bool("isVehicleAsked") ?? false
    let account = try RideAccountCoding.read(
      try fields.requiredObject("account"), ride: status.rideIdentifier)
    return Ride(
      status: status,
      area: try fields.requiredStoredText("area"),
      product: ProductKey(try fields.requiredStoredText("product")),
      locale: try fields.requiredStoredText("locale"),
      slot: try fields.requiredCount("slot"),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      requiresAcceptance: try fields.require(
        "requiresAcceptance", try fields.bool("requiresAcceptance")),
      createdAt: try fields.requiredInstant("createdAt"),
      declinedBy: try fields.array("declinedBy", vehicle) ?? [],
      routeSeconds: try fields.count("routeSeconds"),
      isSought: try fields.require("isSought", try fields.bool("isSought")),
      searchFrom: try fields.requiredInstant("searchFrom"),
      searchUntil: try fields.requiredInstant("searchUntil"),
      lookAgainAt: try fields.instant("lookAgainAt"),
      awaitedUntil: try fields.instant("awaitedUntil"),
      dropOuts: try fields.requiredCount("dropOuts"),
      arrivedAt: try fields.instant("arrivedAt"),
      startedAt: try fields.instant("startedAt"), endedAt: try fields.instant("endedAt"),
      cancellationTerms: try fields.object("cancellationTerms").map(CancellationCoding.readTerms),
      cancellation: try fields.object("cancellation").map(CancellationCoding.read),
      completionActivity: try fields.object("completionActivity").map(UserActivityCoding.read),
      rating: try fields.count("rating"),
      comment: try fields.storedText("comment"),
      ratingDueBy: try fields.instant("ratingDueBy"),
      agreedFare: try agreedFare(of: fields, account.currency), account: account)
  }

  private static func commitment(
    _ fields: JSONFields
  ) throws(JSONFault) -> Ride.Commitment {
    Ride.Commitment(
      since: try fields.requiredInstant("since"),
      estimatedPickup: try fields.instant("estimatedPickup"),
      freeUntil: try fields.instant("freeUntil"))
  }

  private static func startCheck(_ fields: JSONFields) throws(JSONFault) -> StartCheck {
    StartCheck(
      wrongCodes: try fields.requiredCount("wrongCodes"),
      isWaived: try fields.bool("isWaived") ?? false)
  }

  private static func agreedFare(
    of fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> AgreedFare? {
    guard let agreed = try fields.object("agreedFare") else { return nil }
    return try AgreedFareCoding.read(agreed, currency: currency)
  }

  private static func vehicle(
    _ elements: inout JSONElements
  ) throws(JSONFault) -> VehicleIdentifier {
    VehicleIdentifier(try elements.identifier())
  }
}

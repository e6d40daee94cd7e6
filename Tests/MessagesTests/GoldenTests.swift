import JSON
import Messages
import Rides
import Testing

@Suite("GoldenTests")
struct GoldenTests {
  @Test(
    "Every intent has the recorded form",
    arguments: [
      ("list-ride-options", .listRideOptions(Samples.list)),
      ("request-ride", .requestRide(Samples.booking)),
      ("request-ride-resolve", .resolve(Samples.resolve)),
      (
        "get-ride-status",
        .getRideStatus(
          GetRideStatusIntent(
            riderIdentifier: RiderIdentifier("rider-42"), rideIdentifier: RideIdentifier("ride-9")))
      ),
      ("vehicle-update", .vehicleUpdate(Samples.vehicleUpdate)),
      ("ride-update", .rideUpdate(Samples.report)),
      ("ride-due", .rideDue(RideDue(rideIdentifier: RideIdentifier("ride-9")))),
    ] as [(String, Intent)])
  func intents(name: String, intent: Intent) throws {
    try Golden.expect(IntentCoding.encode(intent), is: name)
  }

  @Test("What the parameters of a request have come to has the recorded form")
  func resolutions() throws {
    let window = PickupWindow(
      start: Samples.now, end: Samples.now.advanced(bySeconds: 600), timeZone: "America/Chicago")
    var writer = JSONWriter()
    ResponseCoding.writeResolutions(
      [
        (.pickupLocation, .success(.place(Samples.chicago))),
        (.dropOffLocation, .needsValue),
        (.rideOptionName, .confirmationRequired(.optionName("SUV"))),
        (.partySize, .unsupported(Refusal(.belowOne, "expected 1", path: "partySize"))),
        (.scheduledPickupTime, .disambiguation([.pickupWindow(window)])),
        (.paymentMethod, .notRequired),
      ], status: nil, into: &writer)
    try Golden.expect(writer.finish(), is: "request-ride-resolve.response")
  }

  @Test("A ride that is confirmed and not booked has the recorded form")
  func prospect() throws {
    var writer = JSONWriter()
    ResponseCoding.writeRide(
      .ready, status: RideStatusCoding.encodeProspect(Samples.received), into: &writer)
    try Golden.expect(writer.finish(), is: "request-ride-confirm.response")
  }

  @Test("A failure shows the ride that there is, in the recorded form")
  func failureWithRide() throws {
    var writer = JSONWriter()
    ResponseCoding.writeFailure(
      RequestError(.conflictingMessageIdentifier, "used before"),
      status: RideStatusCoding.encode(Samples.received), into: &writer)
    try Golden.expect(writer.finish(), is: "failure-with-ride.response")
  }

  @Test("A list of options has the recorded form")
  func list() throws {
    var writer = JSONWriter()
    let options = [Samples.option("SUV", key: "suv"), Samples.metered]
    ResponseCoding.writeList(
      of: options.count,
      paymentMethods: PaymentMethodCoding.encode([
        PaymentMethod(kind: .applePay, name: "Apple Pay", token: "never shown"),
        PaymentMethod(kind: .credit, name: "Card", identificationHint: "4242"),
      ]),
      expirationDate: instant("2026-11-21T05:09:00Z"), into: &writer
    ) { RideOptionCoding.write(options[$0], into: &$1) }
    try Golden.expect(writer.finish(), is: "list-ride-options.response")
  }

  @Test(
    "A ride's status has the recorded form in every phase",
    arguments: [
      ("received", Samples.received), ("completed", Samples.completed),
    ])
  func statuses(name: String, status: RideStatus) throws {
    var writer = JSONWriter()
    ResponseCoding.writeRide(.success, status: RideStatusCoding.encode(status), into: &writer)
    try Golden.expect(writer.finish(), is: "ride-status-\(name).response")
  }

  @Test("No ride has the recorded form")
  func noRide() throws {
    var writer = JSONWriter()
    ResponseCoding.writeRide(.success, status: nil, into: &writer)
    try Golden.expect(writer.finish(), is: "ride-status-none.response")
  }

  @Test("Failures have the recorded form")
  func failures() throws {
    var writer = JSONWriter()
    ResponseCoding.writeFailure(
      RequestError(.outOfRange, "expected degrees from -90 to 90, got 91.0", path: "a.latitude"),
      into: &writer)
    try Golden.expect(writer.finish(), is: "failure.response")
    ResponseCoding.writeFailure(
      RequestError(
        Refusal(.serviceTemporarilyUnavailable, "nothing can be offered now")),
      code: .failureRequiringAppLaunchServiceTemporarilyUnavailable, into: &writer)
    try Golden.expect(writer.finish(), is: "failure-passing.response")
  }

  /// Where this form of a status has changed, `RideDocument` counts up the number that it begins
  /// with: what is stored in another form is refused.
  @Test("A ride's document has the recorded form")
  func document() throws {
    try Golden.expect(RideDocument.encode(Samples.ride), is: "ride-document")
  }

  @Test("A response is addressed as recorded")
  func response() throws {
    var writer = JSONWriter()
    ResponseCoding.writeFailure(RequestError(.unknownOption, "expected an option"), into: &writer)
    let publication = Publication.response(to: Samples.context, body: writer.finish())
    try Golden.expect(try #require(publication), is: "response.publication")
  }

  @Test("An event has the recorded form")
  func event() throws {
    let event = RideStatusEvent(
      rideIdentifier: RideIdentifier("ride-9"), sequence: 6, phase: .completed,
      occurredAt: Samples.now, status: RideStatusCoding.encode(Samples.completed),
      traceparent: Samples.traceparent, tracestate: "a=1")
    try Golden.expect(event.publication, is: "ride-status-event.publication")
  }

  @Test("The command to process a ride has the recorded form")
  func rideDue() throws {
    let command = Publication.rideDue(
      RideDue(rideIdentifier: RideIdentifier("ride-9")), messageIdentifier: "ride-9/1/due",
      traceparent: Samples.traceparent)
    try Golden.expect(command, is: "ride-due.publication")
  }

  @Test("A command to a payment system has the recorded form, and no other text is one")
  func payment() throws {
    let body = PaymentMessage.encode(Samples.capture)
    let command = PaymentMessage.publication(of: body, traceparent: Samples.traceparent)
    try Golden.expect(try #require(command), is: "payment.publication")
    for text in ["", "{}", #"{"key":"k"}"#, #"{"key":"k","operation":"steal"}"#] {
      #expect(PaymentMessage.publication(of: Array(text.utf8)) == nil)
    }
  }

  @Test("The command to update an observer has the recorded form")
  func updatesDue() throws {
    let command = Publication.updatesDue(
      UpdatesDue(rideIdentifier: RideIdentifier("ride-9"), replyTo: "replies"),
      messageIdentifier: "ride-9/updates-due/1")
    try Golden.expect(command, is: "updates-due.publication")
  }

  @Test("A dead letter has the recorded form")
  func deadLetter() throws {
    let letter = DeadLetter(
      delivery: Delivery(
        deliveryTag: 1, redelivered: true, exchange: Role.riders.exchange,
        routingKey: "request-ride.handle",
        properties: MessageProperties(
          contentType: "application/json",
          headers: [
            Header("deadline", .string("2026-11-21T05:05:00Z")),
            Header("x-delivery-count", .integer(3)),
            Header("tenant", .integer(5)),
          ],
          deliveryMode: 2, correlationID: "c-1", replyTo: "replies.gateway.a",
          expiration: "1000",
          messageID: "m-1", type: "request-ride.handle", userID: "producer", appID: "app"),
        body: Array(#"{"riderIdentifier":7}"#.utf8)),
      family: .requestRide,
      error: RequestError(
        .wrongType, "expected a string, got a number", path: "riderIdentifier"),
      failedAt: Samples.now, worker: "request-ride-worker@host")
    try Golden.expect(letter.publication, is: "dead-letter.publication")
  }
}

import Foundation
import Messages
import Testing

@Suite("Bad input through a running fleet")
struct BadInputTests {
  /// A message that cannot be handled, what is said of it, and whether it is kept.
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var type: String? = "request-ride.handle"
    var body: String
    var hasIdentifier = true
    var headers: [Header] = []
    var reason: String
    var path: String?
    var isKept = true

    var testDescription: String { what }
  }

  static let cases = [
    Case(what: "broken JSON", body: #"{"riderIdentifier":"#, reason: "malformedJSON"),
    Case(what: "an empty body", body: "", reason: "malformedJSON"),
    Case(
      what: "a wrong type", body: Bodies.booking(rider: "r", more: #","partySize":"three""#),
      reason: "wrongType", path: "partySize"),
    Case(
      what: "a missing field", body: #"{"riderIdentifier":"r","rideOptionName":"SUV"}"#,
      reason: "missingField", path: "pickupLocation"),
    Case(
      what: "a latitude out of range",
      body: #"{"riderIdentifier":"r","pickupLocation":{"latitude":91,"longitude":0}}"#,
      reason: "outOfRange", path: "pickupLocation.latitude"),
    Case(
      what: "too large a body",
      body: #"{"riderIdentifier":"\#(String(repeating: "x", count: 70_000))"}"#,
      reason: "bodyTooLarge"),
    Case(
      what: "too deep a body", body: String(repeating: "[", count: 2_000),
      reason: "bodyTooDeep"),
    Case(
      what: "an unknown type", type: "request-ride.dance", body: "{}", reason: "unknownType",
      path: "type"),
    Case(
      what: "another queue's type", type: "vehicle.update", body: "{}", reason: "unknownType",
      path: "type"),
    Case(
      what: "an unknown schema version", body: "{}",
      headers: [Header("schema-version", .integer(2))], reason: "unknownSchemaVersion",
      path: "headers.schema-version"),
    Case(
      what: "a write without message_id", body: Bodies.booking(rider: "r"), hasIdentifier: false,
      reason: "missingMessageIdentifier", path: "message_id"),
    Case(
      what: "an unknown option name", body: Bodies.booking(rider: "r", option: "Hovercraft"),
      reason: "unknownOption", path: "rideOptionName", isKept: false),
    Case(
      what: "a deadline that has passed", body: Bodies.booking(rider: "r"),
      headers: [Header("deadline", .string("2020-01-01T00:00:00Z"))],
      reason: "deadlineExceeded", path: "headers.deadline", isKept: false),
  ]

  @Test(
    "Each bad message gets a clear error and is kept where it should be, and the worker goes on")
  func badMessages() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    for (index, bad) in Self.cases.enumerated() {
      let identifier = bad.hasIdentifier ? "bad-\(index)" : nil
      let answer = try client.ask(
        bad.type, bad.body, id: identifier, headers: bad.headers, family: .requestRide)
      #expect(answer.code == "failure", "\(bad.what)")
      #expect(answer.reason == bad.reason, "\(bad.what)")
      #expect(answer.path == bad.path, "\(bad.what)")
      if bad.isKept { try expectKept(bad, identifier, client) }
      let good = try client.ask(
        "request-ride.handle", Bodies.booking(rider: UUID().uuidString))
      #expect(good.code == "inProgress", "after \(bad.what)")
    }
  }

  @Test("Bad messages among good ones in the same batches cost no good one its answer")
  func badAmongGood() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    let good = (0..<50).map { "good-\($0)" }
    var messages = good.map {
      client.request(
        "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: $0, correlation: $0,
        family: .requestRide)
    }
    for (index, bad) in Self.cases.enumerated() {
      let message = client.request(
        bad.type, bad.body, id: bad.hasIdentifier ? "bad-\(index)" : nil, correlation: bad.what,
        headers: bad.headers, family: .requestRide)
      messages.insert(message, at: index * 4)
    }
    try client.publish(messages)
    try fleet.startAndWait(["request-ride-worker"])

    for name in good { #expect(try client.answer(to: name).code == "inProgress", "\(name)") }
    for bad in Self.cases {
      let answer = try client.answer(to: bad.what)
      #expect(answer.code == "failure" && answer.reason == bad.reason, "\(bad.what)")
      #expect(answer.path == bad.path, "\(bad.what)")
    }
    #expect(try client.nextReply(within: .seconds(1)) == nil, "each is answered once")
    let letters = try client.deadLetters(.requestRide)
    #expect(
      letters.compactMap(\.properties.correlationID).sorted()
        == Self.cases.filter(\.isKept).map(\.what).sorted())
    #expect(try fleet.unfinishedRides(of: good.map { "rider-\($0)" }).count == good.count)
    #expect(try fleet.unfinishedRides(of: ["r"]).isEmpty, "a bad message books nothing")
  }

  private func expectKept(_ bad: Case, _ identifier: String?, _ client: TestClient) throws {
    let letter = try client.deadLetter(.requestRide)
    #expect(letter.body == Array(bad.body.utf8), "\(bad.what)")
    #expect(letter.properties.type == bad.type, "\(bad.what)")
    #expect(letter.properties.messageID == identifier, "\(bad.what)")
    let reason = ErrorReason(rawValue: bad.reason)?.headerValue
    #expect(
      letter.properties.header("x-livery-reason") == reason.map { .string($0) }, "\(bad.what)")
    #expect(letter.properties.header("x-livery-worker") == .string("request-ride-worker"))
    #expect(letter.properties.header("x-livery-path") == bad.path.map { .string($0) })
    #expect(letter.properties.header("x-livery-routing-key") == .string("request-ride"))
  }

  @Test("A question without reply_to is dead-lettered as missing-reply-to")
  func missingReplyTo() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["status-query-worker"])
    let client = try TestClient(fleet)
    try client.publish([
      client.request(
        "get-ride-status.handle", Bodies.status(rider: "r"), id: nil, correlation: nil,
        family: .statusQuery, replies: false)
    ])
    let letter = try client.deadLetter(.statusQuery)
    #expect(letter.properties.header("x-livery-reason") == .string("missing-reply-to"))
  }

  @Test("A trip outside the service area is refused with SiriKit's code")
  func outsideTheArea() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["list-options-worker", "request-ride-worker"])
    let client = try TestClient(fleet)
    let list = try client.ask("list-ride-options.handle", Bodies.list(from: Bodies.london))
    #expect(list.code == "failureRequiringAppLaunchNoServiceInArea")
    #expect(list.reason == "outsideServiceArea")
    #expect(list.path == "pickupLocation")
  }
}

import BrokerFixture
import Foundation
import Messages
import Testing

@Suite("Bad input through a running fleet", .blocking)
struct BadInputTests {
  private static let cases = BadMessage.bookings

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

  @Test("16 MiB, nothing at all and 10,000 headers among good messages cost no good one its answer")
  func extremes() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    func request(_ name: String, _ body: String) -> Publication {
      client.request(
        "request-ride.handle", body, id: name, correlation: name, family: .requestRide)
    }
    // The largest body that a consumer keeps; one byte more goes to the dead letters unread.
    let frame = #"{"riderIdentifier":""}"#.utf8.count
    let heavy = #"{"riderIdentifier":"\#(String(repeating: "x", count: 16 << 20 - frame))"}"#
    var headed = request("headed", Bodies.booking(rider: "headed"))
    headed.properties.headers = (0..<10_000).map { Header("h\($0)", .bool(true)) }
    try client.publish([
      request("good-1", Bodies.booking(rider: "good-1")), request("heavy", heavy),
      request("empty", ""), headed, request("heavier", heavy + " "),
      request("good-2", Bodies.booking(rider: "good-2")),
    ])
    try fleet.startAndWait(["request-ride-worker"])
    for name in ["good-1", "headed", "good-2"] {
      #expect(try client.answer(to: name).code == "inProgress", "\(name)")
    }
    #expect(try client.answer(to: "heavy").reason == "bodyTooLarge")
    #expect(try client.answer(to: "empty").reason == "malformedJSON")
    // This client cannot read the heavier one either, so it is counted.
    try waitUntil("the dead letters are there") {
      try client.readyMessages(in: QueueFamily.requestRide.deadLetterQueue) == 3
    }
    let letters = try client.deadLetters(.requestRide)
    #expect(letters.compactMap(\.properties.correlationID).sorted() == ["empty", "heavy"])
    #expect(fleet.workers[0].isRunning)
  }
}

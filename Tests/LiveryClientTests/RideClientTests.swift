import AMQP
import BrokerFixture
import Envelope
import LiveryClient
import LiveryMessages
import Testing

/// A client against a broker, with a stand-in for the fleet.
@Suite("Broker: client", .blocking)
struct RideClientTests {
  private static let success = #"{"code": "success"}"#

  private static func status(_ sequence: Int, _ phase: String) -> String {
    #"""
    {"rideIdentifier": "ride-1", "riderIdentifier": "rider-1", "sequence": \#(sequence),
     "phase": "\#(phase)", "updatedAt": "2026-11-21T08:31:50Z",
     "pickupLocation": {"latitude": 41.8796, "longitude": -87.6237},
     "rideOption": {"name": "SUV", "optionIdentifier": "suv", "usesMeteredFare": true,
                    "wheelchairAccessible": false,
                    "estimatedPickupDate": "2026-11-21T08:45:22Z"}}
    """#
  }

  private static func update(_ sequence: Int, _ phase: String) -> String {
    #"{"code": "success", "rideStatus": \#(status(sequence, phase))}"#
  }

  private static func event(_ sequence: Int) -> String {
    #"""
    {"specversion": "1.0", "id": "ride-1/\#(sequence)", "source": "/livery/rides/ride-1",
     "type": "livery.ride.status-changed.v1", "subject": "ride-1", "time": "2026-11-21T08:31:50Z",
     "datacontenttype": "application/json", "sequence": "000000000\#(sequence)",
     "data": \#(status(sequence, "confirmed"))}
    """#
  }

  private static func refusal(_ retry: String) -> String {
    #"""
    {"code": "failure",
     "error": {"reason": "contested", "message": "no", "retry": "\#(retry)"}}
    """#
  }

  private let call = SOSIntent(riderIdentifier: "rider-1", rideIdentifier: "ride-1")

  private func fleet(answering: @escaping StandInFleet.Answering) throws -> StandInFleet {
    try StandInFleet(on: TestBroker.leaseVirtualHost(), answering: answering)
  }

  private func options(window: Int = 256, answer: Duration = .seconds(600)) -> RideClientOptions {
    var options = RideClientOptions()
    options.window = window
    options.answerLimit = answer
    options.limit = .seconds(600)
    return options
  }

  @Test("A request has what the contract wants, and is answered")
  func answered() async throws {
    let fleet = try fleet { _, _ in [Self.success] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    let answer = try await client.send(call, identifier: "m-1")
    #expect(answer.code == .success)
    let sent = try #require(fleet.requests.first)
    let properties = sent.properties
    #expect((sent.exchange, sent.routingKey) == (StandInFleet.exchange, "sos.handle"))
    #expect((properties.messageID, properties.type) == ("m-1", "sos.handle"))
    #expect(properties.correlationID != nil)
    #expect(properties.replyTo?.hasPrefix("amq.gen-") == true)
    #expect((properties.deliveryMode, properties.contentType) == (2, "application/json"))
    #expect(properties.header("strict") == .bool(true))
    #expect(properties.headers.map(\.name) == ["strict", "requested-at", "deadline"])
    await client.close()
    await #expect(throws: RideClientError.closed(identifier: "m-2", mayBeCarriedOut: false)) {
      try await client.send(call, identifier: "m-2")
    }
  }

  @Test("A request without an answer is sent again with the same identifier and body")
  func repeated() async throws {
    let fleet = try fleet { _, copy in copy < 3 ? [] : [Self.success] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options(answer: .milliseconds(200)))
    #expect(try await client.send(call).code == .success)
    #expect(Set(fleet.requests.map(\.properties.messageID)).count == 1)
    #expect(Set(fleet.requests.map(\.body)).count == 1)
    #expect(fleet.requests.count >= 3)
  }

  @Test("A refusal that asks for the same identifier is obeyed, another one is thrown")
  func refused() async throws {
    let fleet = try fleet { request, copy in
      if request.properties.messageID == "m-2" { return [Self.refusal("newIdentifier")] }
      return [copy == 1 ? Self.refusal("sameIdentifier") : Self.success]
    }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    #expect(try await client.send(call, identifier: "m-1").code == .success)
    let error = await #expect(throws: RideClientError.self) {
      try await client.send(call, identifier: "m-2")
    }
    #expect(error?.retry == .newIdentifier)
    #expect(error?.mayBeCarriedOut == false)
  }

  @Test("A canceled call ends at once, and its place is free for the next")
  func canceled() async throws {
    let fleet = try fleet { request, _ in
      request.properties.messageID == "m-1" ? [] : [Self.success]
    }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options(window: 1))
    let first = Task { [call] in try await client.send(call, identifier: "m-1") }
    await fleet.has(1)
    first.cancel()
    await #expect(
      throws: RideClientError.canceled(identifier: "m-1", mayBeCarriedOut: true)
    ) { try await first.value }
    #expect(try await client.send(call, identifier: "m-2").code == .success)
  }

  @Test("A call ends with its time, and says that the request may be carried out")
  func timedOut() async throws {
    let fleet = try fleet { _, _ in [] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    let error = await #expect(throws: RideClientError.self) {
      try await client.send(call, within: .seconds(2))
    }
    guard case .timedOut = error else { return #expect(Bool(false), "got \(error as Any)") }
  }

  @Test("A message that no queue takes is undeliverable")
  func undeliverable() async throws {
    let fleet = try fleet { _, _ in [] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    let intent = GetRideStatusIntent(riderIdentifier: "rider-1")
    await #expect(
      throws: RideClientError.undeliverable(identifier: "m-1", reason: "312 NO_ROUTE")
    ) { try await client.send(intent, identifier: "m-1") }
  }

  @Test("Thousands of calls at once are each answered through a small window")
  func many() async throws {
    let fleet = try fleet { _, _ in [Self.success] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options(window: 16))
    let count = try await withThrowingTaskGroup(of: ResponseCode.self) { group in
      for _ in 0..<2_000 { group.addTask { [call] in try await client.send(call).code } }
      return try await group.reduce(0) { $0 + ($1 == .success ? 1 : 0) }
    }
    #expect(count == 2_000)
    #expect(Set(fleet.requests.map(\.properties.messageID)).count == 2_000)
  }

  @Test("Updates of a ride come as they are sent, and end with the last message")
  func updates() async throws {
    let fleet = try fleet { _, _ in
      [Self.update(1, "confirmed"), Self.update(2, "completed"), Self.success]
    }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    var sequences: [Int] = []
    for try await status in client.updates(of: "ride-1", for: "rider-1") {
      sequences.append(status.sequence)
    }
    #expect(sequences == [1, 2])
    #expect(fleet.requests.map(\.routingKey) == ["get-ride-status.start-updates"])
  }

  @Test("Who stops following before the first update stops the updates, too")
  func stoppedEarly() async throws {
    let fleet = try fleet { _, _ in [] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    let following = Task {
      for try await _ in client.updates(of: "ride-1", for: "rider-1") {}
    }
    await fleet.has(1)
    following.cancel()
    await fleet.has(2)
    #expect(fleet.requests.last?.routingKey == "get-ride-status.stop-updates")
  }

  @Test("Who stops following a ride that goes on stops its updates, under the same identifier")
  func stopped() async throws {
    let fleet = try fleet { _, _ in [Self.update(1, "confirmed")] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    for try await _ in client.updates(of: "ride-1", for: "rider-1") { break }
    await fleet.has(2)
    #expect(fleet.requests.last?.routingKey == "get-ride-status.stop-updates")
    #expect(Set(fleet.requests.map(\.properties.correlationID)).count == 1)
    #expect(Set(fleet.requests.map(\.properties.replyTo)).count == 1)
  }

  @Test("An event of a kept queue comes again until the one after it is asked for")
  func events() async throws {
    let fleet = try fleet { _, _ in [] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    let events = client.events(queue: "observers.me.1")
    var iterator: RideSequence<RideStatusChanged>.Iterator? = events.makeAsyncIterator()
    // The queue is bound once it exists.
    while try !fleet.publish(Self.event(1), as: "ride.confirmed.ride-1") { await Task.yield() }
    _ = try fleet.publish(Self.event(2), as: "ride.confirmed.ride-1")
    _ = try fleet.publish(Self.event(3), as: "ride.confirmed.ride-1")
    #expect(try await iterator?.next()?.data.sequence == 1)
    #expect(try await iterator?.next()?.data.sequence == 2)
    iterator = nil
    var again: [Int] = []
    for try await event in events where event.data.sequence > 1 {
      again.append(event.data.sequence)
      if event.data.sequence == 3 { break }
    }
    #expect(again == [2, 3])
  }

  @Test("An event of a kept queue that cannot be read ends the events, and stays in the queue")
  func unreadableEvent() async throws {
    let fleet = try fleet { _, _ in [] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    for _ in 1...2 {
      var iterator = client.events(queue: "observers.me.2").makeAsyncIterator()
      while try !fleet.publish("{}", as: "ride.confirmed.ride-1") { await Task.yield() }
      let error = await #expect(throws: RideClientError.self) { try await iterator.next() }
      guard case .unreadable(nil, let failure) = error else {
        return #expect(Bool(false), "got \(error as Any)")
      }
      #expect(failure.kind == .missing)
    }
  }

  @Test("With the client its events end, also those that are asked for later")
  func closedEvents() async throws {
    let fleet = try fleet { _, _ in [] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    let events = client.events()
    let iteration = Task { for try await _ in events { Issue.record("expected no event") } }
    await client.close()
    try await iteration.value
    for try await _ in events { Issue.record("expected no event") }
  }

  @Test("A body that is too large for the fleet is never sent")
  func tooLarge() async throws {
    let client = try RideClient(url: "amqp://127.0.0.1:1/")
    let place = Place(coordinate: Coordinate(latitude: 0, longitude: 0))
    let intent = RequestRideIntent(
      riderIdentifier: "r", pickupLocation: place, note: String(repeating: "n", count: 1 << 16))
    let error = await #expect(throws: RideClientError.self) {
      try await client.requestRide(intent, identifier: "m-1")
    }
    #expect(error?.mayBeCarriedOut == false)
    #expect("\(error as Any)".contains("at most 65536 bytes"))
    await client.close()
  }

  @Test("A text that is no URL, and a type for other senders, are errors before anything is sent")
  func mistakes() async throws {
    #expect(throws: RideClientError.self) { try RideClient(url: "http://localhost") }
    let client = try RideClient(url: "amqp://127.0.0.1:1/")
    let result = PaymentResultReport(rideIdentifier: "r", key: "k", outcome: .approved)
    await #expect(
      throws: RideClientError.wrongSender(
        type: "payment.result", expected: [.payments], .riders)
    ) { try await client.send(result) }
    await client.close()
  }
}

/// A client whose broker drops its connections.
@Suite("Broker: client without a connection", .blocking, .privateBroker)
struct LostConnectionTests {
  @Test("A lost connection is opened again, and the request sent again with the new address")
  func reconnected() async throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try StandInFleet(on: broker.endpoint) { _, copy in
      copy == 1 ? [] : [#"{"code": "success"}"#]
    }
    defer { fleet.end() }
    let reports = Reports()
    var options = RideClientOptions()
    options.limit = .seconds(600)
    options.answerLimit = .seconds(600)
    options.report = { reports.add("\($0)") }
    let client = try RideClient(url: fleet.url, options: options)
    let call = SOSIntent(riderIdentifier: "rider-1", rideIdentifier: "ride-1")
    let answer = Task { try await client.send(call) }
    await fleet.has(1)
    try broker.control("close_all_connections", "a test")
    #expect(try await answer.value.code == .success)
    #expect(reports.have("disconnected"))
    #expect(Set(fleet.requests.map(\.properties.messageID)).count == 1)
    #expect(Set(fleet.requests.map(\.properties.replyTo)).count == 2)
  }
}

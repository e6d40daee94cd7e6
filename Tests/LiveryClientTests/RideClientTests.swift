import AMQP
import BrokerFixture
import Envelope
import LiveryClient
import LiveryMessages
import Testing

/// A client against a broker, with a stand-in for the fleet.
@Suite("Broker: client", .blocking)
struct RideClientTests {
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

  private func options(
    window: Int = 256, answer: Duration = .seconds(3_600), attempts: Int = 5
  ) -> RideClientOptions {
    var options = RideClientOptions()
    options.window = window
    (options.answerLimit, options.attempts) = (answer, attempts)
    // A test may get no thread for long while others run.
    options.limit = .seconds(3_600)
    return options
  }

  @Test("A request has what the contract wants, and is answered")
  func answered() async throws {
    let fleet = try fleet { _, _ in [Samples.success] }
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
    let fleet = try fleet { _, copy in copy < 3 ? [] : [Samples.success] }
    defer { fleet.end() }
    let client = try RideClient(
      url: fleet.url, options: options(answer: .milliseconds(200), attempts: 1_000))
    #expect(try await client.send(call).code == .success)
    #expect(Set(fleet.requests.map(\.properties.messageID)).count == 1)
    #expect(Set(fleet.requests.map(\.body)).count == 1)
    #expect(fleet.requests.count >= 3)
  }

  @Test("A refusal that asks for the same identifier is obeyed, another one is thrown")
  func refused() async throws {
    let fleet = try fleet { request, copy in
      if request.properties.messageID == "m-2" { return [Self.refusal("newIdentifier")] }
      return [copy == 1 ? Self.refusal("sameIdentifier") : Samples.success]
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
      request.properties.messageID == "m-1" ? [] : [Samples.success]
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

  @Test("A call ends with its time")
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
    let fleet = try fleet { _, _ in [Samples.success] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options(window: 16))
    let count = try await withThrowingTaskGroup(of: ResponseCode.self) { group in
      for _ in 0..<2_000 { group.addTask { [call] in try await client.send(call).code } }
      return try await group.reduce(0) { $0 + ($1 == .success ? 1 : 0) }
    }
    #expect(count == 2_000)
    #expect(Set(fleet.requests.map(\.properties.messageID)).count == 2_000)
  }

  /// The sequences of the statuses of a ride, until its updates end.
  private func updates(by fleet: StandInFleet) async throws -> [Int] {
    let client = try RideClient(url: fleet.url, options: options())
    return try await client.updates(of: "ride-1", for: "rider-1")
      .reduce(into: []) { $0.append($1.sequence) }
  }

  @Test("Updates of a ride come as they are sent, and end with the last message")
  func allUpdates() async throws {
    let fleet = try fleet { _, _ in
      [Samples.update(1, "confirmed"), Samples.update(2, "completed"), Samples.success]
    }
    defer { fleet.end() }
    #expect(try await updates(by: fleet) == [1, 2])
    #expect(Set(fleet.requests.map(\.routingKey)) == ["get-ride-status.start-updates"])
  }

  @Test("Updates that expire before a ride is paid are started again, and end once it is")
  func expiredUpdates() async throws {
    let fleet = try fleet { _, copy in
      [copy == 1 ? Samples.ended(1, "outstanding") : Samples.ended(2, "settled"), Samples.success]
    }
    defer { fleet.end() }
    #expect(try await updates(by: fleet) == [1, 2])
    #expect(fleet.requests.count >= 2)
  }

  @Test("Updates that are refused for now, and then have no ride, end without an error")
  func refusedUpdates() async throws {
    let fleet = try fleet { _, copy in
      [copy == 1 ? Self.refusal("sameIdentifier") : Samples.success]
    }
    defer { fleet.end() }
    #expect(try await updates(by: fleet) == [])
    #expect(fleet.requests.count >= 2)
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
    let fleet = try fleet { _, _ in [Samples.update(1, "confirmed")] }
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: options())
    for try await _ in client.updates(of: "ride-1", for: "rider-1") { break }
    await fleet.has(2)
    #expect(fleet.requests.last?.routingKey == "get-ride-status.stop-updates")
    #expect(Set(fleet.requests.map(\.properties.correlationID)).count == 1)
    #expect(Set(fleet.requests.map(\.properties.replyTo)).count == 1)
  }

  @Test("A call whose time is over before it begins says so, however long ago that is")
  func pastLimits() async throws {
    let client = try RideClient(url: "amqp://127.0.0.1:1/")
    for limit in [Duration.zero, .seconds(-5), .seconds(Int64.min)] {
      await #expect(
        throws: RideClientError.timedOut(identifier: "m-1", after: limit, mayBeCarriedOut: false)
      ) { try await client.send(call, identifier: "m-1", within: limit) }
    }
    await client.close()
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
    let changes: [(inout RideClientOptions) -> Void] = [
      { $0.window = 0 }, { $0.attempts = 0 }, { $0.name = "" },
    ]
    for change in changes {
      var options = RideClientOptions()
      change(&options)
      let error = #expect(throws: RideClientError.self) {
        try RideClient(url: "amqp://127.0.0.1:1/", options: options)
      }
      #expect(error?.retry == .no)
    }
    let client = try RideClient(url: "amqp://127.0.0.1:1/")
    let result = PaymentResultReport(rideIdentifier: "r", key: "k", outcome: .approved)
    await #expect(
      throws: RideClientError.wrongSender(
        type: "payment.result", expected: [.payments], .riders)
    ) { try await client.send(result) }
    await client.close()
  }
}

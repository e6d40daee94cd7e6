import BrokerFixture
import Envelope
import LiveryClient
import LiveryMessages
import Testing

/// A client whose broker drops its connections.
@Suite("Broker: client without a connection", .blocking, .serialized, .privateBroker)
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
    options.limit = .seconds(3_600)
    options.answerLimit = .seconds(3_600)
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

  @Test("While the broker takes no messages, calls wait, and the client says why")
  func blocked() async throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try StandInFleet(on: broker.endpoint) { _, _ in [Samples.success] }
    defer { fleet.end() }
    let (reports, continuation) = AsyncStream<RideClientReport>.makeStream()
    var options = RideClientOptions()
    options.limit = .seconds(3_600)
    options.report = { continuation.yield($0) }
    let client = try RideClient(url: fleet.url, options: options)
    let call = SOSIntent(riderIdentifier: "rider-1", rideIdentifier: "ride-1")
    #expect(try await client.send(call).code == .success)
    try broker.control("set_vm_memory_high_watermark", "0")
    let answer = Task { try await client.send(call) }
    for await report in reports {
      if case .blocked = report { break }
    }
    try broker.control("set_vm_memory_high_watermark", "0.6")
    #expect(try await answer.value.code == .success)
    for await report in reports where report == .unblocked { break }
  }
}

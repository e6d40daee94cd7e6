import LiveryClient
import LiveryMessages
import MachineFixture
import Testing

/// A client whose broker takes connections and says nothing, so that a login takes seconds.
@Suite struct SilentBrokerTests {
  private let listener: LoopbackListener
  private let call = SOSIntent(riderIdentifier: "rider-1", rideIdentifier: "ride-1")

  init() throws { listener = try #require(LoopbackListener(backlog: 64)) }

  private func client(_ reports: Reports) throws -> RideClient {
    var options = RideClientOptions()
    options.report = { reports.add("\($0)") }
    return try RideClient(url: "amqp://127.0.0.1:\(listener.port)/", options: options)
  }

  @Test("A call ends with its time, not with the login")
  func deadline() async throws {
    let reports = Reports()
    let client = try client(reports)
    // A busy machine may come to it only after a login.
    var wasInTime = false
    while !wasInTime {
      let before = reports.count
      let error = RideClientError.timedOut(
        identifier: "m-1", after: .milliseconds(20), mayBeCarriedOut: false)
      await #expect(throws: error) {
        try await client.send(call, identifier: "m-1", within: .milliseconds(20))
      }
      wasInTime = reports.count == before
    }
    await client.close()
  }

  @Test("A client closes at once, and its calls and events end")
  func closed() async throws {
    var wasAtOnce = false
    while !wasAtOnce {
      let reports = Reports()
      let client = try client(reports)
      let answer = Task { [call] in try await client.send(call, identifier: "m-1") }
      let events = Task { for try await _ in client.events() {} }
      await client.close()
      await #expect(throws: RideClientError.closed(identifier: "m-1", mayBeCarriedOut: false)) {
        try await answer.value
      }
      try await events.value
      wasAtOnce = reports.count == 0
    }
  }
}

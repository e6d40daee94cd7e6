import BrokerFixture
import Glibc
import LiveryClient
import LiveryMessages
import MachineFixture
import Testing

/// A client whose broker takes connections and says nothing, so that a login takes seconds.
@Suite("Broker that is silent", .blocking) struct SilentBrokerTests {
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
    // A busy machine may come to it only after the login.
    var wasInTime = false
    while !wasInTime {
      let reports = Reports()
      let client = try client(reports)
      let error = RideClientError.timedOut(
        identifier: "m-1", after: .milliseconds(20), mayBeCarriedOut: false)
      await #expect(throws: error) {
        try await client.send(call, identifier: "m-1", within: .milliseconds(20))
      }
      wasInTime = reports.count == 0
      await client.close()
    }
  }

  @Test("A client closes at once, and its calls and events end")
  func closed() async throws {
    var wasAtOnce = false
    while !wasAtOnce {
      let client = try client(Reports())
      var events = client.events().makeAsyncIterator()
      let sockets = (1...2).map { _ in accept(listener.descriptor, nil, nil) }
      defer { for socket in sockets { Glibc.close(socket) } }
      let answer = Task { [call] in try await client.send(call, identifier: "m-1") }
      await client.close()
      wasAtOnce = sockets.allSatisfy(isOpen)
      await #expect(throws: RideClientError.closed(identifier: "m-1", mayBeCarriedOut: false)) {
        try await answer.value
      }
      #expect(try await events.next() == nil)
    }
  }

  /// Whether the client still waits for an answer to the eight bytes with which a login begins.
  private func isOpen(_ socket: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 9)
    return recv(socket, &bytes, 8, Int32(MSG_WAITALL)) == 8
      && recv(socket, &bytes, 1, Int32(MSG_DONTWAIT)) < 0
  }
}

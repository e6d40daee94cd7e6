import AMQP
import BrokerFixture
import Messages
import Testing

/// Faults that would hit every user of a broker: this suite has one of its own, and one test at a
/// time.
@Suite("Broker: faults", .blocking, .serialized, .privateBroker)
struct FaultTests {
  private let broker: PrivateBroker

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    broker.resume()
  }

  @Test("A resource alarm blocks a publisher until it is over, and nothing is lost")
  func alarm() throws {
    try Given.queue("q", on: broker.endpoint)
    var publisher = try patient([])
    let batch = (0..<100).map { Given.message(to: "q", [UInt8($0)]) }
    _ = try publisher.publish(batch, within: Given.patience)

    try broker.control("set_vm_memory_high_watermark", "0.0000001")
    // The broker tells a connection of the alarm once it publishes.
    publisher.begin(batch)
    let reason = try blockedReason(&publisher)
    #expect(reason != nil)
    let wasBlocked = publisher.isBlocked
    #expect(wasBlocked)

    try broker.control("set_vm_memory_high_watermark", "0.4")
    let report = try settled(&publisher)
    #expect(report?.count == 100)
    let isBlocked = publisher.isBlocked
    #expect(!isBlocked)
    publisher.close()
  }

  @Test("Whether one may publish is asked without a message, and during an alarm after it")
  func rights() throws {
    try Given.queue("seen", on: broker.endpoint)
    let targets = [PublishTarget(exchange: Exchange.default, routingKey: "seen")]
    var before = try patient(targets)
    try before.checkRights(to: targets)
    try broker.control("set_vm_memory_high_watermark", "0.0000001")
    var during = try patient(targets)
    let wasBlocked = during.isBlocked
    #expect(wasBlocked)
    try broker.control("set_vm_memory_high_watermark", "0.4")
    var connection = try Given.connection(to: broker.endpoint)
    for _ in 0..<2 { try before.checkRights(to: targets) }
    let seen = try connection.declareQueue(QueueDeclaration(name: "seen", passive: true))
    #expect(seen.messageCount == 0)
    during.begin([Given.message(to: "seen")])
    #expect(try settled(&during)?.failures == [])
    #expect(try before.publish([Given.message(to: "seen")], within: Given.patience).failures == [])
    connection.close()
  }

  /// A publisher that may serve no heartbeat for as long as the broker's tool works, which was half
  /// a minute on a machine with other work.
  private func patient(_ targets: [PublishTarget]) throws -> Publisher {
    try Publisher(
      to: broker.endpoint, name: "test", targets: targets, timeouts: .patient)
  }

  private func blockedReason(_ publisher: inout Publisher) throws -> String? {
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    while .now < deadline {
      let progress = try publisher.advance(within: .milliseconds(100))
      if case .blocked(let reason) = progress { return reason }
      // The alarm may come a moment after the first messages have been taken.
      if case .settled = progress { publisher.begin([Given.message(to: "q")]) }
    }
    return nil
  }

  private func settled(_ publisher: inout Publisher) throws -> PublishReport? {
    let deadline = ContinuousClock.now.advanced(by: Given.patience)
    while .now < deadline {
      if case .settled(let report) = try publisher.advance(within: .milliseconds(100)) {
        return report
      }
    }
    return nil
  }

  @Test("A broker that goes silent without closing is noticed by its missing heartbeats")
  func silence() throws {
    try Given.queue("q", on: broker.endpoint)
    var timeouts = AMQPTimeouts.patient
    timeouts.heartbeat = .seconds(3)
    var connection = try Given.connection(to: broker.endpoint, timeouts: timeouts)
    try broker.halt()
    defer { broker.resume() }
    let outcome = Result { () throws(AMQPError) in try connection.firstEvent { _ in true } }
    let error = #expect(throws: AMQPError.self) { _ = try outcome.get() }
    #expect(error?.code == .heartbeatTimeout)
    #expect(error?.isRetriable == true)
  }

  @Test("A publish that the broker never reads is ended by the watchdog")
  func stuckPublish() throws {
    try Given.queue("q", on: broker.endpoint)
    var connection = try Given.connection(
      to: broker.endpoint, timeouts: AMQPTimeouts(write: .seconds(1)))
    try broker.halt()
    defer { broker.resume() }
    let message = Given.message(to: "q", [UInt8](repeating: 0, count: 1 << 20))
    // 64 MiB are more than the buffers of two sockets hold.
    let outcome = Result { () throws(AMQPError) in
      for _ in 0..<64 { try connection.publish(message) }
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .timeout)
    #expect(error?.isRetriable == true)
  }

  @Test("A call that the broker does not answer ends within its limit")
  func stuckCall() throws {
    var connection = try Given.connection(
      to: broker.endpoint, timeouts: AMQPTimeouts(answer: .seconds(3)))
    try broker.halt()
    defer { broker.resume() }
    let outcome = Result { () throws(AMQPError) in try connection.selectConfirms() }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .timeout)
  }
}

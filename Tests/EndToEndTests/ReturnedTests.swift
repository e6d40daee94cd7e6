import AMQP
import BrokerFixture
import Messages
import Testing

@Suite("Messages that were returned to their queue unhandled", .blocking)
struct ReturnedTests {
  private static let count = 1_000

  @Test(
    "A backlog that was returned once or twice is handled in batches by a worker that is ready",
    arguments: [1, 2])
  func returned(times: Int) throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    var bookings = Bookings(count: Self.count)
    try bookings.publish(by: client)
    for _ in 1...times { try Self.lookAtAll(fleet) }
    let probe = Probe()
    let worker = try fleet.start("request-ride-worker", probe.setting)
    try bookings.take(until: 100, from: client)
    try waitUntil("it is ready: \(worker.log)") { try probe.missing() == "" }
    let queue = QueueFamily.requestRide.queue
    #expect(try client.readyMessages(in: queue) > 0, "it is ready before it is through")
    try bookings.take(until: Self.count, from: client)
    let batches = worker.log.split(separator: "\n").count { $0.contains(#""batch_handled""#) }
    #expect(batches <= Self.count / 8)
    let began = worker.log.contains(#""quarantine_began""#)
    #expect(!began, "what was returned: \(worker.log)")
    try bookings.expectOneRideEach(in: fleet)
    #expect(worker.stop() == 0)
  }

  @Test("What was returned three times is handled alone, and the worker says that it is not ready")
  func returnedOften() throws {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    var bookings = Bookings(count: 200)
    try bookings.publish(by: client)
    for _ in 1...3 { try Self.lookAtAll(fleet, 200) }
    let worker = try fleet.start("request-ride-worker")
    try bookings.take(until: 200, from: client)
    let batches = worker.log.split(separator: "\n").filter { $0.contains(#""batch_handled""#) }
    #expect(batches.count == 200 && batches.allSatisfy { $0.contains(#""batch":1,"#) })
    #expect(worker.log.contains(#""quarantine_began""#))
    try bookings.expectOneRideEach(in: fleet)
  }

  /// Takes all messages of the queue and returns them.
  private static func lookAtAll(_ fleet: RunningFleet, _ count: Int = Self.count) throws {
    var consumer = try Consumer(
      to: fleet.endpoint, queue: QueueFamily.requestRide.queue, prefetch: UInt16(count),
      name: "test")
    var seen = 0
    try waitUntil("all are delivered") {
      seen += try consumer.take(limit: count, within: .milliseconds(100)).count
      return seen == count
    }
    try consumer.giveBackAll()
    consumer.close()
  }
}

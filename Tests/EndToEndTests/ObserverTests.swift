import AMQP
import BrokerFixture
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("Observers of a running fleet", .blocking, .sharedFleet)
struct ObserverTests {
  @Test("Two observers behind one queue, distinguished by correlation id, receive each change")
  func oneQueue() throws {
    let client = try SharedFleet.client()
    let (_, ride, vehicle) = try client.driven("two")
    for name in ["first", "second"] {
      try client.start(ride, "two", as: name, to: client.replyQueue)
      let answer = try client.answer(to: name)
      #expect(answer.ride == ride)
      #expect(answer.body["updatesUntil"]?.string.flatMap { Instant(rfc3339: $0) } != nil)
    }
    _ = try client.ask("ride.update", Bodies.report("arrived", ride: ride, vehicle: vehicle))
    var identifiers: Set<String?> = []
    for name in ["first", "second"] {
      let update = try client.answer(to: name)
      #expect(update.phase == "pickup")
      identifiers.insert(update.delivery.properties.messageID)
    }
    #expect(identifiers.count == 2)
  }

}

@Suite("Observers that are hard to reach", .blocking)
struct LostObserverTests {
  @Test("An observer receives null when its lease is over, while the ride continues")
  func over() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker", "status-query-worker"])
    let client = try TestClient(fleet)
    let ride = try #require(
      try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1")).ride)
    let now = Instant(seconds: Int64(Date.now.timeIntervalSince1970))
    let key = SubscriptionKey(
      rideIdentifier: RideIdentifier(ride), replyTo: client.replyQueue, correlationID: "follow")
    try fleet.write { (store) throws(StoreError) in
      try store.subscribe([
        Subscription(
          key: key, riderIdentifier: RiderIdentifier("rider-1"), messageIdentifier: "start",
          startedAt: now.advanced(bySeconds: -UpdatesLease.longestSeconds),
          sentAt: now.advanced(bySeconds: -15), sentSequence: 1, dueAt: now, traceparent: nil,
          tracestate: nil)
      ])
    }
    let update = try client.answer(to: "follow")
    #expect(update.code == "success")
    #expect(update.body["rideStatus"] == nil)
  }

  @Test("The last status and the end reach an observer whose queue was full when the ride ended")
  func fullQueue() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    let (_, ride, vehicle) = try client.driven("full")
    var connection = try AMQPConnection(
      to: client.endpoint, name: "test full queue", timeouts: .patient)
    let queue = "replies.test.full-\(UUID().uuidString)"
    _ = try connection.declareQueue(
      QueueDeclaration(
        name: queue,
        arguments: [
          Header("x-max-length", .integer(1)), Header("x-overflow", .string("reject-publish")),
        ]))
    // The answer fills the queue, and is not read.
    try client.start(ride, "full", as: "follow", to: queue)
    try waitUntil("the queue is full") { try client.readyMessages(in: queue) == 1 }
    try client.end(ride, by: vehicle)
    let worker = try fleet.worker("status-query-worker")
    try waitUntil("the last messages are given up") {
      worker.log.split(separator: "\n").count { $0.contains("\"response_dropped\"") } >= 2
    }
    try connection.consume(queue: queue, consumerTag: "late", noAck: true, exclusive: false)
    var told: [String] = []
    try waitUntil("the end comes") {
      guard case .delivery(let update, _) = try connection.next(within: .seconds(1)) else {
        return false
      }
      told.append(try Answer(update).phase ?? "null")
      return told.last == "null"
    }
    #expect(told.contains("completed"))
    connection.close()
  }
}

extension TestClient {
  fileprivate func start(
    _ ride: String, _ rider: String, as correlation: String, to queue: String
  ) throws {
    var start = request(
      "get-ride-status.start-updates", Bodies.status(rider: rider, ride: ride),
      id: UUID().uuidString, correlation: correlation, family: .statusQuery)
    start.properties.replyTo = queue
    try publish([start])
  }
}

import AMQP
import BrokerFixture
import Fleet
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("Live updates through a running fleet", .blocking)
struct UpdatesTests {
  @Test("F10: Each phase is sent, then null, then nothing, while another observer gets heartbeats")
  func F10_wholeRide() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    try fleet.startAndWait(["status-query-worker"])
    let client = try TestClient(fleet)
    let waiting = try Self.followed("rider-2", client, as: "follow-2")
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    let first = try client.answer(to: "follow-2")
    #expect(first.phase == "confirmed", "the vehicle that came is told")
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-2"))
    let ride = try Self.followed("rider-1", client, as: "follow-1")
    var updates: [Answer] = []
    for event in ["approaching", "arrived", "started", "ended"] {
      _ = try client.ask("ride.update", Bodies.report(event, ride: ride, vehicle: "veh-2"))
      let phase = Self.phases[event]
      repeat {
        updates.append(try client.answer(to: "follow-1"))
      } while updates.last?.phase != phase
    }
    while updates.last?.body["rideStatus"] != nil {
      updates.append(try client.answer(to: "follow-1"))
    }
    expectStream(updates, of: ride)
    // What is due after 15 s is sent to the one, and nothing to the other.
    let beats =
      [first] + (try (0..<2).map { _ in try client.answer(to: "follow-2") })
    #expect(Set(beats.map(\.phase)) == ["confirmed"])
    #expect(Set(beats.map(\.ride)) == [waiting])
    #expect(zip(beats, beats.dropFirst()).allSatisfy { Self.seconds($0, $1) >= 15 })
    #expect(client.early("follow-1").isEmpty)
  }

  @Test("F10: A worker that is killed between the start and the next change costs no update")
  func F10_killed() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    let ride = try Self.followed("rider-1", client, as: "follow")
    try fleet.worker("status-query-worker").killNow()
    _ = try client.ask("ride.update", Bodies.report("arrived", ride: ride, vehicle: "veh-1"))
    try fleet.startAndWait(["status-query-worker"])
    var phases: [String?] = []
    while phases.last != "pickup" { phases.append(try client.answer(to: "follow").phase) }
    #expect(phases.dropLast().allSatisfy { $0 == "confirmed" })
  }

  @Test("F10: A deleted reply queue ends the updates, and its subscription is removed")
  func F10_gone() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    var observer: TestClient? = try TestClient(fleet)
    let queue = try #require(observer?.replyQueue)
    let ride = try Self.followed("rider-1", try #require(observer), as: "follow")
    #expect(try fleet.isFollowed(ride, by: queue))
    observer = nil  // Its queue goes with its connection.
    _ = try client.ask("ride.update", Bodies.report("arrived", ride: ride, vehicle: "veh-1"))
    try waitUntil("the lease has ended") {
      // Each gives the worker a transaction in which it can end it.
      _ = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1"))
      return try !fleet.isFollowed(ride, by: queue)
    }
    #expect(try client.readyMessages(in: QueueFamily.statusQuery.deadLetterQueue) == 0)
    #expect(try fleet.worker("status-query-worker").log.contains("\"response_dropped\""))
  }

  @Test("F10: A requester with direct reply-to receives each change, and none is dropped")
  func F10_directReplyTo() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let client = try TestClient(fleet)
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1"))
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    let direct = "amq.rabbitmq.reply-to"
    var observer = try AMQPConnection(
      to: fleet.endpoint, name: "test direct reply-to", timeouts: .patient)
    try observer.consume(queue: direct, consumerTag: "d", noAck: true, exclusive: false)
    var start = client.request(
      "get-ride-status.start-updates", Bodies.status(rider: "rider-1"), id: "start",
      correlation: "follow", family: .statusQuery)
    start.properties.replyTo = direct
    try observer.publish(start)
    for (event, phase) in [(nil, "confirmed"), ("arrived", "pickup"), ("started", "ongoing")] {
      if let event {
        _ = try client.ask("ride.update", Bodies.report(event, ride: ride, vehicle: "veh-1"))
      }
      try waitUntil("the observer is told \(phase)") {
        guard case .delivery(let told, _) = try observer.next(within: .seconds(1)) else {
          return false
        }
        #expect(told.properties.correlationID == "follow")
        return try Answer(told).phase == phase
      }
    }
    #expect(try !fleet.worker("status-query-worker").log.contains("\"response_dropped\""))
    observer.close()
  }

  private static let phases = [
    "approaching": "approachingPickup", "arrived": "pickup", "started": "ongoing",
    "ended": "completed",
  ]

  /// Books a ride and follows it; the answer to the start shows it.
  private static func followed(
    _ rider: String, _ client: TestClient, as correlation: String
  ) throws -> String {
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: rider))
    let ride = try #require(booked.ride)
    try client.publish([
      client.request(
        "get-ride-status.start-updates", Bodies.status(rider: rider), id: UUID().uuidString,
        correlation: correlation, family: .statusQuery)
    ])
    let answer = try client.answer(to: correlation)
    #expect(answer.code == "success")
    #expect(answer.ride == ride)
    return ride
  }

  /// A stream has phases in their order, ids that count up, and no two messages within a second.
  private func expectStream(_ updates: [Answer], of ride: String) {
    var phases = updates.map { $0.phase ?? "null" }
    phases = phases.indices.filter { $0 == 0 || phases[$0] != phases[$0 - 1] }.map { phases[$0] }
    #expect(phases == ["approachingPickup", "pickup", "ongoing", "completed", "null"])
    #expect(updates.allSatisfy { $0.code == "success" })
    let types = Set(updates.map(\.delivery.properties.type))
    #expect(types == ["get-ride-status.start-updates.response"])
    #expect(updates.dropLast().allSatisfy { $0.ride == ride })
    let ended = updates.filter { $0.phase == "completed" }
    #expect(ended.allSatisfy { $0.body["rideStatus"]?["completionStatus"] != nil })
    let identifiers = updates.compactMap(\.delivery.properties.messageID)
    #expect(Set(identifiers).count == updates.count)
    #expect(zip(updates, updates.dropFirst()).allSatisfy { Self.seconds($0, $1) >= 1 })
  }

  /// The time between two updates, by the times of sending in their ids.
  private static func seconds(_ first: Answer, _ second: Answer) -> Double {
    let times = [first, second].map { answer in
      answer.delivery.properties.messageID?.split(separator: "/").last.flatMap { Double($0) } ?? 0
    }
    return (times[1] - times[0]) / 1_000_000
  }
}

extension RunningFleet {
  /// Whether the database has a subscription of that queue.
  fileprivate func isFollowed(_ ride: String, by queue: String) throws -> Bool {
    let store = try StoreSession.open(location())
    let key = SubscriptionKey(
      rideIdentifier: RideIdentifier(ride), replyTo: queue, correlationID: "follow")
    return try store.transaction(.read) { () throws(StoreError) in
      try store.subscriptions([key])[key] != nil
    }
  }
}

import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Live updates") struct UpdatesTests {
  let world: World

  init() throws { world = try World() }

  @Test(
    "F10: First the status now, then each change, then null, then silence"
  )
  func F10_wholeRide() throws {
    let ride = try world.observed()
    var told: [String] = []
    let events = [10: "approaching", 20: "arrived", 30: "started", 40: "ended"]
    for second in 1...170 {
      if let event = events[second] {
        _ = try world.dispatch(.report(event, of: ride, by: "veh-7"), at: world.at(Double(second)))
      }
      for update in try world.tick(Double(second)) {
        #expect(update.routingKey == "replies.test.replies")
        #expect(update.mandatory)
        #expect(update.properties.deliveryMode == 2)
        #expect(update.properties.correlationID == "c-1")
        #expect(update.properties.type == "get-ride-status.start-updates.response")
        told.append("\(second) \(phase(update) ?? "null")")
      }
    }
    #expect(
      told == [
        "10 approachingPickup", "20 pickup", "30 ongoing", "40 completed", "41 null",
      ])
    #expect(try world.subscription(ride) == nil)
  }

  @Test("F10: After the end of the lease nothing is sent")
  func F10_stop() throws {
    let ride = try world.observed()
    let stop = try world.ask(.stop(), at: world.at(2))[0]
    #expect(stop.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"), at: world.at(3))
    #expect(try world.tick(30).isEmpty)
    #expect(
      try world.ask(.stop(ride), at: world.at(4))[0].code == "success", "ended twice is ended")
  }

  @Test("A10: Without a change the current status is repeated after 15 s, and again")
  func A10_heartbeat() throws {
    _ = try world.observed()
    var told: [Double] = []
    for half in 1...100 {
      let updates = try world.tick(Double(half) / 2)
      if updates.isEmpty { continue }
      #expect(phase(updates[0]) == "confirmed")
      told.append(Double(half) / 2)
      let position = #","location":{"latitude":41.9,"longitude":-87.\#(half)}"#
      _ = try world.dispatch(.vehicle("veh-7", half, position))
    }
    #expect(told == [15, 30, 45])
  }

  @Test("A10: The vehicle of an update is where it is now")
  func A10_position() throws {
    _ = try world.observed()
    _ = try world.dispatch(
      .vehicle("veh-7", 2, #","location":{"latitude":41.885,"longitude":-87.63}"#),
      at: world.at(10))
    let update = try #require(try world.tick(15).first)
    let location = decode(update.body)?["rideStatus"]?["vehicle"]?["location"]
    #expect(location?["latitude"]?.number == 41.885)
  }

  @Test("A10: Changes that come faster than 1 s are one update, the last")
  func A10_coalesced() throws {
    let ride = try world.observed()
    for (event, second) in [("approaching", 5.0), ("arrived", 5.2), ("started", 5.4)] {
      _ = try world.dispatch(.report(event, of: ride, by: "veh-7"), at: world.at(second))
      #expect(try world.tick(second).count == (event == "approaching" ? 1 : 0))
    }
    #expect(try world.tick(5.9).isEmpty)
    let updates = try world.tick(6)
    #expect(updates.map(phase) == ["ongoing"])
    #expect(try world.tick(7).isEmpty)
  }

  @Test("Starting twice with one queue and one correlation id is starting once, from the second on")
  func twice() throws {
    let ride = try world.observed()
    _ = try world.ask(.start().id("m-2"), at: world.at(3))
    #expect(try world.tick(15).isEmpty)
    #expect(try world.tick(18).map(\.properties.correlationID) == ["c-1"])
    #expect(try world.subscription(ride)?.startedAt == world.at(3))
  }

  @Test("Observers behind one queue are distinguished by their correlation ids, also an absent one")
  func oneQueue() throws {
    let ride = try world.observed()
    for other in ["c-2", nil] {
      _ = try world.ask(.start(ride).with { $0.correlationID = other }, at: world.at(1))
    }
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"), at: world.at(3))
    let updates = try world.tick(3)
    #expect(Set(updates.map(\.properties.correlationID)) == ["c-1", "c-2", nil])
    #expect(updates.map(phase) == ["pickup", "pickup", "pickup"])
    #expect(Set(updates.map(\.properties.messageID)).count == 3, "one id stands for one message")
    _ = try world.ask(.stop(ride).with { $0.correlationID = "c-2" }, at: world.at(4))
    #expect(Set(try world.tick(20).map(\.properties.correlationID)) == ["c-1", nil])
  }

  @Test("The answer to a start says until when; only a start says so")
  func updatesUntil() throws {
    let ride = try world.ride()
    let outcomes = try world.ask(.start(ride), .query(ride), .stop(ride), .start("unknown"))
    let told = outcomes.map { $0.response?["updatesUntil"]?.string }
    #expect(told == [world.at(86_400).rfc3339, nil, nil, nil])
  }

  @Test("When its lease is over an observer receives null, and starting again renews it")
  func leaseOver() throws {
    let ride = try world.observed()
    #expect(try world.tick(86_399).map(phase) == ["confirmed"])
    let end = try world.tick(86_400)
    #expect(end.count == 1)
    #expect(end.first.flatMap { decode($0.body)?["rideStatus"] } == nil)
    #expect(try world.tick(86_415).isEmpty)
    _ = try world.ask(.start(ride), at: world.at(86_416))
    #expect(try world.tick(86_432).map(phase) == ["confirmed"])
  }

  @Test("Two observers of a ride have a stream each")
  func twoObservers() throws {
    let ride = try world.observed()
    _ = try world.ask(.start(ride).with { $0.replyTo = "replies.test.others" }, at: world.at(1))
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"), at: world.at(3))
    #expect(
      try world.tick(3).map(\.routingKey).sorted() == [
        "replies.test.others", "replies.test.replies",
      ])
    _ = try world.ask(.stop(ride), at: world.at(4))
    #expect(try world.tick(20).map(\.routingKey) == ["replies.test.others"])
  }

  @Test("A1: No current ride is a success too, without a subscription")
  func A1_noRide() throws {
    for letter in [Letter.start(), .stop()] {
      let outcome = try world.ask(letter)[0]
      #expect(outcome.code == "success")
      #expect(outcome.response?["rideStatus"] == nil)
    }
    #expect(world.subscriptions.isEmpty)
  }

  @Test("Another rider's ride is observed exactly as one that does not exist")
  func foreign() throws {
    let ride = try world.ride()
    for letter in [Letter.start(ride, rider: "rider-43"), .stop(ride, rider: "rider-43")] {
      let foreign = try world.ask(letter)[0]
      #expect(foreign.reason == "unknownRide")
      #expect(foreign.publications == (try World().ask(letter)[0].publications))
    }
    #expect(world.subscriptions.isEmpty)
  }

  @Test("For an ended ride the start sends the end, and then null")
  func endedBefore() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    try world.finish(ride, by: "veh-7")
    #expect(phase(try world.ask(.start(ride))[0].responses.first) == "completed")
    #expect(try world.tick(0.5).isEmpty)
    let end = try world.tick(1)
    #expect(end.count == 1)
    #expect(end.first.flatMap { decode($0.body)?["rideStatus"] } == nil)
  }

  @Test("F9: A hundred queries only read, with any number of observers")
  func F9_read() throws {
    let ride = try world.observed()
    let before = (world.contents, world.subscriptions)
    let flaky = FlakyStore(MemoryStore(world.database))
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    for _ in 0..<100 {
      let outcome = try world.take([.query(ride)], by: handler)[0]
      #expect(outcome.code == "success")
      #expect(outcome.publications == outcome.responses, "no event and no command")
    }
    #expect(flaky.modes == Array(repeating: .read, count: 100))
    #expect(world.contents == before.0)
    #expect(world.subscriptions == before.1)
  }

  @Test("A1: The confirmation of a query is ready, with the ride or without")
  func A1_confirm() throws {
    let confirm = Letter.query(nil).with { $0.type = "get-ride-status.confirm" }
    let none = try world.ask(confirm)[0]
    #expect(none.code == "ready")
    #expect(none.response?["rideStatus"] == nil)
    let ride = try world.ride()
    let outcome = try world.ask(confirm)[0]
    #expect(outcome.code == "ready")
    #expect(outcome.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
    #expect(outcome.responses.first?.properties.type == "get-ride-status.confirm.response")
  }
}

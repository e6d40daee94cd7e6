import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Live updates amid failures") struct UpdatesFailureTests {
  let world: World

  init() throws { world = try World() }

  @Test("Of several workers with one due update, one sends it")
  func once() throws {
    let ride = try world.observed()
    #expect(
      try world.ask(.updatesDue(ride), .updatesDue(ride), at: world.at(15)).map(\.responses.count)
        == [
          1, 0,
        ])
    #expect(try world.ask(.updatesDue(ride), at: world.at(15.2))[0].publications.isEmpty)
    #expect(
      try world.ask(.updatesDue(ride, to: "nobody"), at: world.at(15.2))[0].publications.isEmpty)
  }

  @Test("A command that is delivered again sends the update again, under the same id")
  func redelivered() throws {
    let ride = try world.observed()
    let first = try world.ask(.updatesDue(ride), at: world.at(15))[0].responses
    let again = Letter.updatesDue(ride).with { $0.redelivered = true }
    #expect(try world.ask(again, at: world.at(15.5))[0].responses == first)
    let observer = try #require(
      first.first?.properties.messageID?.split(separator: "/").dropFirst(2))
    #expect(observer.dropFirst() == ["1", "\(world.at(15).microseconds)"])
    let name = try #require(observer.first)
    // The end can be lost as well.
    try world.finish(ride, by: "veh-7", at: world.at(20))
    _ = try world.tick(20)
    let end = try world.tick(21)
    #expect(try world.ask(again, at: world.at(22))[0].responses == end)
    #expect(
      end.map(\.properties.messageID) == [
        "\(ride)/updates/\(name)/end/\(world.at(21).microseconds)"
      ])
  }

  @Test("The final status of a ride is sent again, with growing pauses, until the queue accepts it")
  func refused() throws {
    let ride = try world.observed()
    try world.finish(ride, by: "veh-7", at: world.at(20))
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: world.store)
    func refuse(_ update: Publication, at second: Double) throws {
      let command = try #require(
        handler.retry(
          of: update, causedBy: Letter.updatesDue(ride).delivery()))
      let delivery = Delivery(
        deliveryTag: 1, redelivered: false, exchange: command.exchange,
        routingKey: command.routingKey, properties: command.properties, body: command.body)
      #expect(try handler.handle([delivery], at: world.at(second))[0].publications.isEmpty)
    }
    var told: [String] = []
    var refused: [Int: [Publication]] = [:]
    for second in 20...400 {
      for update in refused[second] ?? [] { try refuse(update, at: Double(second)) }
      for update in try world.tick(Double(second)) {
        told.append("\(second) \(phase(update) ?? "null")")
        // The queue refuses for 40 s, and its worker says so 3 s later.
        if second < 60 { refused[second + 3, default: []].append(update) }
      }
    }
    #expect(
      told == [
        "20 completed", "21 null", "48 completed", "49 null", "104 completed", "105 null",
      ])
    #expect(try world.subscription(ride) == nil)
  }

  @Test(
    "During a ride a refused update is not sent again, since the next one has the same information")
  func refusedUnderWay() throws {
    let ride = try world.observed()
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: world.store)
    let update = try world.take([.updatesDue(ride)], by: handler, at: world.at(15))[0].responses[0]
    let due = Letter.updatesDue(ride).delivery()
    #expect(handler.retry(of: update, causedBy: due) == nil)
    let answer = try world.take([.start(ride)], by: handler)[0].responses[0]
    let start = Letter.start(ride).delivery()
    #expect(handler.retry(of: answer, causedBy: start) == nil)
  }

  @Test("A deleted reply queue ends its leases, and no other")
  func gone() throws {
    let ride = try world.observed()
    _ = try world.ask(.start(ride).with { $0.replyTo = "replies.test.others" })
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: world.store)
    let responses = try world.take([.updatesDue(ride)], by: handler, at: world.at(15))[0].responses
    handler.undelivered(responses)
    #expect(try world.subscription(ride) != nil, "it ends with the next transaction")
    let next = try world.take([.updatesDue(ride), .query(ride)], by: handler, at: world.at(30))
    #expect(next[0].publications.isEmpty)
    #expect(next[1].code == "success")
    #expect(try world.subscription(ride) == nil)
    #expect(try world.subscription(ride, to: "replies.test.others") != nil)
  }

  @Test("A restored queue is subscribed again")
  func goneAndBack() throws {
    let ride = try world.observed()
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: world.store)
    handler.undelivered(
      try world.take([.updatesDue(ride)], by: handler, at: world.at(15))[0].responses)
    _ = try world.take([.start(ride)], by: handler, at: world.at(16))
    #expect(try world.subscription(ride)?.startedAt == world.at(16))
  }

  @Test("An undeliverable answer to a query ends no lease")
  func queryGone() throws {
    let ride = try world.observed()
    let flaky = FlakyStore(MemoryStore(world.database))
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    handler.undelivered(try world.take([.query(ride)], by: handler)[0].responses)
    _ = try world.take([.query(ride)], by: handler)
    #expect(flaky.modes == [.read, .read])
    #expect(try world.subscription(ride) != nil)
  }

  @Test("A10: Who comes second in the store sends nothing", arguments: [1, 4])
  func conflicts(_ failures: Int) throws {
    let ride = try world.observed()
    let flaky = FlakyStore(MemoryStore(world.database), failing: failures)
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    let outcomes = try world.take([.updatesDue(ride), .query(ride)], by: handler, at: world.at(15))
    #expect(outcomes.map(\.responses.count) == [1, 1])
  }

  @Test("A command that others always come before is given up without a word: it is given again")
  func contested() throws {
    let ride = try world.observed()
    let flaky = FlakyStore(MemoryStore(world.database), failing: 10)
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    let outcomes = try world.take([.updatesDue(ride), .query(ride)], by: handler, at: world.at(15))
    #expect(outcomes[0].publications.isEmpty)
    #expect(try world.tick(16).count == 1)
  }

  @Test("A command to repeat a refused update is returned, since it is not repeated elsewhere")
  func contestedRefusal() throws {
    let ride = try world.observed()
    try world.finish(ride, by: "veh-7", at: world.at(20))
    _ = try world.tick(20)
    let flaky = FlakyStore(MemoryStore(world.database), failing: 10)
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    let letter = Letter.updatesRefused(ride)
    let outcomes = try world.take([letter, .query(ride)], by: handler, at: world.at(21))
    let command = try #require(outcomes[0].publications.first)
    let delivery = letter.delivery()
    #expect(command.routingKey == delivery.routingKey && command.exchange == delivery.exchange)
    #expect(command.properties.messageID == delivery.properties.messageID)
    #expect(decode(command.body) == decode(delivery.body))
  }

  @Test("Rides are locked before vehicles and these before subscriptions, also of queues gone")
  func lockOrder() throws {
    let ride = try world.observed()
    let flaky = FlakyStore(MemoryStore(world.database))
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    handler.undelivered(
      try world.take([.updatesDue(ride)], by: handler, at: world.at(15))[0].responses)
    let before = flaky.locks.count
    _ = try world.take([.start(), .updatesDue(ride), .query(ride)], by: handler, at: world.at(30))
    let order = ["rides", "vehicles", "subscriptions"]
    let locks = flaky.locks.dropFirst(before).map { order.firstIndex(of: $0) ?? -1 }
    #expect(Set(locks) == [0, 1, 2])
    #expect(locks == locks.sorted())
  }

  @Test("A9: An observer of an unpaid ride gets its current status")
  func A9_owingLocked() throws {
    let world = try World { $0.failFirstCapture() }
    let ride = try world.endedRide()
    let flaky = FlakyStore(MemoryStore(world.database))
    let handler = StatusQueryHandler(dependencies: world.dependencies, store: flaky)
    let start = try world.take([.start()], by: handler)[0]
    #expect(start.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
    #expect(flaky.namedRides == [RideIdentifier(ride)])
  }

  @Test("A start that the store could not keep is a dead letter and touches no neighbour")
  func unkeepable() throws {
    let ride = try world.ride()
    let outcomes = try world.ask(
      .start(ride).with { $0.correlationID = "c\u{0}" }, .start(ride),
      .start(ride).with { $0.replyTo = "replies.test.q\u{0}" })
    #expect(
      outcomes.map { $0.deadLetterHeader("x-livery-path") } == ["correlation_id", nil, "reply_to"])
    #expect(outcomes[1].code == "success")
  }

  @Test("A stop with an id that no store keeps is a dead letter")
  func unkeepableStop() throws {
    let ride = try world.ride()
    let outcomes = try world.ask(.stop(ride).with { $0.correlationID = "c\u{0}" })
    #expect(outcomes.map { $0.deadLetterHeader("x-livery-path") } == ["correlation_id"])
  }

  @Test("A late start starts nothing")
  func late() throws {
    let ride = try world.ride()
    let letter = Letter.start(ride).with {
      $0.headers = [Header("deadline", .string("2027-01-15T07:59:59Z"))]
    }
    #expect(try world.ask(letter)[0].reason == "deadlineExceeded")
    #expect(try world.subscription(ride) == nil)
  }
}

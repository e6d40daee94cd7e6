import AMQP
import BrokerFixture
import Envelope
import LiveryClient
import LiveryMessages
import Testing

/// What a client gets unasked, from a stand-in for the fleet.
@Suite("Broker: events of a client", .blocking)
struct EventTests {
  private func fleet() throws -> StandInFleet {
    try StandInFleet(on: TestBroker.leaseVirtualHost()) { _, _ in [] }
  }

  @Test("An event of a kept queue comes again until the one after it is asked for")
  func events() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: RideClientOptions())
    let events = client.events(queue: "observers.me.1")
    var iterator: RideSequence<RideStatusChanged>.Iterator? = events.makeAsyncIterator()
    // The queue is bound once it exists.
    while try !fleet.publish(Samples.event(1), as: "ride.confirmed.ride-1") { await Task.yield() }
    _ = try fleet.publish(Samples.event(2), as: "ride.confirmed.ride-1")
    _ = try fleet.publish(Samples.event(3), as: "ride.confirmed.ride-1")
    #expect(try await iterator?.next()?.data.sequence == 1)
    #expect(try await iterator?.next()?.data.sequence == 2)
    iterator = nil
    var again: [Int] = []
    for try await event in events where event.data.sequence > 1 {
      again.append(event.data.sequence)
      if event.data.sequence == 3 { break }
    }
    #expect(again == [2, 3])
  }

  @Test("An event of a kept queue that cannot be read ends the events, and stays in the queue")
  func unreadableEvent() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: RideClientOptions())
    for turn in 1...2 {
      var iterator = client.events(queue: "observers.me.2").makeAsyncIterator()
      while try turn == 1 && !fleet.publish("{}", as: "ride.confirmed.ride-1") {
        await Task.yield()
      }
      let error = await #expect(throws: RideClientError.self) { try await iterator.next() }
      guard case .unreadable(nil, let failure) = error else {
        return #expect(Bool(false), "got \(error as Any)")
      }
      #expect(failure.kind == .missing)
    }
  }

  @Test("What comes before an event that cannot be read is done with once it was read")
  func readBeforeUnreadable() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let events = try RideClient(url: fleet.url).events(queue: "observers.me.3")
    var first: RideSequence<RideStatusChanged>.Iterator? = events.makeAsyncIterator()
    while try !fleet.publish(Samples.event(1), as: "ride.confirmed.ride-1") { await Task.yield() }
    _ = try fleet.publish(Samples.event(2), as: "ride.confirmed.ride-1")
    _ = try fleet.publish("{}", as: "ride.confirmed.ride-1")
    for sequence in 1...2 { #expect(try await first?.next()?.data.sequence == sequence) }
    let error = await #expect(throws: RideClientError.self) { try await first?.next() }
    first = nil
    #expect(error?.description.contains("of the contract, got one with missing") == true)
    var again = events.makeAsyncIterator()
    await #expect(throws: RideClientError.self) { try await again.next() }
  }

  @Test("With the client its events end, also those that are asked for later")
  func closedEvents() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, options: RideClientOptions())
    let events = client.events()
    let iteration = Task { for try await _ in events { Issue.record("expected no event") } }
    await client.close()
    try await iteration.value
    for try await _ in events { Issue.record("expected no event") }
  }

  @Test("What was done with before the client closed is acknowledged, and the rest comes again")
  func closedAfterReading() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url)
    var events = client.events(queue: "observers.me.4").makeAsyncIterator()
    while try !fleet.publish(Samples.event(1), as: "ride.confirmed.ride-1") { await Task.yield() }
    for sequence in 2...3 {
      _ = try fleet.publish(Samples.event(sequence), as: "ride.confirmed.ride-1")
    }
    var last = 0
    while last < 2 { last = try #require(try await events.next()).data.sequence }
    await client.close()
    #expect(try await events.next() == nil)
    var again = try RideClient(url: fleet.url).events(queue: "observers.me.4").makeAsyncIterator()
    #expect(try await again.next()?.data.sequence == 2)
  }

  @Test("Who is canceled while waiting for an event learns that, and the queue is gone")
  func canceled() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let (connections, continuation) = AsyncStream<Void>.makeStream()
    var options = RideClientOptions()
    options.report = { if case .connected = $0 { continuation.yield() } }
    let client = try RideClient(url: fleet.url, options: options)
    let iteration = Task {
      for try await _ in client.events(matching: "ride.confirmed.*") { return }
    }
    // A test that asked again and again would take the thread that the task needs.
    var opened = connections.makeAsyncIterator()
    while try !fleet.publish("{}", as: "ride.confirmed.ride-1") { await opened.next() }
    iteration.cancel()
    await #expect(throws: RideClientError.canceled(identifier: nil, mayBeCarriedOut: false)) {
      try await iteration.value
    }
    while try fleet.publish("{}", as: "ride.confirmed.ride-1") { await Task.yield() }
  }

  @Test("A vehicle is told what it drives, by its identifier as one word, and nothing of others")
  func assignments() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    let client = try RideClient(url: fleet.url, as: .vehicles)
    let assignment = VehicleAssignment(
      vehicleIdentifier: "veh 1.a", rideIdentifier: "ride-1", sequence: 1, state: .assigned,
      phase: .confirmed, updatedAt: Instant(seconds: 0), expiresAt: Instant(seconds: 1))
    let body = String(decoding: assignment.body(), as: UTF8.self)
    func publish(_ key: String) throws -> Bool {
      try fleet.publish(body, as: key, to: "livery.vehicles", type: "vehicle.assignment")
    }
    var assignments = client.assignments(of: "veh 1.a").makeAsyncIterator()
    while try !publish("vehicle.veh%201%2Ea") { await Task.yield() }
    #expect(try await assignments.next() == assignment)
    #expect(try !publish("vehicle.veh-2"))
  }

  @Test("A queue or pattern that AMQP cannot carry, or is for others, ends a sequence at once")
  func mistakes() async throws {
    let client = try RideClient(url: "amqp://127.0.0.1:1/")
    let long = String(repeating: "q", count: 256)
    for (queue, pattern, what) in [
      ("", "ride.#", "name of a queue of 1 to 255 bytes, got 0"), (nil, "", "pattern"),
      (long, "ride.#", "queue of 1 to 255 bytes, got 256"), (nil, long, "pattern"),
    ] {
      var events = client.events(matching: pattern, queue: queue).makeAsyncIterator()
      let error = await #expect(throws: RideClientError.self) { try await events.next() }
      #expect(error?.retry == .no && "\(error as Any)".contains(what))
    }
    var commands = client.paymentCommands().makeAsyncIterator()
    await #expect(
      throws: RideClientError.wrongSender(
        type: "livery.payments", expected: [.payments], .riders)
    ) { try await commands.next() }
    var assignments = client.assignments(of: "veh-1").makeAsyncIterator()
    await #expect(throws: RideClientError.self) { try await assignments.next() }
    await client.close()
  }

  @Test("A reader of commands to a payment system holds one, and another reader gets the next")
  func commands() async throws {
    let fleet = try fleet()
    defer { fleet.end() }
    try fleet.command(["k-1", "k-2", "k-3"])
    let client = try RideClient(url: fleet.url, as: .payments)
    var first = client.paymentCommands().makeAsyncIterator()
    #expect(try await first.next()?.key == "k-1")
    var second = client.paymentCommands().makeAsyncIterator()
    #expect(try await second.next()?.key == "k-2")
    // The first one is done with now.
    #expect(try await first.next()?.key == "k-3")
  }
}

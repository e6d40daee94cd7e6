import AMQP
import BrokerFixture
import Fleet
import Foundation
import Messages
import RideStore
import Rides
import Synchronization
import Testing

@Suite("Time passes as messages", .blocking)
struct TickerTests {
  @Test("Of two workers that tick one asks for a ride that is due, and after its end the other")
  func oneAtATime() throws {
    let fleet = try RunningFleet()
    try fleet.write { store throws(StoreError) in try store.insert([Self.rideDueNow()]) }
    var dispatch = try Consumer(
      to: fleet.endpoint, queue: QueueFamily.dispatch.queue, prefetch: 10, name: "test dispatch",
      timeouts: .patient)
    var commands: [Delivery] = []
    let seconds = SteppedSeconds()
    let first = try TickingFleet(fleet, seconds)
    let second = try TickingFleet(fleet, seconds)
    let firstThread = Fleet.Thread { first.tick() }
    try waitUntil("the first has the lease") { first.turns > 1 }
    let secondThread = Fleet.Thread { second.tick() }
    // A turn that publishes ends with the broker's confirm. The first repeats after five seconds.
    try waitUntil("both have had turns") {
      commands += try dispatch.take(limit: 10, within: .milliseconds(100))
      return second.turns > 10 && !commands.isEmpty
    }
    #expect(commands.count == 1)
    first.stopSignal.stop()
    firstThread.join()
    seconds.pass(10)
    try waitUntil("the other has asked") {
      commands += try dispatch.take(limit: 10, within: .milliseconds(100))
      return commands.count >= 2
    }
    second.stopSignal.stop()
    secondThread.join()
    dispatch.close()
    #expect(Set(commands.map(\.properties.messageID)) == ["due-1/due/1800000000000000"])
    #expect(Set(commands.map(\.properties.type)) == [MessageType.rideDue.rawValue])
    #expect(Set(commands.map(\.properties.deliveryMode)) == [2])
    #expect(Set(commands.map(\.body)).count == 1)
  }

  @Test("The dispatch worker processes a due ride, and stops on request")
  func dispatchWorker() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = RideIdentifier(try #require(booked.ride))
    try fleet.write { store throws(StoreError) in
      guard var record = try store.rides([ride])[ride] else { return }
      record.dueAt = Instant(seconds: 1)
      try store.update([RideUpdate(record: record, expectedRevision: record.revision)])
    }
    try fleet.startAndWait(["dispatch-worker"])
    let worker = try fleet.worker("dispatch-worker")
    try waitUntil("it has asked: \(worker.log)") { worker.log.contains("\"commands_published\"") }
    try waitUntil("the ride is due at another time: \(worker.log)") {
      try fleet.unfinishedRides(of: ["rider-1"]).contains { $0.dueAt != Instant(seconds: 1) }
    }
    #expect(worker.stop() == 0)
    #expect(!worker.log.contains("ticker_connection_lost"))
  }

  private static func rideDueNow() -> RideRecord {
    // Within the bounds of the Earth.
    let pickup = Coordinate(latitude: 41.88, longitude: -87.63)!
    let noon = Instant(seconds: 1_800_000_000)
    return RideRecord(
      rideIdentifier: RideIdentifier("due-1"), riderIdentifier: RiderIdentifier("rider-1"),
      slot: 0, sequence: 1, phase: .received, product: ProductKey("sedan"), area: "chicago",
      partySize: nil, vehicle: nil, isWaiting: true, pickup: pickup, createdAt: noon,
      updatedAt: noon, dueAt: noon, document: Array("{}".utf8))
  }
}

/// A ticker of a fleet, for a thread of its own.
private final class TickingFleet: Sendable {
  let stopSignal = StopSignal()
  private let endpoint: AMQPEndpoint
  private let location: StoreLocation
  private let seconds: SteppedSeconds
  private let counted = Mutex(0)

  init(_ fleet: RunningFleet, _ seconds: SteppedSeconds) throws {
    self.seconds = seconds
    endpoint = fleet.endpoint
    location = try fleet.location()
  }

  /// How often it has looked at its clock.
  var turns: Int { counted.withLock { $0 } }

  func tick() {
    let (endpoint, location) = (endpoint, location)
    let transport = BrokerPublisher(
      endpoints: [endpoint], name: "test ticker",
      throttle: ConnectThrottle(stopSignal: stopSignal), stopSignal: stopSignal)
    var ticker = Ticker(
      transport: transport, location: location,
      tick: { store, now throws(StoreError) in
        try store.dueRides(at: now, limit: 10).map { due in
          .rideDue(
            RideDue(rideIdentifier: due.rideIdentifier),
            messageIdentifier: "\(due.rideIdentifier)/due/\(due.dueAt.microseconds)")
        }
      },
      lease: TaskLease("ticks", holder: "\(ObjectIdentifier(self))", seconds: 6),
      settings: TickerSettings(interval: .milliseconds(20)), stopSignal: stopSignal,
      log: Log(level: .error, sink: { _ in true }), health: LaneHealth(), clock: now)
    ticker.run()
  }

  private func now() -> Instant? {
    counted.withLock { $0 += 1 }
    return Instant(seconds: 1_800_000_001).advanced(bySeconds: seconds.passed)
  }
}

/// The time of several workers, which passes when a test says so.
private final class SteppedSeconds: Sendable {
  private let seconds = Atomic(0)

  var passed: Int { seconds.load(ordering: .relaxed) }

  func pass(_ count: Int) { seconds.add(count, ordering: .relaxed) }
}

import BrokerFixture
import Foundation
import MachineFixture
import Messages
import RideStore
import Rides
import Testing

@Suite("Workers whose broker has halted", .blocking, .privateBroker)
struct HaltedBrokerTests {
  @Test("SIGTERM ends one that waits for confirms with 75 when the time is over; nothing is lost")
  func drainTimesOut() throws {
    let broker = try PrivateBrokerTrait.broker()
    let fleet = try RunningFleet(at: broker.endpoint)
    try fleet.startAndWait(["request-ride-worker"], ["LIVERY_DRAIN_SECONDS": "1"])
    let client = try TestClient(fleet)
    let identifiers = (0..<3_000).map { "m-\($0)" }
    try client.publish(
      identifiers.map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: $0, correlation: $0,
          family: .requestRide)
      })
    let first = try #require(try client.nextReply(within: Patience.limit))
    var missing = Set(identifiers)
    missing.remove(first.properties.correlationID ?? "")

    let halted = fleet.workers[0]
    try broker.halt()
    defer { broker.resume() }
    let start = ContinuousClock.now
    #expect(halted.stop() == 75)
    #expect(.now - start >= .milliseconds(900))
    #expect(halted.log.contains("\"drain_timed_out\""))
    #expect(!halted.log.contains("\"worker_stopped\""))

    broker.resume()
    try fleet.start("request-ride-worker")
    while !missing.isEmpty {
      let reply = try #require(try client.nextReply(within: Patience.limit), "\(missing.count)")
      missing.remove(reply.properties.correlationID ?? "")
    }
    let rides = try fleet.unfinishedRides(of: identifiers.map { "rider-\($0)" })
    #expect(Set(rides.map(\.riderIdentifier)).count == identifiers.count)
    #expect(rides.count == identifiers.count)
  }
}

import Foundation
import Messages
import RideStore
import Rides
import SQLiteStore
import Testing

@Suite("Workers that are killed")
struct CrashTests {
  static let count = 1_000

  @Test(
    "Killed amid 1,000 bookings, it leaves a ride for each, answered, its events without a gap"
  )
  func killedAmidBookings() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let identifiers = (0..<Self.count).map { "booking-\($0)" }
    try client.publish(
      identifiers.map { identifier in
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\(identifier)"), id: identifier,
          correlation: identifier, family: .requestRide)
      })

    var rides: [String: Set<String>] = [:]
    var kills = 0
    while rides.count < Self.count {
      let delivery = try #require(
        try client.nextReply(within: .seconds(30)), "answered: \(rides.count)")
      let answer = try Answer(delivery)
      #expect(answer.code == "inProgress")
      rides[delivery.properties.correlationID ?? "", default: []].insert(answer.ride ?? "none")
      // The work is at its height after the first answers, and again after each restart.
      if kills < 3, rides.count > kills * 250 {
        fleet.workers.last?.killNow()
        kills += 1
        try fleet.start("request-ride-worker")
      }
    }
    #expect(kills == 3)
    #expect(Set(rides.keys) == Set(identifiers))
    #expect(rides.values.allSatisfy { $0.count == 1 }, "answers to one id name one ride")
    let named = Set(rides.values.joined())
    #expect(named.count == Self.count, "each id has a ride of its own")
    try expectEvents(of: named, client)
    try expectStored(named, in: fleet)
  }

  /// One event for each ride at least, and whatever comes again is the same.
  private func expectEvents(of rides: Set<String>, _ client: TestClient) throws {
    var sequences: [String: Set<Int>] = [:]
    var bodies: [String: [UInt8]] = [:]
    while sequences.count < rides.count {
      let event = try #require(try client.nextEvent(), "events of \(sequences.count) rides")
      sequences[event.ride, default: []].insert(event.sequence)
      let known = bodies.updateValue(event.delivery.body, forKey: "\(event.ride)/\(event.sequence)")
      #expect(known == nil || known == event.delivery.body)
    }
    #expect(Set(sequences.keys) == rides)
    for (ride, seen) in sequences { #expect(seen == Set(1...seen.count), "\(ride)") }
  }

  private func expectStored(_ rides: Set<String>, in fleet: RunningFleet) throws {
    let store = try SQLiteStore(path: fleet.databasePath)
    let stored = try store.transaction(.read) { () throws(StoreError) in
      try store.rides(rides.map { RideIdentifier($0) }.sorted())
    }
    #expect(stored.count == Self.count)
    #expect(stored.values.allSatisfy { $0.sequence == 1 && $0.phase == .received })
  }
}

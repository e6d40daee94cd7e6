import BrokerFixture
import Foundation
import Messages
import RideStore
import Rides
import Testing

@Suite("Several workers with several lanes on one database", .blocking)
struct LanesTests {
  @Test("Two workers of four lanes each book each of 1,000 bookings once and answer it")
  func eachBookedOnce() throws {
    let fleet = try startedFleet()
    let client = try TestClient(fleet)
    let identifiers = (0..<1_000).map { "m-\($0)" }
    try client.publish(
      identifiers.map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: $0, correlation: $0,
          family: .requestRide)
      })
    var rides: [String: String] = [:]
    for identifier in identifiers {
      let answer = try client.answer(to: identifier)
      #expect(answer.code == "inProgress", "\(identifier)")
      rides[identifier] = answer.ride
    }
    #expect(try client.nextReply(within: .seconds(1)) == nil, "each is answered once")
    let stored = try fleet.unfinishedRides(of: identifiers.map { "rider-\($0)" })
    #expect(stored.map(\.rideIdentifier.rawValue).sorted() == rides.values.sorted())
    #expect(Set(stored.map(\.riderIdentifier)).count == identifiers.count)
  }

  @Test("A rider who books 20 times at once gets one ride, and 19 times the reason why not")
  func oneRideForARider() throws {
    let fleet = try startedFleet()
    let client = try TestClient(fleet)
    let identifiers = (0..<20).map { "m-\($0)" }
    try client.publish(
      identifiers.map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "eager"), id: $0, correlation: $0,
          family: .requestRide)
      })
    let answers = try identifiers.map { try client.answer(to: $0) }
    let booked = answers.filter { $0.code == "inProgress" }
    #expect(booked.count == 1)
    #expect(answers.count { $0.reason == "previousRideNeedsCompletion" } == 19)
    let stored = try fleet.unfinishedRides(of: ["eager"])
    #expect(stored.map(\.rideIdentifier.rawValue) == booked.compactMap(\.ride))
    #expect(try client.nextEvent()?.ride == booked.first?.ride)
    #expect(try client.nextEvent(within: .seconds(1)) == nil, "there is no event of another ride")
  }

  private func startedFleet() throws -> RunningFleet {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker", "request-ride-worker"], ["LIVERY_LANES": "4"])
    return fleet
  }
}

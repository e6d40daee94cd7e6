import BrokerFixture
import DatabaseFixture
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

  @Test("Of 20 bookings with one quote one gets a ride", arguments: [false, true])
  func oneRideForAQuote(isOnPostgres: Bool) throws {
    let database = isOnPostgres ? try TestDatabase() : nil
    let fleet = try RunningFleet(store: database?.url)
    try fleet.startAndWait(["list-options-worker", "dispatch-worker"])
    let client = try TestClient(fleet)
    let token = try client.listedQuote()
    // So many rides at a time that none is refused for the others.
    let catalogue = try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
      .replacing(#""unfinishedRidesPerRider": 1,"#, with: #""unfinishedRidesPerRider": 30,"#)
    let path = fleet.folder.appendingPathComponent("generous.json").path
    try Data(catalogue.utf8).write(to: URL(filePath: path))
    try fleet.startAndWait(
      ["request-ride-worker", "request-ride-worker"],
      ["LIVERY_LANES": "4", "LIVERY_CATALOGUE": path])
    let identifiers = (0..<20).map { "m-\($0)" }
    let body = Bodies.booking(rider: "rider-1", more: #","quoteIdentifier":"\#(token)""#)
    try client.publish(
      identifiers.map {
        client.request(
          "request-ride.handle", body, id: $0, correlation: $0, family: .requestRide)
      })
    let answers = try identifiers.map { try client.answer(to: $0) }
    #expect(answers.count { $0.reason == nil } == 1)
    #expect(answers.count { $0.reason == "quoteUsed" } == 19)
    let stored = try fleet.unfinishedRides(of: ["rider-1"])
    #expect(
      stored.map(\.rideIdentifier.rawValue) == answers.filter { $0.reason == nil }.map(\.ride))
  }

  private func startedFleet() throws -> RunningFleet {
    let fleet = try RunningFleet()
    try fleet.startAndWait(["request-ride-worker", "request-ride-worker"], ["LIVERY_LANES": "4"])
    return fleet
  }
}

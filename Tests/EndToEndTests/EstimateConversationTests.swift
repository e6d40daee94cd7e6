import BrokerFixture
import Foundation
import JSON
import Messages
import Testing

@Suite("How an observer sees a vehicle come", .blocking)
struct EstimateConversationTests {
  private let fleet: RunningFleet
  private let client: TestClient

  init() throws { (fleet, client) = try RunningFleet.started() }

  /// Reports the vehicle north of the pickup, and eleven meters nearer with each report.
  private func drive(_ step: Int) throws {
    let place =
      #"{"latitude":\#(41.95 - 0.0001 * Double(step)),"longitude":-87.63,"#
      + #""course":180,"accuracyMetres":7}"#
    let answer = try client.ask(
      "vehicle.update", Bodies.vehicle("veh-1", sequence: step, at: place))
    #expect(answer.code == "success")
  }

  @Test("While the vehicle drives, position, course and estimates move; then the trip is shown")
  func moves() throws {
    try drive(1)
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    // A booking may find its vehicle only later, which is an event.
    _ = try client.vehicle(of: ride, "rider-1")
    try client.publish([
      client.request(
        "get-ride-status.start-updates", Bodies.status(rider: "rider-1"), id: UUID().uuidString,
        correlation: "follow", family: .statusQuery)
    ])
    var updates = [try client.answer(to: "follow")]
    var step = 1
    while updates.count < 4 {
      step += 1
      try drive(step)
      if let update = try? client.answer(to: "follow", within: .seconds(1)) {
        updates.append(update)
      }
    }
    let statuses = updates.compactMap { $0.body["rideStatus"] }
    let locations = statuses.compactMap { $0["vehicle"]?["location"] }
    #expect(Set(statuses.map { $0["sequence"]?.integer }).count == 1, "no event for a position")
    let latitudes = locations.compactMap { $0["latitude"]?.number }
    #expect(latitudes == latitudes.sorted(by: >) && Set(latitudes).count == latitudes.count)
    #expect(locations.allSatisfy { $0["course"]?.number == 180 })
    #expect(locations.allSatisfy { $0["accuracyMetres"]?.number == 7 })
    #expect(Set(locations.compactMap { $0["timestamp"]?.string }).count == locations.count)
    #expect(Set(statuses.compactMap { $0["estimatedPickupDate"]?.string }).count > 1)
    for event in ["arrived", "started", "ended"] {
      _ = try client.ask("ride.update", Bodies.report(event, ride: ride, vehicle: "veh-1"))
    }
    let ended = try client.ask(
      "get-ride-status.handle", Bodies.status(rider: "rider-1", ride: ride))
    let end = ended.body["rideStatus"]?["completionStatus"]
    #expect(end?["endedAt"] != nil && end?["timeZone"]?.string == "America/Chicago")
    let errors = try fleet.tool("rides", "--phase", "completed", "--estimates")
    #expect(errors.code == 0 && errors.output.contains("pickup"), "\(errors.output)")
  }
}

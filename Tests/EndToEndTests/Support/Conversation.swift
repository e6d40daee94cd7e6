import Foundation
import JSON
import MachineFixture
import Messages

extension RunningFleet {
  /// What lets vehicles of the catalogue of Chicago drive in no time: a text, and what replaces it.
  static let timeLapse = (
    #""listExpirySeconds""#, #""positions": { "metresPerSecond": 100000 }, "listExpirySeconds""#
  )

  /// What lets no vehicle get from the pickup to the drop-off while a test runs, however slow the
  /// machine, so that the fare of a ride that ends is held.
  static let noTimeLapse = (
    timeLapse.0, #""positions": { "metresPerSecond": 1 }, "listExpirySeconds""#
  )

  /// A fleet of all workers, with the catalogue of Chicago in which each of some texts has become
  /// another, and its client.
  static func started(
    replacing texts: KeyValuePairs<String, String> = [:]
  ) throws -> (fleet: RunningFleet, client: TestClient) {
    let fleet = try RunningFleet(replacing: texts)
    try fleet.startAndWait()
    return (fleet, try TestClient(fleet))
  }

  /// The same, with a dispatch worker whose clock can be set ahead.
  static func stepped(
    replacing texts: KeyValuePairs<String, String> = [:]
  ) throws -> (fleet: RunningFleet, client: TestClient, clock: SteppedClock) {
    let fleet = try RunningFleet(replacing: texts)
    let clock = try SteppedClock(in: fleet.folder)
    try fleet.startAndWait(["request-ride-worker", "status-query-worker"])
    try fleet.startAndWait(["dispatch-worker"], clock.environment)
    return (fleet, try TestClient(fleet), clock)
  }
}

/// What conversations of several suites have in common.
extension TestClient {
  /// The status of a ride that its rider is shown.
  func shown(_ ride: String, _ rider: String) throws -> JSONValue? {
    try ask("get-ride-status.handle", Bodies.status(rider: rider, ride: ride)).body["rideStatus"]
  }

  /// The receipt of a ride that its rider is shown.
  func receipt(_ ride: String, _ rider: String) throws -> JSONValue? {
    try ask("get-ride-receipt.handle", Bodies.status(rider: rider, ride: ride)).body["receipt"]
  }

  /// Waits until some vehicle drives a ride.
  func vehicle(of ride: String, _ rider: String) throws -> String {
    var vehicle: String?
    try waitUntil("a vehicle drives the ride") {
      vehicle = try shown(ride, rider)?["vehicle"]?["vehicleIdentifier"]?.string
      return vehicle != nil
    }
    return vehicle ?? ""
  }

  /// Books rides, and cancels them again, until one has its vehicle at once: only such a ride has a
  /// fee.
  func committed(
    _ option: String = "Sedan", at place: String = Bodies.artInstitute, more: String
  ) throws -> (ride: String, rider: String) {
    _ = try ask("vehicle.update", Bodies.vehicle("veh-1", product: option.lowercased(), at: place))
    var found: (String, String)?
    var number = 0
    try waitUntil("a booking has its vehicle at once") {
      number += 1
      let rider = "rider-\(number)"
      let booked = try ask(
        "request-ride.handle", Bodies.booking(rider: rider, option: option, more: more))
      guard let ride = booked.ride else { throw FleetError("no ride: \(booked.body)") }
      if booked.phase == "confirmed" {
        found = (ride, rider)
        return true
      }
      _ = try ask("cancel-ride.handle", Bodies.status(rider: rider, ride: ride))
      return false
    }
    guard let found else { throw FleetError("no ride is confirmed") }
    return found
  }

  /// Has the vehicle of a ride report something.
  @discardableResult
  func report(_ event: String, _ ride: String, _ vehicle: String) throws -> Answer {
    try ask("ride.update", Bodies.report(event, ride: ride, vehicle: vehicle))
  }

  /// The next event of a ride that is as wanted.
  func status(
    of ride: String, where isWanted: (JSONValue) -> Bool
  ) throws -> JSONValue? {
    while let event = try nextEvent() {
      if event.ride == ride, let status = event.body["data"], isWanted(status) { return status }
    }
    return nil
  }
}

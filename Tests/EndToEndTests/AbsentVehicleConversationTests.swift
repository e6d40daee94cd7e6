import BrokerFixture
import Foundation
import JSON
import MachineFixture
import Messages
import Testing

@Suite("How a running fleet notices vehicles that are absent", .blocking)
struct AbsentVehicleConversationTests {
  private let client: TestClient
  private let fleet: RunningFleet

  /// The catalogue of Chicago with shorter limits.
  private static func catalogue(_ keys: String) throws -> String {
    let text = try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
    let start = #""maximumDropOuts": 3"#
    #expect(text.contains(start))
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("livery-absent-\(UUID().uuidString).json")
    try text.replacing(start, with: "\(start), \(keys)")
      .write(to: path, atomically: true, encoding: .utf8)
    return path.path
  }

  init() throws {
    let path = try Self.catalogue(
      #""stalledSeconds": 2, "stalledSearchSeconds": 4, "silentSeconds": 1, "overdueSeconds": 1"#)
    fleet = try RunningFleet(catalogue: path)
    try fleet.startAndWait()
    client = try TestClient(fleet)
    try FileManager.default.removeItem(atPath: path)
  }

  /// The next event of a ride that is as wanted.
  private func event(_ ride: String, _ isWanted: (JSONValue?) -> Bool) throws -> JSONValue? {
    while let event = try client.nextEvent() {
      if event.ride == ride, isWanted(event.body["data"]) { return event.body["data"] }
    }
    return nil
  }

  @Test("The estimate of a vehicle that stands moves, and then another vehicle has the ride")
  func stands() throws {
    let north = #"{"latitude":41.99,"longitude":-87.66}"#
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", at: north))
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    let ride = try #require(booked.ride)
    let first = try #require(try event(ride) { $0?["phase"]?.string == "confirmed" })
    let promise = try #require(first["estimatedPickupDate"]?.string)
    _ = try #require(try event(ride) { $0?["phase"]?.string == "received" })
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-2"))
    let next = try #require(
      try event(ride) { $0?["vehicle"]?["vehicleIdentifier"]?.string == "veh-2" })
    #expect(next["estimatedPickupDate"]?.string != promise)
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains("veh-1"), "\(shown.output)")
  }
}

import Catalogues
import JSON
import Messages
import Rides
import Testing

@testable import Tool

@Suite struct VehicleFleetTests {
  private static let start = Instant(seconds: 1_000_000)

  private func area() throws -> ServiceArea {
    let folder = #filePath.replacing("Tests/ToolTests/VehicleFleetTests.swift", with: "")
    return try #require(
      try CatalogueFile.load(path: folder + "deploy/catalogues").serviceAreas.first)
  }

  @Test("The same seed gives the same vehicles, inside the area, with products in turn")
  func pool() throws {
    let area = try area()
    let vehicles = VehiclePool.vehicles(9, in: area, pace: 1, seed: 5)
    let again = VehiclePool.vehicles(9, in: area, pace: 1, seed: 5)
    let other = VehiclePool.vehicles(9, in: area, pace: 1, seed: 6)
    #expect(vehicles.map(\.position) == again.map(\.position))
    #expect(vehicles.map(\.profile) == again.map(\.profile))
    #expect(vehicles.map(\.position) != other.map(\.position))
    #expect(vehicles.allSatisfy { area.boundary.contains($0.position) })
    let keys = area.products.map(\.key)
    #expect(vehicles.map(\.profile.product) == (0..<9).map { keys[$0 % keys.count] })
    #expect(Set(vehicles.map(\.profile.identifier)).count == 9)
  }

  @Test("Each vehicle reports once a second, spread over the second")
  func updates() throws {
    var fleet = VehicleFleet(VehiclePool.vehicles(4, in: try area(), pace: 1, seed: 1))
    var counts: [Int] = []
    for quarter in 0..<8 {
      let now = Instant(microseconds: Self.start.microseconds + Int64(quarter) * 250_000)
      counts.append(fleet.tick(at: now, elapsed: .milliseconds(250 * quarter)).messages.count)
    }
    #expect(counts == [1, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test("The first update is complete, the next has only the place, the last the end of duty")
  func contents() throws {
    var fleet = VehicleFleet(VehiclePool.vehicles(1, in: try area(), pace: 1, seed: 1))
    let first = try body(fleet.tick(at: Self.start, elapsed: .zero).messages)
    let next = try body(
      fleet.tick(at: Self.start.advanced(bySeconds: 1), elapsed: .seconds(1)).messages)
    let last = try body(fleet.leave(at: Self.start.advanced(bySeconds: 1)))
    #expect(first["products"] != nil && first["driver"] != nil)
    #expect(next["products"] == nil && next["location"] != nil)
    #expect(first["onDuty"]?.bool == true)
    #expect(last["onDuty"]?.bool == false)
    let sequences = [first, next, last].compactMap { $0["sequence"]?.integer }
    #expect(sequences == [1_000_000_000, 1_000_001_000, 1_000_001_001])
  }

  private func body(_ messages: [Publication]) throws -> JSONValue {
    try JSONValue(parsing: try #require(messages.first).body)
  }

  @Test("A report of a ride has the same id whenever it is made")
  func reportIdentifier() {
    let report = SimulatedVehicle.Report(ride: RideIdentifier("r1"), event: .arrived)
    let message = VehicleMessages.report(report, by: VehicleIdentifier("sim-7"), at: Self.start)
    #expect(message.properties.messageID == "sim-7/r1/arrived")
    #expect(message.routingKey == "ride.update")
    #expect(message.mandatory)
  }
}

import BrokerFixture
import DatabaseFixture
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("A region that is divided as the runbook says", .blocking)
struct DividedRegionTests {
  private static let areas = ["south", "north"]

  @Test("Each region has the rides of its areas, and answers as before what comes again")
  func divided() throws {
    let whole = try TestDatabase()
    let region = try RunningFleet(store: whole.url, catalogue: Self.catalogue(Self.areas))
    try region.startAndWait()
    let client = try TestClient(region)
    let booked = try Self.areas.map { try Self.book($0, by: client) }
    for worker in region.workers { #expect(worker.stop() == 0, "\(worker.log)") }
    try whole.run(
      """
      INSERT INTO ledger SELECT ride_identifier, 1, 1, 'rider', 100, 'USD', 'fare', now() FROM rides
      """)
    let databases = [whole, try whole.copied()]
    for (area, database) in zip(Self.areas, databases) { try Self.divide(database, area) }
    for (index, area) in Self.areas.enumerated() {
      let fleet = try RunningFleet(
        migrated: false, store: databases[index].url, catalogue: Self.catalogue([area]))
      try fleet.startAndWait()
      let client = try TestClient(fleet)
      try Self.expectRide(booked[index], of: area, by: client)
      let other = Self.areas[1 - index]
      let absent = try client.ask("get-ride-status.handle", Bodies.status(rider: other))
      #expect(absent.ride == nil, "\(area)")
      let rides = try databases[index].run("SELECT ride_identifier FROM ledger")
      #expect(rides == [[booked[index].ride]], "\(area)")
      #expect(throws: DatabaseFixtureError.self, "the ledger is guarded again") {
        try databases[index].run("DELETE FROM ledger")
      }
      for worker in fleet.workers { #expect(worker.stop() == 0, "\(worker.log)") }
    }
  }

  /// Books a ride in an area for the rider of its name, which the vehicle of its name takes.
  private static func book(_ area: String, by client: TestClient) throws -> Answer {
    let vehicle = Bodies.vehicle(area, at: place(area))
    #expect(try client.ask("vehicle.update", vehicle).code == "success")
    try waitUntil("a list of \(area) shows the sedan") {
      let list = Bodies.list(from: place(area), to: place(area, 0.01))
      return try client.ask("list-ride-options.handle", list).code == "success"
    }
    let booked = try client.ask("request-ride.handle", booking(area), id: area)
    try #require(booked.ride != nil, "\(booked)")
    try waitUntil("the ride of \(area) has its vehicle") {
      try client.ask("get-ride-status.handle", Bodies.status(rider: area)).phase == "confirmed"
    }
    return booked
  }

  /// The ride is there, a repeated booking has its first answer, and driver and rider go on.
  private static func expectRide(
    _ booked: Answer, of area: String, by client: TestClient
  ) throws {
    let ride = try #require(booked.ride)
    let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: area))
    #expect(asked.ride == ride && asked.phase == "confirmed", "\(area): \(asked)")
    let again = try client.ask("request-ride.handle", booking(area), id: area)
    #expect(again.delivery.body == booked.delivery.body, "\(area)")
    let free = Bodies.vehicle("\(area)-2", at: place(area))
    #expect(try client.ask("vehicle.update", free).code == "success", "\(area)")
    let canceled = try client.ask("cancel-ride.handle", Bodies.status(rider: area, ride: ride))
    #expect(canceled.code == "success", "\(area): \(canceled)")
  }

  private static func divide(_ database: TestDatabase, _ areas: String) throws {
    let file = Repository.root.appendingPathComponent("deploy/runbook/divide.sql")
    let statements = try String(contentsOf: file, encoding: .utf8)
    // What psql does with it.
    try database.run(
      statements.replacing("\\set ON_ERROR_STOP on", with: "")
        .replacing(":'areas'", with: "'\(areas)'"))
  }

  private static func booking(_ area: String) -> String {
    Bodies.booking(rider: area, from: place(area), to: place(area, 0.01))
  }

  /// In Chicago for the south, five degrees north of it for the north.
  private static func place(_ area: String, _ offset: Double = 0) -> String {
    #"{"latitude":\#((area == "north" ? 46.881 : 41.881) + offset),"longitude":-87.63}"#
  }

  /// The file of a catalogue with these areas; each is Chicago's without its zones.
  private static func catalogue(_ areas: [String]) throws -> String {
    let chicago = try Data(contentsOf: URL(filePath: Repository.catalogue))
    var root = try #require(try JSONSerialization.jsonObject(with: chicago) as? [String: Any])
    let area = try #require((root["serviceAreas"] as? [[String: Any]])?.first)
    root["serviceAreas"] = areas.map { key in
      var own = area
      for zoned in [
        "charges", "specialPricing", "discounts", "bookInApp", "restrictedZones", "zones",
      ] {
        own[zoned] = nil
      }
      own["key"] = key
      if key == "north" { own["boundary"] = fiveDegreesNorth(area["boundary"] ?? [:]) }
      return own
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    try JSONSerialization.data(withJSONObject: root).write(to: file)
    return file.path
  }

  /// A GeoJSON value with each position moved.
  private static func fiveDegreesNorth(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]: members.mapValues(fiveDegreesNorth)
    case let position as [Double]: [position[0], position[1] + 5]
    case let values as [Any]: values.map(fiveDegreesNorth)
    default: value
    }
  }
}

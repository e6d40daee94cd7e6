import Fleet
import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("`livery vehicles`")
struct VehiclesCommandTests {
  private let store: ToolStore

  /// Vehicles a to d, which have last reported before noon, each a minute before the one before.
  init() throws {
    store = try ToolStore()
    let vehicles = [
      Self.vehicle("a", at: 0), Self.vehicle("b", at: -60, products: ["suv"]),
      Self.vehicle("c", at: -120, onDuty: false), Self.vehicle("d", at: -180, isLocated: false),
    ]
    try store.write { store throws(StoreError) in
      try store.save(vehicles)
      _ = try store.claim([
        VehicleClaim(
          vehicleIdentifier: VehicleIdentifier("b"), rideIdentifier: RideIdentifier("r"))
      ])
    }
  }

  private static func vehicle(
    _ name: String, at seconds: Int, onDuty: Bool = true, isLocated: Bool = true,
    products: [String] = ["sedan", "suv"]
  ) -> VehicleRecord {
    VehicleRecord(
      vehicleIdentifier: VehicleIdentifier(name), sequence: 1, onDuty: onDuty,
      products: products.map { ProductKey($0) }, capacity: 4,
      location: isLocated ? Coordinate(latitude: 41.88, longitude: -87.63) : nil, course: nil,
      registrationPlate: "AB 1", manufacturer: nil, model: nil,
      driver: Driver(name: "Sam R.", phoneNumber: "+13125550100"), ride: nil,
      updatedAt: noon.advanced(bySeconds: seconds))
  }

  @Test("lists vehicles in columns, and how long ago each has reported")
  func columns() {
    let result = store.run(["vehicles"], at: noon.advanced(bySeconds: 12))
    #expect(result.code == .success, "\(result.error)")
    let (place, day) = ("4  41.88000, -87.63000", "2027-01-15")
    #expect(
      result.output.split(separator: "\n") == [
        "a  AB 1 Sam R.  free        sedan suv  \(place)  \(day)T08:00:00Z, 12 s ago",
        "b  AB 1 Sam R.  taken by r  suv        \(place)  \(day)T07:59:00Z, 72 s ago",
        "c  AB 1 Sam R.  offDuty     sedan suv  \(place)  \(day)T07:58:00Z, 2 min ago",
        "d  AB 1 Sam R.  unlocated   sedan suv  4                       "
          + "\(day)T07:57:00Z, 3 min ago",
      ])
  }

  @Test(
    "lists only what is asked for",
    arguments: [
      (["--vehicle", "c", "--vehicle", "a", "--vehicle", "x"], "ac"), (["--state", "free"], "a"),
      (["--state", "taken", "--state", "offDuty"], "bc"), (["--state", "unlocated"], "d"),
      (["--product", "sedan"], "acd"), (["--older-than", "2m"], "cd"),
      (["--vehicle", "b", "--state", "free"], ""), (["--limit", "2"], "ab"),
    ])
  func filters(_ arguments: [String], _ found: String) {
    let result = store.run(["vehicles"] + arguments)
    #expect(result.code == .success, "\(result.error)")
    #expect(
      result.output.split(separator: "\n").compactMap(\.first).map(String.init).joined() == found)
    #expect(result.error.contains("there are more than 2 such vehicles") == (found == "ab"))
  }

  @Test("gives each vehicle as one JSON line, without the telephone number of its driver")
  func json() {
    let lines = store.run("vehicles", "--json").output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[1] == """
        {"vehicleIdentifier":"b","state":"taken","onDuty":true,"rideIdentifier":"r",\
        "registrationPlate":"AB 1","driverName":"Sam R.","products":["suv"],"capacity":4,\
        "latitude":41.88,"longitude":-87.63,"updatedAt":"2027-01-15T07:59:00Z"}
        """)
  }

  @Test("shows the vehicles of whose positions many were ignored")
  func D4_ignored() throws {
    var conduct = VehicleConduct()
    for second in 0..<3 { conduct.ignore(.tooFast, at: noon.advanced(bySeconds: second)) }
    conduct.ignore(.nullIsland, at: noon.advanced(bySeconds: 3))
    var vehicle = Self.vehicle("e", at: 0)
    vehicle.conduct = VehicleConductCoding.encode(conduct)
    try store.write { store throws(StoreError) in try store.save([vehicle]) }
    let shown = store.run(["vehicles", "--ignored", "4"], at: noon.advanced(bySeconds: 12)).output
    #expect(shown.hasPrefix("e "))
    #expect(
      shown.contains(
        "12 s ago, 4 positions ignored (nullIsland 1, tooFast 3), last 2027-01-15T08:00:03Z"))
    #expect(store.run("vehicles", "--ignored", "5").output == "")
    let json = store.run("vehicles", "--ignored", "1", "--json").output
    #expect(json.contains(#""ignoredPositions":4,"lastIgnoredAt":"2027-01-15T08:00:03Z""#))
  }

  @Test("More vehicles than fit into a page are all found")
  func pages() throws {
    try store.write { store throws(StoreError) in
      try store.save((1_000...3_001).map { Self.vehicle("v\($0)", at: 0) })
    }
    let result = store.run("vehicles", "--older-than", "0s", "--limit", "10000")
    #expect(result.output.split(separator: "\n").count == 2_006)
    #expect(store.run("vehicles", "--state", "offDuty").output.hasPrefix("c  "))
  }
}

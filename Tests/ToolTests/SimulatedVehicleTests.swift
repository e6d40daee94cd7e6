import Rides
import Testing

@testable import Tool

@Suite struct SimulatedVehicleTests {
  private static let start = Instant(seconds: 1_000_000)
  private static let here = Coordinate(latitude: 41.88, longitude: -87.63)
  /// About 1,112 metres north of `here`.
  private static let pickup = Coordinate(latitude: 41.89, longitude: -87.63)
  private static let dropOff = Coordinate(latitude: 41.88, longitude: -87.63)

  private func vehicle(pace: Double = 1, asksForCode: Bool = false) throws -> SimulatedVehicle {
    SimulatedVehicle(
      profile: VehicleProfile(
        identifier: VehicleIdentifier("sim-1"), product: ProductKey("suv"), capacity: 6,
        registrationPlate: "AB 1234", manufacturer: "Aldora", model: "Comet",
        driver: Driver(name: "Sam R."), asksForCode: asksForCode),
      habits: .init(metresPerSecond: 10, pace: pace), position: try #require(Self.here))
  }

  /// More than five parameters: most of them may be left out.
  private func status(
    _ phase: RidePhase, _ sequence: Int, ride: String = "r", vehicle: String? = "sim-1",
    dropOff: Coordinate? = Self.dropOff, stops: [Coordinate] = []
  ) throws -> RideStatus {
    RideStatus(
      rideIdentifier: RideIdentifier(ride), riderIdentifier: RiderIdentifier("rider"),
      sequence: sequence, phase: phase, updatedAt: Self.start,
      vehicle: vehicle.map { Vehicle(identifier: VehicleIdentifier($0)) },
      pickupLocation: Place(coordinate: try #require(Self.pickup)),
      waypoints: stops.map { Place(coordinate: $0) },
      dropOffLocation: dropOff.map { Place(coordinate: $0) },
      rideOption: RideOption(
        name: "SUV", optionIdentifier: ProductKey("suv"), estimatedPickupDate: Self.start,
        priceRange: nil))
  }

  /// Lets a vehicle drive for so many seconds; what it reports, with the second of each report.
  private func drive(
    _ vehicle: inout SimulatedVehicle, from first: Int, through last: Int
  ) -> [String] {
    (first...last).flatMap { second in
      vehicle.tick(at: Self.start.advanced(bySeconds: second)).map {
        "\(second) \($0.event.rawValue)"
      }
    }
  }

  @Test("A confirmed ride is driven to its end, phase by phase")
  func wholeRide() throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.confirmed, 2), at: Self.start)
    let reports = drive(&vehicle, from: 0, through: 400)
    // 1,112 m at 10 m/s, approaching from 300 m on; 8 s to board; the same way back.
    #expect(reports == ["82 approaching", "112 arrived", "120 started", "232 ended"])
    #expect(vehicle.activity == .free)
    #expect(vehicle.position == Self.dropOff)
    #expect(vehicle.course == 180)
  }

  @Test("A ride with stops is driven by them in their order")
  func stops() throws {
    var vehicle = try vehicle()
    // About 1,112 m north of the pickup, and the pickup itself.
    let stops = [Coordinate(latitude: 41.90, longitude: -87.63), Self.pickup].compactMap(\.self)
    vehicle.learn(of: try status(.confirmed, 2, stops: stops), at: Self.start)
    let reports = drive(&vehicle, from: 0, through: 600)
    #expect(reports == ["82 approaching", "112 arrived", "120 started", "454 ended"])
    #expect(vehicle.position == Self.dropOff)
  }

  @Test("A rider who is aboard changes the way")
  func changed() throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.confirmed, 2), at: Self.start)
    _ = drive(&vehicle, from: 0, through: 150)
    // 30 s from the pickup to the south, then back and on to the north.
    let north = try #require(Coordinate(latitude: 41.90, longitude: -87.63))
    let now = Self.start.advanced(bySeconds: 150)
    vehicle.learn(of: try status(.ongoing, 5, dropOff: north), at: now)
    #expect(drive(&vehicle, from: 150, through: 600) == ["292 ended"])
    #expect(vehicle.position == north)
  }

  @Test("A vehicle that is asked accepts after a moment, and drives once the ride is confirmed")
  func acceptance() throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.received, 2), at: Self.start)
    #expect(drive(&vehicle, from: 0, through: 60) == ["2 accepted"])
    #expect(vehicle.position == Self.here)
    vehicle.learn(of: try status(.confirmed, 3), at: Self.start.advanced(bySeconds: 60))
    #expect(drive(&vehicle, from: 61, through: 150) == ["142 approaching"])
    #expect(vehicle.course == 0)
  }

  @Test("A larger pace shortens ways and waits alike")
  func pace() throws {
    var vehicle = try vehicle(pace: 10)
    vehicle.learn(of: try status(.confirmed, 2), at: Self.start)
    let reports = drive(&vehicle, from: 0, through: 30)
    #expect(reports == ["9 approaching", "12 arrived", "12 started", "24 ended"])
  }

  @Test(
    "A ride is continued from its phase",
    arguments: [
      (.received, ["2 accepted"]),
      (.confirmed, ["82 approaching", "112 arrived", "120 started"]),
      (.approachingPickup, ["112 arrived", "120 started"]),
      (.pickup, ["8 started"]), (.ongoing, ["0 ended"]), (.completed, []),
    ] as [(RidePhase, [String])])
  func takesUp(_ phase: RidePhase, _ expected: [String]) throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(phase, 4), at: Self.start)
    #expect(Array(drive(&vehicle, from: 0, through: 125).prefix(expected.count)) == expected)
  }

  @Test("A driver who needs a start code asks the rider until they say it, and reports it")
  func startCode() throws {
    var vehicle = try vehicle(asksForCode: true)
    vehicle.learn(of: try status(.confirmed, 2), at: Self.start)
    #expect(vehicle.question(at: Self.start) == nil, "the rider is not there yet")
    #expect(drive(&vehicle, from: 0, through: 130) == ["82 approaching", "112 arrived"])
    let asked = Self.start.advanced(bySeconds: 131)
    #expect(vehicle.question(at: asked)?.rider == RiderIdentifier("rider"))
    #expect(vehicle.question(at: asked.advanced(bySeconds: 4)) == nil)
    #expect(vehicle.question(at: asked.advanced(bySeconds: 5)) != nil)
    let code = StartCode(4_711)
    vehicle.learn(code, of: RideIdentifier("another"))
    #expect(vehicle.tick(at: asked).isEmpty)
    vehicle.learn(code, of: RideIdentifier("r"))
    #expect(vehicle.tick(at: asked).map(\.startCode) == [code])
    #expect(vehicle.question(at: asked.advanced(bySeconds: 20)) == nil)
  }

  @Test("A ride without a destination ends after a while")
  func aimless() throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.ongoing, 5, dropOff: nil), at: Self.start)
    #expect(drive(&vehicle, from: 0, through: 100) == ["60 ended"])
  }

  @Test(
    "A ride that is over, or another vehicle's, frees the vehicle",
    arguments: [(.completed, "sim-1"), (.received, nil), (.confirmed, "sim-2")]
      as [(RidePhase, String?)])
  func freed(_ phase: RidePhase, _ holder: String?) throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.confirmed, 2), at: Self.start)
    vehicle.learn(of: try status(phase, 3, vehicle: holder), at: Self.start)
    #expect(vehicle.activity == .free)
    #expect(drive(&vehicle, from: 0, through: 300).isEmpty)
  }

  @Test("Older statuses, other rides and other vehicles change nothing")
  func ignored() throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.confirmed, 1, vehicle: "sim-2"), at: Self.start)
    vehicle.learn(of: try status(.received, 1, vehicle: nil), at: Self.start)
    #expect(vehicle.activity == .free)
    vehicle.learn(of: try status(.confirmed, 3), at: Self.start)
    let driving = vehicle.activity
    vehicle.learn(of: try status(.completed, 2), at: Self.start)
    vehicle.learn(of: try status(.confirmed, 1, ride: "other"), at: Self.start)
    #expect(vehicle.activity == driving)
  }

  @Test("A late status of the ride that has just ended does not begin it again")
  func endedRide() throws {
    var vehicle = try vehicle()
    vehicle.learn(of: try status(.ongoing, 5), at: Self.start)
    #expect(drive(&vehicle, from: 0, through: 1) == ["0 ended"])
    vehicle.learn(of: try status(.ongoing, 6), at: Self.start)
    #expect(vehicle.activity == .free)
    vehicle.learn(of: try status(.confirmed, 2, ride: "next"), at: Self.start)
    #expect(vehicle.activity.job?.ride == RideIdentifier("next"))
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Metered rides without a meter's fare") struct MeasuredRideTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  /// A tour of four sides of more than a kilometre, which ends where it began.
  private static let tour = [
    (41.8906, -87.6251), (41.8906, -87.6401), (41.8786, -87.6401), (41.8786, -87.6251),
  ]

  /// The report of a vehicle that is at a place now, the next after that many of the tour.
  private func position(_ index: Int, odometer: Double? = nil) throws -> Letter {
    let (latitude, longitude) = Self.tour[index]
    let reading = odometer.map { #","odometer":\#($0)"# } ?? ""
    let stamp = world.now.rfc3339
    return .vehicle(
      "veh-7", Int(try #require(try world.vehicle("veh-7")).sequence) + 1,
      #","location":{"latitude":\#(latitude),"longitude":\#(longitude),"timestamp":"\#(stamp)"}"#
        + reading)
  }

  /// The streets of the first sides of the tour.
  private static func metres(_ sides: Int = 4) -> Double {
    var (place, sum) = (DriverScene.loop, 0.0)
    for (latitude, longitude) in tour.prefix(sides) {
      guard let next = Coordinate(latitude: latitude, longitude: longitude) else { continue }
      sum += GreatCircle.metres(place, next)
      place = next
    }
    return 1.2 * sum
  }

  /// What Chicago's taxis charge for a way and a time.
  private static func fare(metres: Double, seconds: Double) -> String {
    let cents =
      325 + Int((metres / 1_609.344 * 225).rounded()) + Int((seconds / 60 * 33.3333).rounded())
    return "\(cents / 100).\(String(cents % 100 + 100).dropFirst())"
  }

  @Test("A tour without a drop-off is billed by its way, not by the line from its start to its end")
  func M15_tour() throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    for index in Self.tour.indices {
      world.wait(119)
      _ = try world.dispatch(try position(index))
    }
    #expect(try world.vehicle("veh-7")?.driven?.isEmpty == false)
    world.wait(3)
    let outcome = try world.dispatch(scene.report("ended", ride))[0]
    #expect(outcome.note.doubt == nil)
    let fare = Self.fare(metres: Self.metres(), seconds: 480)
    #expect(try world.payment(ride) == "settled \(fare)")
    let way = try #require(try world.document(ride)?.driven)
    #expect(way.positions == 4 && abs(way.metres - Self.metres()) < 0.01)
    #expect(try world.vehicle("veh-7")?.driven == nil)
  }

  @Test("In one batch the way is the same, and a repeated start begins nothing anew")
  func batch() throws {
    let ride = try scene.ride("Taxi")
    try world.move("veh-7", to: DriverScene.loop)
    let start = world.now
    let reports = [scene.report("arrived", ride), scene.report("started", ride)]
    var letters: [Letter] = reports
    let sequence = Int(try #require(try world.vehicle("veh-7")).sequence)
    for (index, place) in Self.tour.enumerated() {
      let stamp = start.advanced(bySeconds: 120 * (index + 1)).rfc3339
      letters.append(
        .vehicle(
          "veh-7", sequence + 1 + index,
          #","location":{"latitude":\#(place.0),"longitude":\#(place.1),"timestamp":"\#(stamp)"}"#))
      if index == 1 { letters.append(reports[1].id("again")) }
    }
    world.wait(480)
    letters.append(scene.report("ended", ride))
    let outcomes = try world.take(
      letters, by: DispatchHandler(dependencies: world.dependencies, store: world.store))
    // It has not ended at its drop-off.
    #expect(outcomes.last?.note.doubt?.contains("km from the drop-off") == true)
    let fare = Self.fare(metres: Self.metres(), seconds: 480)
    #expect(try world.document(ride)?.heldFare?.decimalString == fare)
    #expect(try world.vehicle("veh-7")?.driven == nil)
  }

  @Test("Between two positions with an odometer its reading counts, if it is plausible")
  func odometer() throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    for (index, reading) in ([50_000, 52_000, 51_000, nil] as [Double?]).enumerated() {
      world.wait(100)
      _ = try world.dispatch(try position(index, odometer: reading))
    }
    _ = try world.dispatch(scene.report("ended", ride))
    let way = try #require(try world.document(ride)?.driven)
    let sides = (1...2).map { Self.metres($0) }
    #expect(abs(way.metres - (Self.metres() - (sides[1] - sides[0]) + 2_000)) < 0.01)
    #expect(abs(way.metresByPosition - Self.metres()) < 0.01)
    let refused = try world.dispatch(.vehicle("veh-7", 90, #","odometer":-1"#))[0]
    #expect(refused.note.error?.path == "odometer")
  }

  @Test("A price that no meter decides, and a ride that has not begun, need no sum")
  func unmeasured() throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    _ = try scene.locate(41.88, -87.63)
    #expect(try world.vehicle("veh-7")?.driven == nil)
    let other = try DriverScene()
    _ = try other.ride("Taxi")
    _ = try other.locate(41.88, -87.63)
    #expect(try other.world.vehicle("veh-7")?.driven == nil)
  }

  @Test(
    "M15: An odometer that shows more than twice the way of the positions awaits the operator",
    arguments: [(15_000, false), (24_000, true)] as [(Double, Bool)])
  func M15_odometer(reading: Double, isHeld: Bool) throws {
    let ride = try scene.ride("Taxi", isOpen: true)
    try scene.board(ride)
    // 7 km to the north.
    for step in 0...10 {
      world.wait(90)
      let share = Double(step) / 10
      _ = try scene.locate(
        DriverScene.loop.latitude + 0.063 * share, DriverScene.loop.longitude,
        odometer: reading * share)
    }
    let ended = try world.dispatch(scene.report("ended", ride))[0]
    guard isHeld else { return #expect(ended.note.doubt == nil) }
    try scene.expectHeld(ride, ended, "the odometer shows 24000 m")
  }
}

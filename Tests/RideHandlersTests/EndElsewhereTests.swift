import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Rides with a price that end away from their drop-off") struct EndElsewhereTests {
  /// Has a ride from the Loop towards the airport end at a place, and reports it.
  private func end(
    _ fare: EndElsewhere.Fare, at place: (Double, Double), seconds: Int = 600, steps: Int = 10,
    odometer: Double? = nil
  ) throws -> (scene: DriverScene, ride: String, outcome: Outcome) {
    let scene = try DriverScene(endElsewhere: fare)
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    let loop = DriverScene.loop
    for step in 1...max(1, steps) where steps > 0 {
      scene.world.wait(seconds / steps)
      let share = Double(step) / Double(steps)
      _ = try scene.locate(
        loop.latitude + (place.0 - loop.latitude) * share,
        loop.longitude + (place.1 - loop.longitude) * share, odometer: odometer.map { $0 * share })
    }
    if steps == 0 { scene.world.wait(seconds) }
    return (scene, ride, try scene.world.dispatch(scene.report("ended", ride))[0])
  }

  /// 7 km north of the Loop.
  private static let north = (41.9416, -87.6251)

  @Test(
    "An end elsewhere costs what the product says",
    arguments: [(.held, nil), (.agreed, "54.15"), (.repriced, "16.69")]
      as [(EndElsewhere.Fare, String?)])
  func D6_policy(fare: EndElsewhere.Fare, price: String?) throws {
    let (scene, ride, outcome) = try end(fare, at: Self.north)
    guard let price else { return try scene.expectHeld(ride, outcome, "km from the drop-off") }
    #expect(outcome.note.doubt == nil)
    #expect(try scene.world.payment(ride) == "settled \(price)")
    let lines = try #require(try scene.world.document(ride)?.account.bill).map(\.item)
    #expect(lines.contains { $0.title == "Shorter way" } == (fare == .repriced))
  }

  @Test("Near the drop-off, and on a way that is no shorter, the agreed price is billed")
  func D6_agreed() throws {
    let airport = DriverScene.airport
    for (place, seconds) in [
      ((airport.latitude - 0.008, airport.longitude), 1_500),
      ((airport.latitude + 0.1, airport.longitude - 0.1), 6_000),
    ] {
      let prices = try [EndElsewhere.Fare.agreed, .repriced].map { fare in
        let (scene, ride, outcome) = try end(fare, at: place, seconds: seconds, steps: 50)
        #expect(outcome.note.doubt == nil)
        return try scene.world.payment(ride)
      }
      #expect(prices[0] == prices[1])
    }
  }

  @Test("An odometer, which the positions do not show, makes no way longer")
  func D6_odometer() throws {
    let prices = try [nil, 10_000.0].map { odometer in
      let (scene, ride, _) = try end(.repriced, at: Self.north, odometer: odometer)
      return try scene.world.payment(ride)
    }
    #expect(prices[0] == prices[1])
    // One that shows a far longer way contradicts the positions.
    let (scene, ride, outcome) = try end(.repriced, at: Self.north, odometer: 25_000)
    try scene.expectHeld(ride, outcome, "km from the drop-off")
  }

  @Test("What no position shows awaits the operator, whatever the product says")
  func D6_held() throws {
    let loop = DriverScene.loop
    for fare in [EndElsewhere.Fare.agreed, .repriced] {
      // Nothing was seen of the trip; it has not left the pickup; the way has a gap.
      var (scene, ride, outcome) = try end(fare, at: Self.north, seconds: 2, steps: 0)
      try scene.expectHeld(ride, outcome, "km from the drop-off")
      (scene, ride, outcome) = try end(fare, at: (loop.latitude + 0.008, loop.longitude))
      try scene.expectHeld(ride, outcome, "km from the drop-off")
      guard fare == .repriced else { continue }
      (scene, ride, outcome) = try end(fare, at: Self.north, seconds: 1_400, steps: 2)
      try scene.expectHeld(ride, outcome, "km from the drop-off")
    }
  }

  @Test(
    "An end elsewhere costs what the product said at the booking",
    arguments: [(.agreed, "54.15"), (.repriced, "16.69"), (.held, nil)]
      as [(EndElsewhere.Fare, String?)])
  func D6_booked(fare: EndElsewhere.Fare, price: String?) throws {
    let scene = try DriverScene(endElsewhere: fare)
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    for step in 1...10 {
      scene.world.wait(60)
      let north = (Self.north.0 - DriverScene.loop.latitude) * Double(step) / 10
      _ = try scene.locate(DriverScene.loop.latitude + north, Self.north.1)
    }
    let other = try DriverScene(endElsewhere: fare == .agreed ? .held : .agreed)
    let handler = DispatchHandler(
      dependencies: other.world.dependencies, store: scene.world.store)
    let ended = try scene.world.take([scene.report("ended", ride)], by: handler)[0]
    guard let price else { return try scene.expectHeld(ride, ended, "km from the drop-off") }
    #expect(try scene.world.payment(ride) == "settled \(price)")
  }

  @Test("A charge that a fixed fare includes is not added where the ride has ended elsewhere")
  func D6_included() throws {
    let (loop, midway) = (DriverScene.loop, (41.7868, -87.7522))
    for onTop in [[], ["airport-fee"]] {
      let scene = try DriverScene(endElsewhere: .repriced) { catalogue in
        let currency = catalogue.serviceAreas[0].currency
        catalogue.serviceAreas[0].rules.fixedFares = [
          FixedFare(
            key: "flat", titles: ["en_US": "Flat fare", "es_US": "Tarifa plana"],
            amount: Money(minorUnits: 6_000, currency: currency), occasion: .anywhere,
            products: [ProductKey("sedan")], onTop: onTop)
        ]
      }
      let ride = try scene.ride("Sedan")
      try scene.board(ride)
      for step in 1...25 {
        scene.world.wait(60)
        let share = Double(step) / 25
        _ = try scene.locate(
          loop.latitude + (midway.0 - loop.latitude) * share,
          loop.longitude + (midway.1 - loop.longitude) * share)
      }
      _ = try scene.world.dispatch(scene.report("ended", ride))
      let lines = try #require(try scene.world.document(ride)?.account.bill).map(\.item.title)
      #expect(lines.contains("Airport fee") == !onTop.isEmpty, "\(lines)")
    }
  }

  @Test("A ride that has not begun at its pickup is held, wherever it has ended")
  func D6_boarding() throws {
    let scene = try DriverScene(endElsewhere: .agreed)
    let ride = try scene.ride("Sedan")
    // Within the ranges, as is the next.
    try scene.world.move("veh-7", to: Coordinate(latitude: 41.9416, longitude: -87.6251)!)
    _ = try scene.world.dispatch(scene.report("arrived", ride), scene.report("started", ride))
    let next = Coordinate(latitude: 41.95, longitude: -87.63)!  // Within the ranges.
    try scene.world.move("veh-7", to: next)
    try scene.expectHeld(
      ride, scene.world.dispatch(scene.report("ended", ride))[0], "from the pickup")
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Vehicles that leave the pickup before the rider is aboard") struct PickupStayTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  private static let loop = DriverScene.loop

  /// Has the vehicle arrive.
  private func arrive(_ option: String = "Sedan") throws -> String {
    let ride = try scene.ride(option)
    try world.move("veh-7", to: Self.loop)
    _ = try world.dispatch(scene.report("arrived", ride))
    return ride
  }

  /// Where the phone says that the vehicle is so many meters north of the pickup.
  private func locate(_ metres: Double, after seconds: Int) throws {
    world.wait(seconds)
    let outcome = try scene.locate(Self.loop.latitude + metres / 111_195, Self.loop.longitude)
    #expect(outcome.note.flaw == nil)
  }

  @Test(
    "Waiting is charged until the vehicle leaves the pickup for longer than is plausible",
    arguments: [
      // It stays; is away for a minute; leaves after 240 s; leaves and comes back.
      (200.0, [(100, 240), (60, 300), (100, 540)], "Waiting 4.00"),
      (400.0, [(0, 240), (400, 300), (400, 360), (0, 400), (0, 600)], "Waiting 4.00"),
      (400.0, [(0, 200), (400, 240), (400, 301), (400, 500)], "Waiting 1.00"),
      (400.0, [(0, 200), (400, 240), (400, 301), (0, 320), (0, 500)], "Waiting 1.00"),
    ] as [(Double, [(Double, Int)], String)])
  func D5_waiting(far: Double, positions: [(Double, Int)], expected: String) throws {
    let ride = try arrive()
    let start = world.now
    for (metres, second) in positions {
      try locate(metres, after: second - Int(start.seconds(to: world.now)))
    }
    world.wait(600 - Int(start.seconds(to: world.now)))
    _ = try world.dispatch(scene.report("started", ride))
    try world.move("veh-7", to: DriverScene.airport)
    let ended = try world.dispatch(scene.report("ended", ride))[0]
    #expect(ended.note.doubt == nil)
    let bill = try #require(try world.document(ride)?.account.bill)
    let waiting = bill.first { $0.item.title == "Waiting" }
    #expect(waiting.map { "Waiting \($0.item.price.decimalString)" } == expected)
  }

  @Test("The fee of a missed pickup is held of a vehicle that was away meanwhile")
  func D5_missedPickup() throws {
    for seconds in [60, 61] {
      let scene = try DriverScene()
      let test = PickupStayTests(scene: scene)
      let ride = try test.arrive()
      try test.locate(300, after: 100)
      try test.locate(300, after: seconds)
      try test.locate(0, after: 100)
      scene.world.wait(60)
      let missed = try scene.world.dispatch(scene.report("missedPickup", ride))[0]
      if seconds > 60 {
        try scene.expectHeld(ride, missed, "was away from the pickup")
      } else {
        #expect(missed.note.doubt == nil)
        #expect(try scene.world.payment(ride) == "settled 7.00")
      }
      #expect(try scene.world.vehicle("veh-7")?.driven == nil)
    }
  }

  @Test("A vehicle that left and is silent since then was away until the rider came aboard")
  func D5_silent() throws {
    let ride = try arrive()
    try locate(0, after: 200)
    try locate(400, after: 40)
    world.wait(600)
    _ = try world.dispatch(scene.report("started", ride))
    #expect(try world.document(ride)?.leftPickupAt == world.now.advanced(bySeconds: -600))
    #expect(try world.vehicle("veh-7")?.driven == nil)
  }

  @Test("A rider whom the vehicle has left at the pickup cancels free, and the driver is at fault")
  func D5_canceled() throws {
    // It stays; it leaves just before; it was away for longer, and has come back; it is back for
    // long enough, or not.
    for (positions, fee) in [
      ([(0.0, 200)], "5.00"), ([(0, 200), (400, 40)], nil),
      ([(400, 100), (400, 100), (0, 60)], nil), ([(400, 100), (0, 60), (0, 60)], "5.00"),
      ([(400, 100), (0, 60), (0, 59)], nil),
    ] as [([(Double, Int)], String?)] {
      let test = PickupStayTests(scene: try DriverScene())
      let ride = try test.arrive()
      for (metres, seconds) in positions { try test.locate(metres, after: seconds) }
      let canceled = try test.world.book(.cancel(ride, more: #","cause":"waitTooLong""#))[0]
      #expect(canceled.response?["cancellationFee"]?["amount"]?.string == fee)
      let party = try test.world.document(ride)?.status.completionStatus?.party
      #expect(party == (fee == nil ? .driver : .nobody))
    }
  }

  @Test("Before the start of a booked window no wait has begun, so the vehicle may leave")
  func D5_ahead() throws {
    let at = world.now.advanced(bySeconds: 600)
    var stay = PickupStay(
      ride: RideIdentifier("ride"), pickup: Self.loop, metres: 150, seconds: 60, from: at)
    let away = Coordinate(latitude: 41.89, longitude: -87.6251)!  // Within the ranges.
    func add(_ time: Instant) { stay.add(Fix(location: away, at: time), at: time) }
    for second in [0, 500] { add(world.now.advanced(bySeconds: second)) }
    #expect(stay.leaving(by: at) == nil)
    for second in [0, 60, 61] { add(at.advanced(bySeconds: second)) }
    #expect(stay.leaving(by: at) == at)
    #expect(PickupStayCoding.decode(PickupStayCoding.encode(stay)) == stay)
  }

  @Test("After an arrival that no position supports nothing is watched")
  func unwatched() throws {
    let ride = try scene.ride("Sedan")
    _ = try world.dispatch(scene.report("arrived", ride))
    #expect(try world.vehicle("veh-7")?.driven == nil)
    try world.move("veh-7", to: Self.loop)
    _ = try world.dispatch(scene.report("arrived", ride))
    #expect(try world.vehicle("veh-7")?.driven != nil)
  }
}

extension PickupStayTests {
  fileprivate init(scene: DriverScene) { self.scene = scene }
}

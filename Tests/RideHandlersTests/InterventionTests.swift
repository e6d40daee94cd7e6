import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Operators who act in a driver's place") struct InterventionTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  private static func order(
    _ type: String, _ ride: String, more: String = "", id: String = "order-1"
  ) -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","#
        + #""reason":"the phone is broken"\#(more)}"#, type: type
    ).id(id)
  }

  private static let fare = #","fare":{"amount":"15.00","currencyCode":"USD"}"#

  @Test("A15: A ride that the operator ends costs the named fare, and frees its vehicle")
  func A15_named() throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    let ended = try world.dispatch(Self.order("ride.end", ride, more: Self.fare))[0]
    #expect(ended.code == "success" && ended.note.doubt == nil)
    let completion = decode(ended.events[0].body)?["data"]?["completionStatus"]
    #expect(completion?["outcome"]?.string == "completed")
    #expect(completion?["feedback"]?.array?.compactMap(\.string) == ["rate", "tip"])
    #expect(try world.balances(ride)["fareRevenue"] == -1_500)
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
    #expect(try world.vehicle("veh-7")?.ride == nil)
    let order = try #require(try world.document(ride)?.account.settlements.last)
    #expect(order.deed == .end && order.author == "dispatcher-7")
    #expect(order.reason == "the phone is broken")
    #expect(try world.document(ride)?.account.receipt?.price == world.document(ride)?.account.total)
  }

  @Test("A15: Without a fare it costs the agreed price, and is held where that is contradicted")
  func A15_agreed() throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    world.wait(1_800)
    let ended = try world.dispatch(Self.order("ride.end", ride))[0]
    // The vehicle is silent, which contradicts nothing.
    #expect(ended.code == "success" && ended.note.doubt == nil)
    let document = try #require(try world.document(ride))
    let price = document.status.rideOption.priceRange?.maximumPrice
    #expect(document.account.total == price && document.account.outstanding.minorUnits == 0)
    let other = try DriverScene()
    let early = try other.ride("Sedan")
    try other.board(early)
    other.world.wait(1)
    let held = try other.world.dispatch(Self.order("ride.end", early))[0]
    try other.expectHeld(early, held, "km from the drop-off")
  }

  @Test("A15: A metered ride that nobody has ended is held, until the operator names its fare")
  func A15_metered() throws {
    let ride = try scene.ride("Taxi")
    try scene.board(ride)
    for _ in 1...4 {
      world.wait(300)
      try world.move("veh-7", to: DriverScene.airport)
    }
    let held = try world.dispatch(Self.order("ride.end", ride))[0]
    try scene.expectHeld(ride, held, "is held until ride.settle names the fare")
    let settled = try world.dispatch(
      Letter(
        #"{"rideIdentifier":"\#(ride)","reason":"driven"\#(Self.fare)}"#, type: "ride.settle"
      ).id("s"))[0]
    #expect(settled.code == "success")
    #expect(try world.balances(ride)["fareRevenue"] == -1_500)
  }

  @Test("A15: The end costs no more than was agreed, and needs no start code")
  func A15_limits() throws {
    let scene = try DriverScene { catalogue in
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].requiresStartCode = true
      }
    }
    let ride = try scene.ride("Sedan")
    try scene.world.move("veh-7", to: DriverScene.loop)
    _ = try scene.world.dispatch(scene.report("arrived", ride))
    let dear = Self.fare.replacing("15.00", with: "999.00")
    let refused = try scene.world.dispatch(Self.order("ride.end", ride, more: dear))[0]
    #expect(refused.reason == "priceTooHigh" && refused.told.isEmpty)
    #expect(try scene.world.document(ride)?.status.phase == .pickup)
    let ended = try scene.world.dispatch(Self.order("ride.end", ride, more: Self.fare, id: "b"))[0]
    #expect(ended.code == "success" && ended.told.count == 1)
    #expect(try scene.world.document(ride)?.status.startCode == nil)
  }

  @Test("A15: A ride is ended once, and not before its vehicle is at the pickup")
  func A15_refused() throws {
    let ride = try scene.ride("Sedan")
    let early = try world.dispatch(Self.order("ride.end", ride, more: Self.fare, id: "early"))[0]
    #expect(early.reason == "illegalMove")
    #expect(try world.dispatch(Self.order("ride.end", "nowhere"))[0].reason == "unknownRide")
    try scene.board(ride)
    let letter = Self.order("ride.end", ride, more: Self.fare)
    let both = try world.dispatch(letter, letter)
    #expect(both[1].note.isRepeat && both[0].events.count == 1)
    let balances = try world.balances(ride)
    try world.forgetOutcomes()
    let again = try world.dispatch(letter)[0]
    #expect(again.code == "success" && again.events.isEmpty)
    // The id says nothing else: no other fare, none at all, and no tolls.
    let toll = #"{"tollIdentifier":"skyway","amount":{"amount":"1.00","currencyCode":"USD"}}"#
    for more in ["", Self.fare.replacing("15", with: "14"), Self.fare + #","tolls":[\#(toll)]"#] {
      try world.forgetOutcomes()
      let other = try world.dispatch(Self.order("ride.end", ride, more: more))[0]
      #expect(other.reason == "conflictingMessageIdentifier")
    }
    let later = try world.dispatch(Self.order("ride.end", ride, more: Self.fare, id: "x"))[0]
    #expect(later.reason == "illegalMove")
    // Its driver reports the end after all.
    #expect(try world.dispatch(scene.report("ended", ride))[0].events.isEmpty)
    #expect(try world.balances(ride) == balances)
  }

  @Test("A16: A reassigned ride gets another vehicle, and its first one is free")
  func A16_other() throws {
    let ride = try scene.ride("Sedan")
    _ = try world.dispatch(.onDuty("veh-8", "sedan"))
    let letter = Self.order("ride.reassign", ride)
    let outcome = try world.dispatch(letter, letter)
    #expect(outcome[0].code == "success" && outcome[1].note.isRepeat)
    #expect(outcome[0].told.first?.hasPrefix("received ") == true)
    _ = try world.dispatch(.due(ride))
    let document = try #require(try world.document(ride))
    #expect(document.status.vehicle?.identifier.rawValue == "veh-8")
    #expect(document.dropOuts == 0 && document.declinedBy.map(\.rawValue) == ["veh-7"])
    #expect(document.account.settlements.map(\.deed) == [.reassignment])
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("A16: A ride without a vehicle, or with its rider aboard, is not reassigned")
  func A16_refused() throws {
    let waiting = try world.ride(.booking("Compact", rider: "rider-8").id("m-8"))
    #expect(try world.dispatch(Self.order("ride.reassign", waiting))[0].reason == "illegalMove")
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    #expect(try world.dispatch(Self.order("ride.reassign", ride))[0].reason == "illegalMove")
    let rider = Self.order("ride.reassign", ride).with { $0.role = .vehicles }
    #expect(try world.dispatch(rider)[0].note.isDeadLetter)
  }
}

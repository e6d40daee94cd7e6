import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("A meter far beyond the estimate") struct HeldMeterTests {
  let world: World
  let ride: String

  init() throws {
    world = try World()
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    ride = try world.ride(.paid(option: "Taxi"))
    _ = try world.dispatch(.report("accepted", of: ride, by: "veh-7"))
    _ = try world.drive(ride)
  }

  /// The end of the ride, with the meter's figure.
  private func ended(_ amount: String) -> Letter {
    let fare = #","meteredFare":{"amount":"\#(amount)","currencyCode":"USD"}}"#
    return Letter.report("ended", of: ride, by: "veh-7", at: noon.advanced(bySeconds: 600)).with {
      $0.body = $0.body.dropLast() + fare
    }
  }

  /// The operator's word on the fare.
  private func settled(_ amount: String, _ currency: String = "USD") -> Letter {
    let fare = #","fare":{"amount":"\#(amount)","currencyCode":"\#(currency)"}}"#
    return Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare }
  }

  @Test("It ends the ride and frees its vehicle, and nothing is charged", arguments: [true, false])
  func held(isAnswered: Bool) throws {
    let letter = ended("400.00")
    // The same report twice in a batch is one.
    let outcomes = try world.dispatch(
      isAnswered ? letter : letter.silent, isAnswered ? letter : letter.silent)
    #expect(outcomes[0].told == ["completed 4"] && !outcomes[0].note.isDeadLetter)
    #expect(outcomes[0].note.doubt?.contains("400.00 USD") == true && outcomes[1].note.isRepeat)
    let document = try #require(try world.document(ride))
    #expect(document.heldFare?.minorUnits == 40_000 && document.account.bill == nil)
    #expect(document.account.charges.map(\.state) == [.authorized])
    #expect(try world.balances(ride) == [:])
    #expect(try world.payment(ride) == nil)
    #expect(try world.vehicle("veh-7")?.ride == nil)
    // Nobody knows what the rider owes, who goes on.
    #expect(try world.record(ride)?.obligation == nil)
    #expect(try world.book(.booking("Sedan").id("next"))[0].code == "inProgress")
  }

  @Test("The operator names the fare, once, and that is what is paid")
  func settled() throws {
    // So long that the vehicle can be at the airport.
    world.wait(600)
    _ = try world.dispatch(ended("1000000000.00"))
    let bare = try world.dispatch(.settle(ride))[0]
    #expect(bare.reason == "illegalMove" && bare.path == "fare")
    let yen = try world.dispatch(settled("4500", "JPY").id("yen"))[0]
    #expect(yen.reason == "currencyUnsupported" && yen.path == "fare.currencyCode")
    let all = try world.dispatch(settled("1000000000.00").id("all"))[0]
    #expect(all.reason == "priceTooHigh", "no meter shows as much")
    let outcome = try world.dispatch(settled("45.00").id("settle-2"))[0]
    #expect(outcome.code == "success" && outcome.told == ["completed 5"])
    #expect(try world.payment(ride) == "settled 49.00")
    let balances = try world.balances(ride)
    #expect(balances == ["gatewayClearing": 4_900, "fareRevenue": -4_500, "passThrough": -400])
    #expect(try world.document(ride)?.heldFare == nil)
    #expect(try world.document(ride)?.account.settlements.count == 1)
    let completion = try world.document(ride)?.status.completionStatus
    #expect(completion?.feedback == [.rate, .tip])
    let again = try world.dispatch(settled("50.00").id("settle-3"))[0]
    #expect(again.reason == "illegalMove" && again.path == "fare")
    #expect(try world.balances(ride) == balances)
  }

  @Test("A14: The operator names no more than the meter has shown, or the limit of the review")
  func A14_meter() throws {
    _ = try world.dispatch(ended("400.00"))
    let over = try world.dispatch(settled("400.01"))[0]
    #expect(over.reason == "priceTooHigh" && over.path == "fare" && over.told.isEmpty)
    #expect(over.response?["error"]?["price"]?["amount"]?.string == "400.00")
    #expect(try world.document(ride)?.heldFare?.minorUnits == 40_000)
    #expect(try world.dispatch(settled("400.00").id("settle-2"))[0].code == "success")
  }

  @Test("It begins beyond three times the estimate, or as many as the catalogue says")
  func limit() throws {
    let document = try #require(try world.document(ride))
    let quoter = world.dependencies.quoter
    var single = PaymentPolicy()
    single.meterTimesEstimate = 1
    let once = try #require(quoter.meterLimit(of: document, policy: single, at: world.now))
    let limit = try #require(
      quoter.meterLimit(of: document, policy: PaymentPolicy(), at: world.now))
    #expect(limit.minorUnits == 3 * once.minorUnits)
    let other = try World { $0.serviceAreas[0].policies.payment.meterTimesEstimate = 1_000 }
    let outcome = try other.take(
      [ended(try limit.adding(once).decimalString)],
      by: DispatchHandler(dependencies: other.dependencies, store: world.store), at: world.now)[0]
    #expect(outcome.note.doubt == nil)
    #expect(
      try world.balances(ride)["fareRevenue"] == -(limit.minorUnits + once.minorUnits))
  }

  @Test(
    "A held fare is not billed when the time for a required rating has passed",
    arguments: [nil, DriverScene.loop])
  func unrated(place: Coordinate?) throws {
    let scene = try DriverScene { $0.requireRatings() }
    let (world, ride) = (scene.world, try scene.ride("Sedan"))
    try scene.board(ride)
    if let place { _ = try scene.locate(place.latitude, place.longitude) }
    try scene.expectHeld(ride, try world.dispatch(scene.report("ended", ride))[0], "drop-off")
    let due = try #require(try world.record(ride)?.dueAt)
    world.wait(Int(world.now.seconds(to: due)))
    let lapsed = try world.dispatch(.due(ride))[0]
    #expect(lapsed.told == ["completed 5"] && lapsed.note.doubt == nil)
    let document = try #require(try world.document(ride))
    #expect(document.dueAt == nil && document.heldFare != nil && document.account.bill == nil)
    let fare = #","fare":{"amount":"5.00","currencyCode":"USD"}}"#
    _ = try world.dispatch(Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare })
    #expect(try world.balances(ride)["fareRevenue"] == -500)
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
  }

  @Test("What is just the limit is billed")
  func justTheLimit() throws {
    let document = try #require(try world.document(ride))
    let limit = try #require(
      world.dependencies.quoter.meterLimit(
        of: document, policy: PaymentPolicy(), at: world.now))
    #expect(try world.dispatch(ended(limit.decimalString))[0].note.doubt == nil)
    #expect(try world.balances(ride)["fareRevenue"] == -limit.minorUnits)
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Operators who waive a fee or adjust a fare") struct CorrectionTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try DriverScene() }

  private static func waive(_ ride: String, reason: String = "the street was flooded") -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"\#(reason)"}"#,
      type: "ride.waive"
    ).id("waive-1")
  }

  private static func adjust(_ ride: String, to fare: String, id: String = "adjust-1") -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"a detour","#
        + #""fare":{"amount":"\#(fare)","currencyCode":"USD"}}"#, type: "ride.adjust"
    ).id(id)
  }

  /// A ride that its rider has canceled for 5.00, drawn from a card.
  private func canceledRide() throws -> String {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let taken = try world.book(.cancel(ride))[0]
    #expect(taken.response?["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(try world.payment(ride) == "settled 5.00")
    return ride
  }

  private func completion(_ outcome: Outcome) -> JSONValue? {
    outcome.events.last.flatMap { decode($0.body) }?["data"]?["completionStatus"]
  }

  @Test("A13: A waived fee is given back, with author and reason in the books of the ride")
  func A13_paid() throws {
    let ride = try canceledRide()
    let outcome = try world.dispatch(Self.waive(ride))[0]
    #expect(outcome.code == "success" && outcome.events.count == 1)
    #expect(!outcome.note.notices.contains(.refundedTooMuch))
    #expect(completion(outcome)?["payment"] == nil)
    let refund = try #require(completion(outcome)?["refunds"]?.array?.first)
    #expect(refund["amount"]?.string == "5.00" && refund["state"]?.string == "completed")
    #expect(try world.balances(ride) == [:])
    let reasons = try world.store.ledger(of: RideIdentifier(ride)).map(\.reason)
    #expect(
      Set(reasons) == ["cancellationFee", "captured", "waived 1", "overpaymentRefund"])
    let order = try #require(try world.document(ride)?.account.settlements.first)
    #expect(order.deed == .waiver && order.author == "dispatcher-7")
    #expect(order.reason == "the street was flooded" && order.amount.decimalString == "5.00")
    #expect(try world.document(ride)?.cancellation?.fee == nil)
  }

  @Test("A13: A fee is waived once, however often it is ordered")
  func A13_again() throws {
    let ride = try canceledRide()
    let first = try world.dispatch(Self.waive(ride), Self.waive(ride))
    #expect(first[1].note.isRepeat && first[1].responses == first[0].responses)
    let balances = try world.balances(ride)
    try world.forgetOutcomes()
    let again = try world.dispatch(Self.waive(ride))[0]
    #expect(again.code == "success" && again.events.isEmpty)
    let other = try world.dispatch(Self.waive(ride, reason: "another"))[0]
    #expect(other.reason == "conflictingMessageIdentifier")
    let more = try world.dispatch(Self.waive(ride).id("waive-2"))[0]
    #expect(more.reason == "illegalMove")
    #expect(try world.balances(ride) == balances)
    #expect(try world.document(ride)?.account.settlements.count == 1)
  }

  @Test("A13: A waived debt blocks its rider no longer")
  func A13_debt() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking())
    world.wait(200)
    _ = try world.book(.cancel(ride))
    #expect(try world.payment(ride) == "outstanding 5.00")
    let blocked = try world.book(.booking().id("next"))[0]
    #expect(blocked.reason == "previousRideNeedsCompletion")
    #expect(try world.dispatch(Self.waive(ride))[0].code == "success")
    #expect(try world.payment(ride) == nil && world.balances(ride) == [:])
    #expect(try world.book(.booking().id("after"))[0].reason == nil)
  }

  @Test("A13: A fee for a missed pickup that awaits a decision is not taken")
  func A13_held() throws {
    let ride = try scene.ride("Sedan")
    _ = try scene.missPickup(of: ride)
    #expect(try world.document(ride)?.heldFare?.decimalString == "7.00")
    #expect(try world.dispatch(Self.waive(ride))[0].code == "success")
    let document = try #require(try world.document(ride))
    #expect(document.heldFare == nil && document.account.bill == [])
    #expect(document.account.settlements.map(\.amount.decimalString) == ["7.00"])
    #expect(try world.balances(ride) == [:])
  }

  @Test("A13: What is no fee, or was paid in another way, is not waived, and riders waive nothing")
  func A13_refused() throws {
    let ride = try world.endedRide()
    #expect(try world.dispatch(Self.waive(ride))[0].reason == "illegalMove")
    let rider = Self.waive(ride).with { $0.role = .riders }
    #expect(try world.dispatch(rider)[0].note.isDeadLetter)
    #expect(try world.dispatch(Self.waive("nowhere"))[0].reason == "unknownRide")
    _ = try world.dispatch(.onDuty("veh-7"))
    let owed = try world.ride(.booking(rider: "rider-9"))
    world.wait(200)
    _ = try world.book(.cancel(owed, rider: "rider-9"))
    _ = try world.dispatch(.settle(owed))
    #expect(try world.dispatch(Self.waive(owed))[0].reason == "refundTooLarge")
  }

  /// A ride with a price that a card has paid, and that price.
  private func pricedRide() throws -> (ride: String, price: Money) {
    _ = try world.dispatch(.onDuty("veh-7"))
    let uptown = #"{"latitude":41.96,"longitude":-87.65}"#
    let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#
    let ride = try world.ride(.booking("Sedan", to: uptown, more: card))
    _ = try world.dispatch(try world.drive(ride))
    let account = try #require(try world.document(ride)?.account)
    #expect(account.bill != nil && account.outstanding.minorUnits == 0)
    return (ride, account.total)
  }

  @Test("A14: An adjusted fare is billed in the place of the first, down and up")
  func A14_downAndUp() throws {
    let (ride, price) = try pricedRide()
    let lower = try world.dispatch(Self.adjust(ride, to: "15.00"))[0]
    #expect(lower.code == "success")
    #expect(completion(lower)?["payment"]?["amount"]?.string == "15.00")
    let tips = completion(lower)?["defaultTippingOptions"]?.array?.map { $0["amount"]?.string }
    #expect(tips == ["2.25", "3.00", "3.75"], "shares of the fare that is billed now")
    let back = Money(minorUnits: price.minorUnits - 1_500, currency: price.currency)
    let refund = try #require(completion(lower)?["refunds"]?.array?.first)
    #expect(refund["amount"]?.string == back.decimalString && refund["isOverpayment"] != nil)
    #expect(try world.balances(ride) == ["gatewayClearing": 1_500, "fareRevenue": -1_500])
    let higher = try world.dispatch(Self.adjust(ride, to: price.decimalString, id: "adjust-2"))[0]
    #expect(completion(higher)?["payment"]?["state"]?.string == "settled")
    #expect(completion(higher)?["payment"]?["amount"]?.string == price.decimalString)
    #expect(try world.balances(ride)["gatewayClearing"] == price.minorUnits)
    let account = try #require(try world.document(ride)?.account)
    #expect(account.settlements.map(\.deed) == [.adjustment, .adjustment])
    #expect(account.receipt?.price == price && account.overpaid.minorUnits == 0)
    let same = try world.dispatch(Self.adjust(ride, to: price.decimalString, id: "adjust-2"))[0]
    #expect(same.note.isRepeat)
  }

  @Test("A14: No fare rises above what its rider has agreed to, or was billed before")
  func A14_consent() throws {
    let (ride, price) = try pricedRide()
    let above = Money(minorUnits: price.minorUnits + 1, currency: price.currency).decimalString
    let refused = try world.dispatch(Self.adjust(ride, to: above))[0]
    #expect(refused.reason == "priceTooHigh" && refused.path == "fare" && refused.told.isEmpty)
    let taxi = try world.endedRide("rider-9")
    let dear = try world.dispatch(Self.adjust(taxi, to: "2000.00"))[0]
    #expect(dear.reason == "priceTooHigh")
    #expect(try world.dispatch(Self.adjust(taxi, to: "20.00", id: "b"))[0].code == "success")
    #expect(try world.balances(taxi) == ["gatewayClearing": 2_000, "fareRevenue": -2_000])
  }

  private static func settle(_ ride: String, for fare: String, id: String) -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"both were asked","#
        + #""fare":{"amount":"\#(fare)","currencyCode":"USD"}}"#, type: "ride.settle"
    ).id(id)
  }

  @Test("A14: What is held is named with an author, and never above the agreed price or fee")
  func A14_held() throws {
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    try scene.expectHeld(ride, try world.dispatch(scene.report("ended", ride))[0], "drop-off")
    let price = try #require(try world.document(ride)?.status.rideOption.priceRange?.maximumPrice)
    let above = Money(minorUnits: price.minorUnits + 1, currency: price.currency).decimalString
    let over = try world.dispatch(Self.settle(ride, for: above, id: "a"))[0]
    #expect(over.reason == "priceTooHigh" && over.path == "fare")
    let all = try world.dispatch(Self.settle(ride, for: price.decimalString, id: "b"))[0]
    #expect(all.code == "success")
    let order = try #require(try world.document(ride)?.account.settlements.first)
    #expect(order.author == "dispatcher-7" && order.at == world.now && order.deed == nil)

    let other = try DriverScene()
    let missed = try other.ride("Sedan")
    _ = try other.missPickup(of: missed)
    let fee = try other.world.dispatch(Self.settle(missed, for: "7.01", id: "c"))[0]
    #expect(fee.reason == "cancellationFeeTooHigh" && fee.path == "fare")
    let agreed = try other.world.dispatch(Self.settle(missed, for: "7.00", id: "d"))[0]
    #expect(agreed.code == "success")
  }

  @Test("A14: Two adjustments at once are one after the other, and each is whole")
  func A14_race() throws {
    let (ride, _) = try pricedRide()
    let both = try world.dispatch(
      Self.adjust(ride, to: "15.00", id: "x"), Self.adjust(ride, to: "12.00", id: "y"))
    #expect(both.map(\.code) == ["success", "success"])
    #expect(try world.balances(ride) == ["gatewayClearing": 1_200, "fareRevenue": -1_200])
    try world.forgetOutcomes()
    #expect(try world.dispatch(Self.adjust(ride, to: "15.00", id: "x"))[0].told.isEmpty)
    #expect(try world.balances(ride)["gatewayClearing"] == 1_200)
  }

  @Test("A14: What a driver has collected is adjusted as collected")
  func A14_cash() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking(to: #"{"latitude":41.96,"longitude":-87.65}"#))
    _ = try world.dispatch(try world.drive(ride))
    let before = try world.balances(ride)
    let collected = try #require(before["driverCollected"])
    #expect(try world.dispatch(Self.adjust(ride, to: "9.00"))[0].code == "success")
    let after = try world.balances(ride)
    #expect(after["riderReceivable"] == nil && after["fareRevenue"] == -900)
    #expect(try #require(after["driverCollected"]) < collected)
    #expect(after.values.reduce(0, +) == 0)
    #expect(try world.dispatch(Self.adjust(ride, to: "0.00", id: "b"))[0].code == "success")
    #expect(try world.balances(ride) == [:])
    #expect(try world.dispatch(Self.adjust(ride, to: "9.00", id: "c"))[0].code == "success")
    #expect(try world.balances(ride) == after, "what was collected is no debt of the rider")
    #expect(try world.record(ride)?.obligation == nil)
  }

  @Test("A14: A fee is adjusted down, never above the agreed one")
  func A14_fee() throws {
    let ride = try canceledRide()
    let over = try world.dispatch(Self.adjust(ride, to: "5.01"))[0]
    #expect(over.reason == "cancellationFeeTooHigh" && over.path == "fare")
    #expect(try world.dispatch(Self.adjust(ride, to: "2.00", id: "a"))[0].code == "success")
    #expect(
      try world.balances(ride) == ["gatewayClearing": 200, "cancellationFees": -200])
    #expect(try world.document(ride)?.cancellation?.fee?.decimalString == "2.00")
  }

  @Test("M9: A percentage of the fare falls with a fare that the operator names")
  func M9_adjusted() throws {
    let scene = try DriverScene { catalogue in
      catalogue.serviceAreas[0].charges = [
        FareCharge(
          key: "levy", titles: ["en_US": "Levy", "es_US": "Tasa"],
          value: .share(FareShare(basisPoints: 1_000)), occasion: .anywhere)
      ]
    }
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    try scene.world.move("veh-7", to: DriverScene.airport)
    _ = try scene.world.dispatch(scene.report("ended", ride))
    #expect(try scene.world.dispatch(Self.adjust(ride, to: "10.00"))[0].code == "success")
    let after = try scene.world.balances(ride)
    #expect(after["fareRevenue"] == -1_000 && after["passThrough"] == -100, "\(after)")
  }

  @Test("A14: What was given back stays given, and a ride under way is not adjusted")
  func A14_refused() throws {
    let ride = try world.endedRide()
    #expect(try world.dispatch(.refund("8.00", of: ride))[0].code == "success")
    let less = try world.dispatch(Self.adjust(ride, to: "7.99"))[0]
    #expect(less.reason == "refundTooLarge" && less.path == "fare")
    let yen = Self.adjust(ride, to: "900").with { $0.body = $0.body.replacing("USD", with: "JPY") }
    #expect(try world.dispatch(yen.id("yen"))[0].path == "fare.currencyCode")
    #expect(try world.dispatch(Self.adjust(ride, to: "8.00", id: "b"))[0].code == "success")
    #expect(try world.balances(ride)["gatewayClearing"] == nil)
    let waiting = try world.ride(.booking("Compact", rider: "rider-8").id("m-8"))
    #expect(try world.dispatch(Self.adjust(waiting, to: "8.00"))[0].reason == "illegalMove")
  }
}

@Suite("Corrections with a payment system behind the broker") struct CorrectionByMessageTests {
  @Test("A14: A fare is adjusted when no payment is on its way, and the rest is given back")
  func A14_behindBroker() throws {
    let (world, ride) = try PaymentsByMessageTests.paidRide()
    let body =
      #"{"rideIdentifier":"\#(ride)","author":"d","reason":"r","fare":{"amount":"10.00","#
      + #""currencyCode":"USD"}}"#
    let adjusted = try world.dispatch(Letter(body, type: "ride.adjust").id("a"))[0]
    #expect(adjusted.code == "success")
    #expect(!adjusted.note.notices.contains(.refundedTooMuch))
    #expect(adjusted.payments.map(\.properties.messageID) == ["\(ride):fare:refund:1"])
    let early = try world.dispatch(Letter(body, type: "ride.adjust").id("b"))[0]
    #expect(early.reason == "refundUnderWay")
    let returned = try world.dispatch(
      .result("\(ride):fare:refund:1", "approved", of: ride))[0]
    #expect(!returned.note.notices.contains(.refundedTooMuch))
    let balances = try world.balances(ride)
    #expect(balances["riderReceivable"] == nil && balances.values.reduce(0, +) == 0)
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
  }
}

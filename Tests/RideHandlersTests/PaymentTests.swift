import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Paying for rides") struct PaymentTests {
  /// A city whose built-in payment system says what the lines tell it to.
  static func world(_ lines: PaymentScript.Line...) throws -> World {
    try World { $0.paymentScript = PaymentScript(lines: lines) }
  }

  static func dueAt(_ world: World, _ ride: String) throws -> Instant {
    let record = try #require(try world.record(ride))
    return try #require(try RideDocument.decode(record.document).account.nextDue)
  }

  @Test("F3: A driven ride is paid, and the ledger shows by whom and for what")
  func F3_settled() throws {
    let world = try Self.world()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    #expect(try world.balances(ride) == [:])
    let outcome = try world.dispatch(try world.drive(ride))[0]
    #expect(outcome.told == ["completed 3"])
    let price = try #require(try world.balances(ride)["gatewayClearing"])
    #expect(price > 0)
    let balances = try world.balances(ride)
    #expect(balances["riderReceivable"] == nil)
    #expect(balances.values.reduce(0, +) == 0)
    #expect(balances["passThrough"] ?? 0 < 0)
    let text = Money(minorUnits: price, currency: try #require(Currency("USD"))).decimalString
    #expect(try world.payment(ride) == "settled \(text)")
  }

  @Test("F3: A ride without a payment method is paid to its driver")
  func F3_cash() throws {
    let world = try Self.world()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(try world.drive(ride))
    #expect(try world.balances(ride)["driverCollected"] ?? 0 > 0)
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
  }

  @Test("A9: What is outstanding is reported until it is settled, which is a change of its own")
  func A9_untilSettled() throws {
    let world = try Self.world(
      PaymentScript.Line(operation: .capture, outcome: .declined, attempts: 1))
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    _ = try world.dispatch(try world.drive(ride))
    #expect(try world.payment(ride)?.hasPrefix("outstanding ") == true)
    let asked = try world.ask(.query(ride))[0].response?["rideStatus"]?["completionStatus"]
    #expect(asked?["payment"]?["state"]?.string == "outstanding")
    let due = try Self.dueAt(world, ride)
    #expect(try world.dispatch(.due(ride), at: due.advanced(bySeconds: -1))[0].told == [])
    #expect(try world.dispatch(.due(ride), at: due)[0].told == ["completed 4"])
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
    #expect(try world.balances(ride)["riderReceivable"] == nil)
    #expect(try world.dispatch(.due(ride, id: "due-2"), at: due)[0].told == [])
  }

  @Test("A9: An amount that cannot be captured stays outstanding, however often it is retried")
  func A9_forGood() throws {
    let world = try Self.world(PaymentScript.Line(operation: .capture, outcome: .failed))
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    _ = try world.dispatch(try world.drive(ride))
    for day in 1...9 {
      let later = noon.advanced(bySeconds: day * 86_400)
      #expect(try world.dispatch(.due(ride, id: "due-\(day)"), at: later)[0].told == [])
    }
    #expect(try world.payment(ride)?.hasPrefix("outstanding ") == true)
    #expect(try world.record(ride)?.dueAt == nil)
    let another = Letter.paid().id("another")
    #expect(try world.book(another)[0].reason == "previousRideNeedsCompletion")
    // Only the operator can end this.
    for _ in 1...2 { #expect(try world.dispatch(.settle(ride))[0].told == ["completed 4"]) }
    #expect(try world.payment(ride)?.hasPrefix("settled ") == true)
    #expect(try world.balances(ride)["riderReceivable"] == nil)
    #expect(try world.book(another.id("third"))[0].reason == nil)
  }

  @Test("B1: Schedule, vehicle and payment are steps that fail each in its own way")
  func B1_threeSteps() throws {
    let world = try Self.world(PaymentScript.Line(token: "pm_no", outcome: .declined))
    let late = #","scheduledPickupTime":{"start":"2030-01-01T08:00:00Z","end":"#
    let scheduled = try world.book(.paid(more: late + #""2030-01-01T08:10:00Z"}"#))[0]
    #expect(scheduled.reason == "tooFarAhead")
    let declined = try world.book(.paid("pm_no").id("m-2"))[0]
    #expect(declined.code == "failure" && declined.reason == "paymentDeclined")
    #expect(declined.path == "paymentMethod")
    #expect(world.contents.rides.isEmpty)
    let waiting = try world.book(.paid().id("m-3"))[0]
    #expect(waiting.code == "inProgress")
    #expect(waiting.response?["rideStatus"]?["phase"]?.string == "received")
  }

  @Test("A payment that needs its rider sends the rider to the app, and books nothing")
  func needsAction() throws {
    let world = try Self.world(PaymentScript.Line(outcome: .needsAction))
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcome = try world.book(.paid())[0]
    #expect(outcome.code == "failureRequiringAppLaunch")
    #expect(outcome.reason == "paymentNeedsAction")
    #expect(world.contents.rides.isEmpty)
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("Unknown is not declined: the ride is kept, and gets its vehicle when the answer is known")
  func unknown() throws {
    let world = try Self.world(
      PaymentScript.Line(operation: .authorize, outcome: .unknown, attempts: 2))
    _ = try world.dispatch(.onDuty("veh-7"))
    let booked = try world.book(.paid())[0]
    #expect(booked.code == "inProgress" && booked.searches == [])
    let ride = try #require(booked.response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.record(ride)?.isWaiting == false)
    for attempt in 1...2 {
      #expect(try world.phases(ride) == ["received"])
      let due = try Self.dueAt(world, ride)
      _ = try world.dispatch(.due(ride, id: "due-\(attempt)"), at: due)
    }
    #expect(try world.phases(ride) == ["received", "confirmed"])
  }

  @Test("A rider who does not come pays what was agreed, and no more")
  func missedPickup() throws {
    let world = try World { catalogue in
      for index in catalogue.serviceAreas[0].products.indices {
        let usd = catalogue.serviceAreas[0].currency
        catalogue.serviceAreas[0].products[index].cancellation = CancellationPolicy(
          fee: Money(minorUnits: 500, currency: usd), freeSeconds: 120,
          missedPickupFee: Money(minorUnits: 700, currency: usd))
      }
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    let pickup = try #require(try world.document(ride)).status.pickupLocation.coordinate
    try world.move("veh-7", to: pickup)
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    world.wait(3_600)
    try world.move("veh-7", to: pickup)
    _ = try world.dispatch(.report("missedPickup", of: ride, by: "veh-7"))
    #expect(try world.payment(ride) == "settled 7.00")
    #expect(try world.balances(ride) == ["gatewayClearing": 700, "cancellationFees": -700])
  }

  @Test("The operator refunds charged amounts, once for each order, and never more")
  func refund() throws {
    let world = try Self.world()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    #expect(
      try world.dispatch(.refund("1.00", of: ride, id: "early"))[0].reason == "refundTooLarge")
    _ = try world.dispatch(try world.drive(ride))
    let before = try #require(try world.balances(ride)["gatewayClearing"])
    for _ in 1...2 { #expect(try world.dispatch(.refund("1.50", of: ride))[0].code == "success") }
    #expect(try world.balances(ride)["gatewayClearing"] == before - 150)
    #expect(try world.balances(ride)["refunds"] == 150)
    let reasons = try world.store.ledger(of: RideIdentifier(ride)).map(\.reason)
    #expect(reasons.last == "refund 1")
    #expect(
      try world.dispatch(.refund("9999.00", of: ride, id: "r-2"))[0].reason == "refundTooLarge")
    #expect(
      try world.dispatch(.refund("1", of: ride, currency: "JPY", id: "r-3"))[0].reason
        == "currencyUnsupported")
    #expect(try world.dispatch(.refund("1.00", of: "none", id: "r-4"))[0].reason == "unknownRide")
  }

  @Test("The meter's figure is what is paid, and one in another currency is refused")
  func meter() throws {
    let world = try Self.world()
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let ride = try world.ride(.paid(option: "Taxi"))
    _ = try world.dispatch(.report("accepted", of: ride, by: "veh-7"))
    let end = try world.drive(ride)
    func ended(_ amount: String, _ currency: String) -> Letter {
      let fare = #","meteredFare":{"amount":"\#(amount)","currencyCode":"\#(currency)"}}"#
      return end.with {
        $0.body.removeLast()
        $0.body += fare
      }
    }
    let foreign = try world.dispatch(ended("3000", "JPY").id("foreign"))[0]
    #expect(foreign.reason == "currencyUnsupported" && foreign.path == "meteredFare.currencyCode")
    _ = try world.dispatch(ended("31.25", "USD"))
    #expect(try world.balances(ride)["fareRevenue"] == -3_125)
    #expect(try world.balances(ride)["riderReceivable"] == nil)
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Riders, drivers and operators who say why a ride ends") struct FaultConversationTests {
  let scene: DriverScene
  var world: World { scene.world }

  /// Changed plans cost 2.00 for five minutes; what the driver is at fault for is free.
  init() throws {
    scene = try DriverScene { catalogue in
      for product in catalogue.serviceAreas[0].products.indices {
        let currency = catalogue.serviceAreas[0].currency
        func usd(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: currency) }
        catalogue.serviceAreas[0].products[product].cancellation?.fees = [
          CauseFee(causes: [.plansChanged], withinSeconds: 300, fee: usd(200)),
          CauseFee(parties: [.driver, .fleet], fee: usd(0)),
          CauseFee(causes: [.riderAbsent], parties: [.driver], fee: usd(0)),
          CauseFee(causes: [.riderAbsent], withinSeconds: 600, fee: usd(600)),
        ]
      }
    }
  }

  private func canceled(_ ride: String, _ cause: String, more: String = "") throws -> Outcome {
    try world.book(.cancel(ride, more: #","cause":"\#(cause)""# + more))[0]
  }

  private func completion(_ outcome: Outcome) -> JSONValue? {
    outcome.response?["rideStatus"]?["completionStatus"]
  }

  @Test("D8: A rider who says why pays what the catalogue has for it, as it was shown")
  func D8_plansChanged() throws {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let why = #","cause":"plansChanged","reason":"the meeting is off""#
    let shown = try world.book(.cancel(ride, more: why).confirm)[0]
    // The usual fee would apply later.
    #expect(shown.response?["cancellationFee"]?["amount"]?.string == "5.00")
    let taken = try world.book(.cancel(ride, more: why))[0]
    #expect(taken.response?["cancellationFee"]?["amount"]?.string == "2.00")
    let completion = completion(taken)
    #expect(completion?["cause"]?.string == "plansChanged")
    #expect(completion?["atFault"]?.string == "rider")
    #expect(completion?["payment"]?["amount"]?.string == "2.00")
    #expect(decode(taken.events[0].body)?["data"]?["completionStatus"] == completion)
    #expect(try world.document(ride)?.cancellation?.reason == "the meeting is off")
    #expect(try world.balances(ride)["cancellationFees"] == -200)
  }

  @Test("D8: A fee that is too high is named as the answer shows it")
  func D8_tooHigh() throws {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let most = #","maximumCancellationFee":{"amount":"1.00","currencyCode":"USD"}"#
    let refused = try canceled(ride, "plansChanged", more: most)
    #expect(refused.response?["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(
      refused.response?["error"]?["message"]?.string
        == "expected a fee of at most 1.00, canceling costs up to 5.00")
  }

  @Test("A14: A fee is not adjusted above the one that its rider has accepted")
  func A14_accepted() throws {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let accepted = #","maximumCancellationFee":{"amount":"2.00","currencyCode":"USD"}"#
    let taken = try canceled(ride, "plansChanged", more: accepted)
    #expect(taken.response?["cancellationFee"]?["amount"]?.string == "2.00")
    let body =
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"why","#
      + #""fare":{"amount":"2.01","currencyCode":"USD"}}"#
    let raised = try world.dispatch(Letter(body, type: "ride.adjust"))[0]
    #expect(raised.reason == "cancellationFeeTooHigh" && raised.path == "fare")
    #expect(try world.balances(ride)["cancellationFees"] == -200)
  }

  @Test("D7: What a rider says of the driver costs nothing where the ride shows it")
  func D7_dropOut() throws {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let unproven = try canceled(ride, "waitTooLong")
    #expect(completion(unproven)?["atFault"]?.string == "none")
    #expect(unproven.response?["cancellationFee"]?["amount"]?.string == "5.00")
  }

  @Test("D7, D8: Without a cause, all is as it was")
  func D7_D8_bare() throws {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let taken = try world.book(.cancel(ride, more: #","reason":"changed my mind""#))[0]
    #expect(taken.response?["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(completion(taken)?["cause"] == nil && completion(taken)?["atFault"] == nil)
  }

  @Test("A word that is not in the list is refused")
  func unknownWord() throws {
    let ride = try scene.ride("Sedan")
    let outcome = try canceled(ride, "whim")
    #expect(outcome.reason == "wrongType" && outcome.path == "cause")
    #expect(try world.record(ride)?.phase == .confirmed)
  }

  @Test("D7: The operator says why, and the words beside it are kept")
  func D7_operator() throws {
    let ride = try scene.ride("Sedan")
    let letter = Letter.cancel(ride, more: #","cause":"serviceDisrupted","reason":"snow""#)
    let outcome = try world.book(letter.byOperator)[0]
    #expect(completion(outcome)?["outcome"]?.string == "canceledByService")
    #expect(completion(outcome)?["atFault"]?.string == "operator")
    #expect(outcome.response?["cancellationFee"] == nil)
  }

  @Test("D7, D8: A missed pickup is the rider's where the vehicle came, with the fee of its row")
  func D7_D8_missed() throws {
    let ride = try scene.ride("Sedan")
    try world.move("veh-7", to: DriverScene.loop)
    _ = try world.dispatch(scene.report("arrived", ride))
    world.wait(301)
    try world.move("veh-7", to: DriverScene.loop)
    let missed = try world.dispatch(scene.report("missedPickup", ride))[0]
    let completion = decode(missed.events[0].body)?["data"]?["completionStatus"]
    #expect(completion?["cause"]?.string == "riderAbsent")
    #expect(completion?["atFault"]?.string == "rider")
    #expect(completion?["payment"]?["amount"]?.string == "6.00")
    #expect(try world.balances(ride)["cancellationFees"] == -600)
  }

  @Test("D7, D8: A missed pickup of a driver who came too late costs the rider nothing")
  func D7_D8_lateDriver() throws {
    let scene = try DriverScene()
    let ride = try scene.ride("Sedan")
    scene.world.wait(1_200)
    try scene.world.move("veh-7", to: DriverScene.loop)
    _ = try scene.world.dispatch(scene.report("arrived", ride))
    scene.world.wait(301)
    try scene.world.move("veh-7", to: DriverScene.loop)
    let missed = try scene.world.dispatch(scene.report("missedPickup", ride))[0]
    let status = try #require(decode(missed.events[0].body)?["data"]?["completionStatus"])
    #expect(status["atFault"]?.string == "driver" && status["payment"] == nil)
    #expect(missed.note.doubt == nil && missed.code == "success")
    #expect(try scene.world.document(ride)?.account.total.minorUnits == 0)
  }

  @Test(
    "D7: A rider's cause that only others can say is none", arguments: CancellationCause.allCases)
  func D7_ofOthers(cause: CancellationCause) throws {
    let ride = try scene.ride("Sedan")
    world.wait(200)
    let completion = completion(try canceled(ride, cause.rawValue))
    #expect(completion?["cause"]?.string == (cause.isOfRiders ? cause.rawValue : nil))
    #expect((completion?["atFault"] == nil) == !cause.isOfRiders)
  }

  @Test("D7: A missed pickup that no position supports is nobody's, until the operator decides")
  func D7_doubtful() throws {
    let ride = try scene.ride("Sedan")
    // 400 m away.
    _ = try world.dispatch(scene.report("arrived", ride))
    world.wait(301)
    let missed = try world.dispatch(scene.report("missedPickup", ride))[0]
    let completion = decode(missed.events[0].body)?["data"]?["completionStatus"]
    #expect(completion?["atFault"]?.string == "none" && completion?["payment"] == nil)
    let fare = #","fare":{"amount":"6.00","currencyCode":"USD"}}"#
    _ = try world.dispatch(Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare })
    #expect(try world.document(ride)?.status.completionStatus?.party == .rider)
  }

  @Test("D7: A ride that no vehicle serves is the operator's")
  func D7_noVehicle() throws {
    let ride = try world.ride(.booking("Compact", rider: "rider-9"))
    world.wait(1_801)
    let outcome = try world.dispatch(.due(ride))[0]
    let completion = decode(outcome.events[0].body)?["data"]?["completionStatus"]
    #expect(completion?["cause"]?.string == "noVehicleFound")
    #expect(completion?["atFault"]?.string == "operator")
  }
}

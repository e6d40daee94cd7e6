import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// Refunds and tips behind the broker: both end visibly.
@Suite("Orders to the payment system end visibly") struct OrderTests {
  private let world: World
  private let ride: String

  init() throws {
    (world, ride) = try PaymentsByMessageTests.paidRide()
  }

  private func answer(_ key: String, _ outcome: String) throws -> Outcome {
    try world.dispatch(.result("\(ride):\(key)", outcome, of: ride))[0]
  }

  private func completion(_ outcome: Outcome) -> JSONValue? {
    outcome.events.last.flatMap { decode($0.body) }?["data"]?["completionStatus"]
  }

  @Test("A refund is in progress until the payment system has answered, and is then published")
  func declinedRefund() throws {
    let order = Letter.refund("1.50", of: ride).with { $0.replyTo = "replies.test.console" }
    let ordered = try world.dispatch(order)[0]
    #expect(ordered.code == "inProgress" && ordered.told == ["completed 6"])
    #expect(completion(ordered)?["refunds"]?.array?.first?["state"]?.string == "inProgress")
    let declined = try answer("fare:refund:1", "declined")
    #expect(declined.told == ["completed 7"] && declined.note.notices == [.refundDeclined])
    let told = try #require(completion(declined)?["refunds"]?.array?.first)
    #expect(told["state"]?.string == "declined" && told["amount"]?.string == "1.50")
    let end = try #require(declined.responses.first)
    #expect(
      end.routingKey == "replies.test.console" && end.properties.type == "ride.refund.response")
    #expect(declined.code == "failure" && declined.reason == "refundDeclined")
    #expect(end.properties.messageID != ordered.responses.first?.properties.messageID)
    // Each comes again as it was.
    let again = try world.dispatch(order)[0]
    #expect(again.responses == ordered.responses + [end])
    #expect(try answer("fare:refund:1", "declined").responses == [end])
    try world.forgetOutcomes()
    #expect(try world.dispatch(order)[0].responses == ordered.responses + [end])
    let second = try world.dispatch(.refund("1.50", of: ride, id: "refund-2"))[0]
    #expect(second.payments.map(\.properties.messageID) == ["\(ride):fare:refund:2"])
    let done = try answer("fare:refund:2", "approved")
    #expect(done.code == "success" && done.told == ["completed 9"])
    #expect(try world.balances(ride)["refunds"] == 150)
  }

  @Test("Who has ordered a refund, and when, is kept with it; another author is another order")
  func author() throws {
    let named = Letter.refund("1.50", of: ride).with {
      $0.body = $0.body.dropLast() + #","author":"dispatcher-7"}"#
    }
    #expect(try world.dispatch(named)[0].code == "inProgress")
    let order = try #require(try world.document(ride)?.account.refundOrders.first)
    #expect(order.author == "dispatcher-7" && order.at == world.now)
    try world.forgetOutcomes()
    #expect(try world.dispatch(named)[0].code == "inProgress")
    let other = try world.dispatch(.refund("1.50", of: ride))[0]
    #expect(other.reason == "conflictingMessageIdentifier")
  }

  @Test("One refund at a time: the next is refused until the payment system has answered")
  func underWay() throws {
    _ = try world.dispatch(.refund("1.50", of: ride))
    let second = try world.dispatch(.refund("1.00", of: ride, id: "refund-2"))[0]
    #expect(second.reason == "refundUnderWay" && second.payments == [])
    _ = try answer("fare:refund:1", "approved")
    #expect(try world.dispatch(.refund("1.00", of: ride, id: "refund-3"))[0].code == "inProgress")
  }

  @Test("A repeated order is answered with its result")
  func renewed() throws {
    _ = try world.dispatch(.refund("1.50", of: ride))
    _ = try world.dispatch(.refund("1.50", of: ride).with { $0.replyTo = "replies.test.new" })
    let ends = try answer("fare:refund:1", "approved").responses.map(\.routingKey)
    #expect(ends == ["replies.test.new"])
  }

  @Test("A declined tip is published, and can be given again")
  func declinedTip() throws {
    let given = try world.book(.tip("2.00", for: ride))[0]
    #expect(given.code == "inProgress" && given.payments.count == 1)
    #expect(completion(given)?["feedback"]?.array?.compactMap(\.string) == ["rate"])
    #expect(completion(given)?["tip"]?["state"]?.string == "inProgress")
    #expect(
      try world.book(.tip("2.00", for: ride).id("early"))[0].reason == "feedbackAlreadyGiven")
    let declined = try answer("tip:authorise:1", "declined")
    #expect(declined.reason == "paymentDeclined" && declined.note.notices == [.tipDeclined])
    #expect(
      declined.responses.first?.properties.type == "send-ride-feedback.handle.response")
    #expect(completion(declined)?["tip"]?["state"]?.string == "declined")
    #expect(completion(declined)?["feedback"]?.array?.compactMap(\.string) == ["rate", "tip"])
    #expect(completion(declined)?["defaultTippingOptions"]?.array?.count == 3)
    #expect(try world.book(.tip("2.00", for: ride).id("again"))[0].code == "inProgress")
    _ = try answer("tip2:authorise:1", "approved")
    let taken = try answer("tip2:capture:1", "approved")
    #expect(taken.code == "success" && completion(taken)?["tip"]?["state"]?.string == "completed")
    #expect(try world.balances(ride)["tipsPayable"] == -200)
    // A late result for the tip that was reported as declined corrects it.
    let late = try answer("tip:authorise:1", "approved")
    #expect(late.payments.map(\.properties.messageID) == ["\(ride):tip:void:1"])
  }

  @Test("The ledger has codes; the words of the operator are with the ride")
  func words() throws {
    _ = try world.dispatch(.refund("1.50", of: ride))
    _ = try answer("fare:refund:1", "approved")
    let reasons = try world.store.ledger(of: RideIdentifier(ride)).map(\.reason)
    #expect(Set(reasons) == ["fare", "captured", "refund 1"])
    let account = try #require(try world.document(ride)?.account)
    #expect(account.refundOrders.map(\.reason) == ["the detour"])
  }

  @Test("A debt that was settled otherwise is not paid twice, and the ledger has no words of it")
  func settled() throws {
    let (world, ride, _) = try PaymentsByMessageTests.world()
    for key in ["authorise:1", "capture:1"] {
      let outcome = key == "capture:1" ? "declined" : "approved"
      _ = try world.dispatch(.result("\(ride):fare:\(key)", outcome, of: ride))
      if key == "authorise:1" { _ = try world.dispatch(try world.drive(ride)) }
    }
    let settled = try world.dispatch(.settle(ride))[0]
    #expect(settled.payments.map(\.properties.messageID) == ["\(ride):fare:void:1"])
    let late = try world.dispatch(.result("\(ride):fare:capture:1", "approved", of: ride))[0]
    #expect(late.payments.map(\.properties.messageID) == ["\(ride):fare:refund:1"])
    #expect(late.note.notices == [.overpaid(.inProgress)])
    let refund = try #require(completion(late)?["refunds"]?.array?.first)
    #expect(refund["isOverpayment"]?.bool == true && refund["state"]?.string == "inProgress")
    let beside = try world.dispatch(.refund("1.00", of: ride, id: "refund-2"))[0]
    #expect(beside.reason == "refundUnderWay")
    let returned = try world.dispatch(.result("\(ride):fare:refund:1", "approved", of: ride))[0]
    #expect(
      completion(returned)?["refunds"]?.array?.first?["state"]?.string == "completed")
    let balances = try world.balances(ride)
    #expect(balances["gatewayClearing"] == nil && balances["riderReceivable"] == nil)
    let reasons = try world.store.ledger(of: RideIdentifier(ride)).map(\.reason)
    #expect(Set(reasons) == ["fare", "settledOutside 1", "captured", "overpaymentRefund"])
    #expect(try world.document(ride)?.account.settlements.map(\.reason) == ["paid in cash"])
  }

  @Test("The id of an order of another kind is no id of a settlement")
  func settledUnderOtherID() throws {
    let body =
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"why","#
      + #""fare":{"amount":"9.00","currencyCode":"USD"}}"#
    let adjust = Letter(body, type: "ride.adjust").id("op-1")
    #expect(try world.dispatch(adjust)[0].code == "success")
    let settled = try world.dispatch(Letter.settle(ride).id("op-1"))[0]
    #expect(settled.reason == "conflictingMessageIdentifier")
  }
}

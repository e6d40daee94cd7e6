import Messages
import RideStore
import Rides
import Testing

/// Outcomes are pruned in the end, by a wrong clock too early; no money may rest on them.
@Suite("Messages repeated after their outcomes are deleted") struct ForgottenOutcomeTests {
  @Test("A refund whose outcome was pruned refunds nothing more, and is answered as before")
  func refund() throws {
    let world = try World()
    let ride = try world.endedRide()
    let first = try world.dispatch(.refund("1.50", of: ride))[0]
    #expect(first.code == "success")
    let books = try world.store.ledger(of: RideIdentifier(ride))
    #expect(try world.balances(ride)["refunds"] == 150)
    try world.forgetOutcomes()
    for _ in 1...2 {
      #expect(try world.dispatch(.refund("1.50", of: ride))[0].responses == first.responses)
      #expect(try world.store.ledger(of: RideIdentifier(ride)) == books)
      try world.forgetOutcomes()
    }
    // Another order for the same is another refund.
    #expect(try world.dispatch(.refund("1.50", of: ride, id: "refund-2"))[0].code == "success")
    #expect(try world.balances(ride)["refunds"] == 300)
  }

  @Test("The id of a refund cannot order another refund, though its outcome is deleted")
  func conflict() throws {
    let world = try World()
    let ride = try world.endedRide()
    _ = try world.dispatch(.refund("1.50", of: ride))
    try world.forgetOutcomes()
    let other = try world.dispatch(.refund("2.00", of: ride))[0]
    #expect(other.reason == "conflictingMessageIdentifier")
    #expect(try world.balances(ride)["refunds"] == 150)
  }

  @Test("A refund that the payment system has not answered yet is not asked for again")
  func pending() throws {
    let world = try World { catalogue in
      catalogue.paymentScript = PaymentScript(lines: [
        PaymentScript.Line(operation: .refund, outcome: .unknown)
      ])
    }
    let ride = try world.endedRide()
    _ = try world.dispatch(.refund("1.50", of: ride))
    let before = try world.document(ride)
    try world.forgetOutcomes()
    #expect(try world.dispatch(.refund("1.50", of: ride))[0].code == "inProgress")
    #expect(try world.document(ride) == before)
  }

  @Test("A settlement whose outcome was pruned settles no later debt")
  func settlement() throws {
    let world = try World { catalogue in
      catalogue.paymentScript = PaymentScript(lines: [
        PaymentScript.Line(operation: .capture, outcome: .declined)
      ])
    }
    let ride = try world.endedRide()
    #expect(try world.dispatch(.settle(ride))[0].code == "success")
    let dearer = Letter(
      #"{"rideIdentifier":"\#(ride)","author":"d","reason":"r","fare":{"amount":"25.00","#
        + #""currencyCode":"USD"}}"#, type: "ride.adjust")
    #expect(try world.dispatch(dearer.id("adjust"))[0].code == "success")
    try world.forgetOutcomes()
    #expect(try world.dispatch(.settle(ride))[0].code == "success")
    #expect(try world.document(ride)?.account.outstanding.decimalString == "5.00")
    _ = try world.dispatch(.settle(ride).id("settle-2"))
    #expect(try world.document(ride)?.account.outstanding.minorUnits == 0)
  }

  @Test(
    "Neither the fare nor a tip moves money twice",
    arguments: [Letter.report("ended", of: "RIDE", by: "veh-7"), .tip("1.00", for: "RIDE")])
  func others(_ letter: Letter) throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    _ = try world.dispatch(try world.drive(ride))
    let again = letter.with { $0.body = $0.body.replacing("RIDE", with: ride) }
    func take() throws {
      _ = letter.type == "ride.update" ? try world.dispatch(again) : try world.book(again)
    }
    try take()
    let books = try world.store.ledger(of: RideIdentifier(ride))
    let account = try #require(try world.document(ride)?.account)
    #expect(books.contains { $0.reason == (letter.type == "ride.update" ? "fare" : "tip") })
    try world.forgetOutcomes()
    try take()
    #expect(try world.store.ledger(of: RideIdentifier(ride)) == books)
    #expect(try world.document(ride)?.account == account)
  }
}

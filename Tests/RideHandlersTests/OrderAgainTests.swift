import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// A payment system that answers at once, and declines whatever is asked after a ride.
private struct DeclinesAfterwards: PaymentGateway {
  func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? {
    let isLate = command.operation == .refund || command.key.contains(":tip")
    return PaymentResult(key: command.key, outcome: isLate ? .declined : .approved)
  }
}

@Suite("What was declined can be ordered again") struct OrderAgainTests {
  private let world: World
  private let ride: String

  init() throws {
    (world, ride) = try PaymentsByMessageTests.paidRide()
  }

  private func answer(_ key: String, _ outcome: String, at now: Instant = noon) throws -> Outcome {
    try world.dispatch(.result("\(ride):\(key)", outcome, of: ride), at: now)[0]
  }

  private static func completion(_ outcome: Outcome) -> JSONValue? {
    outcome.events.last.flatMap { decode($0.body) }?["data"]?["completionStatus"]
  }

  private static func feedback(_ outcome: Outcome) -> [String]? {
    completion(outcome)?["feedback"]?.array?.compactMap(\.string)
  }

  @Test("A decline equal to the previous one is published like it, and a tip is requested again")
  func equalDeclines() throws {
    let world = try World(payments: DeclinesAfterwards())
    let ride = try world.endedRide()
    for number in 1...3 {
      let tip = try world.book(.tip("6.00", for: ride).id("tip-\(number)"))[0]
      #expect(tip.reason == "paymentDeclined" && tip.note.notices == [.tipDeclined])
      #expect(Self.feedback(tip) == ["rate", "tip"])
      #expect(Self.completion(tip)?["defaultTippingOptions"]?.array?.count == 3)
      let refund = try world.dispatch(.refund("1.50", of: ride, id: "refund-\(number)"))[0]
      #expect(refund.reason == "refundDeclined" && refund.note.notices == [.refundDeclined])
      #expect(Self.completion(refund)?["refunds"]?.array?.count == number)
    }
  }

  @Test("A tip that is declined after the window is published once, and not requested again")
  func declinedLate() throws {
    _ = try world.book(.tip("2.00", for: ride))
    let late = noon.advanced(bySeconds: 2 * 86_400)
    let declined = try answer("tip:authorise:1", "declined", at: late)
    #expect(declined.note.notices == [.tipDeclined] && declined.told.count == 1)
    #expect(Self.feedback(declined) == ["rate"])
    for id in ["again", "once more"] {
      let result = Letter.result("\(ride):tip:authorise:1", "declined", of: ride).id(id)
      let again = try world.dispatch(result, at: late)[0]
      #expect(again.told == [] && again.note.notices == [])
    }
  }

  @Test("A tip that its rider does not approve in time is declined, and can be given again")
  func notApproved() throws {
    _ = try world.book(.tip("2.00", for: ride))
    #expect(try answer("tip:authorise:1", "needsAction").told == [])
    #expect(
      try world.book(.tip("2.00", for: ride).id("early"))[0].reason == "feedbackAlreadyGiven")
    let due = try PaymentTests.dueAt(world, ride)
    #expect(noon.seconds(to: due) == 3_600)
    let ended = try world.dispatch(.due(ride), at: due)[0]
    #expect(ended.reason == "paymentDeclined" && ended.note.notices == [.tipDeclined])
    #expect(ended.payments == [] && ended.told.count == 1)
    #expect(Self.completion(ended)?["tip"]?["state"]?.string == "declined")
    #expect(Self.feedback(ended) == ["rate", "tip"])
    #expect(try world.document(ride)?.account.nextDue == nil)
    let second = try world.book(.tip("2.00", for: ride).id("again"), at: due)[0]
    #expect(second.payments.map(\.properties.messageID) == ["\(ride):tip2:authorise:1"])
    let late = try answer("tip:authorise:1", "approved", at: due)
    #expect(late.payments.map(\.properties.messageID) == ["\(ride):tip:void:1"])
  }

  @Test("A tip that its rider approves in time is captured")
  func approved() throws {
    _ = try world.book(.tip("2.00", for: ride))
    _ = try answer("tip:authorise:1", "needsAction")
    let approved = try answer("tip:authorise:1", "approved")
    #expect(approved.payments.map(\.properties.messageID) == ["\(ride):tip:capture:1"])
    #expect(try answer("tip:capture:1", "approved").code == "success")
    #expect(try world.document(ride)?.account.nextDue == nil)
  }

  @Test("A declined tip repeated after its outcome is deleted is answered as before")
  func forgottenTip() throws {
    let tip = Letter.tip("2.00", for: ride)
    let given = try world.book(tip)[0]
    let end = try #require(try answer("tip:authorise:1", "declined").responses.first)
    let before = try world.document(ride)
    for now in [noon, noon.advanced(bySeconds: 2 * 86_400)] {
      try world.forgetOutcomes()
      let again = try world.book(tip, at: now)[0]
      #expect(again.responses == given.responses + [end])
      #expect(again.payments == [] && again.told == [])
      #expect(try world.document(ride) == before)
    }
    try world.forgetOutcomes()
    #expect(try world.book(.tip("3.00", for: ride))[0].reason == "conflictingMessageIdentifier")
    #expect(try world.book(.tip("2.00", for: ride).id("second"))[0].payments.count == 1)
  }
}

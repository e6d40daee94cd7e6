import Rides
import Testing

@Suite("An excess whose return was declined") struct ExcessTests {
  /// Says what became of a command, named by its key without the ride.
  private static func say(
    _ outcome: PaymentResult.Outcome, of key: String, _ play: inout PaymentPlay
  ) throws {
    let index = try #require(play.sent.firstIndex { $0.key == "r1:\(key)" })
    _ = try play.make(.answer(index, outcome))
  }

  /// Has a charge captured twice, and each return of the excess declined: three of the one capture,
  /// three of the other.
  private static func overcharge(_ charge: String, _ play: inout PaymentPlay) throws {
    try say(.failed, of: "\(charge):capture:1", &play)
    _ = try play.make(.due)
    try say(.approved, of: "\(charge):capture:1", &play)
    try say(.approved, of: "\(charge):capture:2", &play)
    for attempt in 1...6 {
      try say(.declined, of: "\(charge):refund:\(attempt)", &play)
      _ = try play.make(.due)
    }
    #expect(play.account.refundTransfers.map(\.state) == [.declined])
  }

  /// What the last order asks for, such as `fare:refund:1=300`.
  private static func asked(_ play: PaymentPlay) -> [String] {
    play.sent.filter { $0.operation == .refund }.suffix(2).map {
      "\($0.key.dropFirst(3))=\($0.amount?.minorUnits ?? 0)"
    }
  }

  @Test("An order draws the charge that was overpaid before the others")
  func fares() throws {
    var play = try PaymentPlay(holds: [300, 900])
    try Self.say(.approved, of: "fare:authorise:1", &play)
    try Self.say(.approved, of: "fare2:authorise:1", &play)
    _ = try play.make(.finish)
    try Self.say(.approved, of: "fare2:capture:1", &play)
    try Self.overcharge("fare", &play)
    #expect(play.account.overpaid == Fixture.cents(300))
    _ = try play.make(.refund)
    #expect(Self.asked(play).last == "fare:refund:7=300")
    try play.comeToRest()
    #expect(play.account.overpaid == Fixture.cents(0) && play.account.refunds == [])
    #expect(play.system.net == 700 && play.mistakes == [])
  }

  @Test("An order draws the excess of a tip, and leaves the tip itself")
  func tip() throws {
    var play = try PaymentPlay(holds: [700])
    try Self.say(.approved, of: "fare:authorise:1", &play)
    _ = try play.make(.finish)
    try Self.say(.approved, of: "fare:capture:1", &play)
    _ = try play.make(.tip)
    try Self.say(.approved, of: "tip:authorise:1", &play)
    try Self.overcharge("tip", &play)
    #expect(play.account.refundable == Fixture.cents(800))
    _ = try play.make(.refund)
    #expect(Self.asked(play) == ["tip:refund:7=100", "fare:refund:1=200"])
    try play.comeToRest()
    #expect(play.account.overpaid == Fixture.cents(0) && play.account.tip == Fixture.cents(100))
    #expect(play.account.refunds.map(\.amount) == [Fixture.cents(200)])
    #expect(play.system.net == 600 && play.mistakes == [])
  }

  @Test("A refund that was ordered before is not counted as the return of an excess")
  func orderedBefore() throws {
    var play = try PaymentPlay(holds: [700])
    try Self.say(.approved, of: "fare:authorise:1", &play)
    _ = try play.make(.finish)
    try Self.say(.failed, of: "fare:capture:1", &play)
    _ = try play.make(.due)
    try Self.say(.approved, of: "fare:capture:2", &play)
    _ = try play.make(.refund)
    try Self.say(.approved, of: "fare:capture:1", &play)
    try Self.say(.approved, of: "fare:refund:1", &play)
    try Self.say(.failed, of: "fare:refund:2", &play)
    try play.comeToRest()
    #expect(play.account.refunds.map(\.amount) == [Fixture.cents(300)])
    #expect(play.system.net == 400 && play.mistakes == [])
  }

  @Test("A refund made by another attempt is not requested again, and a second one is reported")
  func twice() throws {
    var play = try PaymentPlay(holds: [700])
    try Self.say(.approved, of: "fare:authorise:1", &play)
    _ = try play.make(.finish)
    try Self.say(.approved, of: "fare:capture:1", &play)
    _ = try play.make(.refund)
    try Self.say(.failed, of: "fare:refund:1", &play)
    _ = try play.make(.due)
    #expect(Self.asked(play).last == "fare:refund:2=300")
    try Self.say(.approved, of: "fare:refund:1", &play)
    #expect(play.account.nextDue == nil)
    var account = play.account
    let effects = try account.apply(
      PaymentResult(key: "r1:fare:refund:2", outcome: .approved), at: Fixture.now,
      policy: PaymentPlay.policy)
    #expect(effects.hasRefundedTooMuch)
    #expect(account.receipt != nil)
  }
}

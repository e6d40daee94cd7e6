import RandomFixture
import Rides
import Testing

@Suite("Answers of the payment system in any order") struct PaymentModelTests {
  private typealias Move = PaymentPlay.Move

  /// What decides how a play can go on.
  private struct Situation: Hashable {
    let account: RideAccount
    let done: Set<String>
    let words: [String: PaymentResult.Outcome]

    init(_ play: PaymentPlay) {
      account = play.account
      done = play.system.done
      words = play.words
    }
  }

  /// What can happen next.
  private static func moves(_ play: PaymentPlay) -> [Move] {
    let answers = play.sent.indices.flatMap { index in
      [.approved, .declined, .failed, .unknown].map { Move.answer(index, $0) }
    }
    return answers + play.sent.indices.flatMap { [.silence($0), .lost($0)] }
      + [.due, .settle, .refund]
  }

  /// A ride that has ended, with its capture under way.
  private static func ended(isLax: Bool) throws -> PaymentPlay {
    var play = try PaymentPlay(isLax: isLax)
    _ = try play.make(.answer(0, .approved))
    _ = try play.make(.finish)
    return play
  }

  @Test("Every order of answers to a capture ends with equal books", arguments: [true, false])
  func allOrders(isLax: Bool) throws {
    var plays = [try Self.ended(isLax: isLax)]
    var seen: Set<Situation> = []
    for _ in 1...5 {
      var next: [PaymentPlay] = []
      for play in plays {
        for move in Self.moves(play) {
          var other = play
          // What comes to the same by another way goes on in the same way.
          _ = try other.make(move)
          guard seen.insert(Situation(other)).inserted else { continue }
          next.append(other)
          var rested = other
          try rested.comeToRest()
          #expect(rested.mistakes == [], "\(rested.moves)")
        }
      }
      plays = next
    }
    #expect(seen.count > 500)
  }

  @Test("Random orders of everything end with equal books")
  func randomOrders() throws {
    for seed in 0..<1_000 as Range<UInt64> {
      var numbers = SeededNumbers(seed: seed)
      let plans: [[Int64]] = [[1_000], [300, 900], [500]]
      let holds = plans.randomElement(using: &numbers) ?? [1_000]
      var play = try PaymentPlay(holds: holds, isLax: .random(using: &numbers))
      for _ in 0..<Int.random(in: 1...25, using: &numbers) {
        _ = try play.make(Self.move(of: play, using: &numbers))
      }
      try play.comeToRest()
      #expect(play.mistakes == [], "seed \(seed): \(play.moves)")
    }
  }

  private static func move(
    of play: PaymentPlay, using numbers: inout SeededNumbers
  ) -> PaymentPlay.Move {
    switch Int.random(in: 0..<17, using: &numbers) {
    case 0: return .silence(.random(in: 0..<play.sent.count, using: &numbers))
    case 1..<9:
      let outcomes: [PaymentResult.Outcome] = [
        .approved, .approved, .declined, .failed, .unknown, .needsAction,
      ]
      return .answer(
        .random(in: 0..<play.sent.count, using: &numbers),
        outcomes.randomElement(using: &numbers) ?? .approved)
    case 9..<12: return .due
    case 12: return Int.random(in: 0..<4, using: &numbers) == 0 ? .cancel : .finish
    case 13: return .settle
    case 14: return .refund
    case 15: return .lost(.random(in: 0..<play.sent.count, using: &numbers))
    default: return .tip
    }
  }

  private static func play(_ moves: [Move]) throws -> PaymentPlay {
    var play = try ended(isLax: true)
    for move in moves { _ = try play.make(move) }
    return play
  }

  /// The first capture fails, the second is under way, and the first is approved after all.
  private static let lateFirst: [Move] = [
    .answer(1, .failed), .due, .answer(1, .approved),
  ]

  @Test("A late approved capture settles the debt, whatever the result of the others")
  func lateCapture() throws {
    var play = try Self.play(Self.lateFirst)
    #expect(play.account.payment?.state == .settled)
    #expect(play.account.nextDue != nil, "what became of the second is asked for")
    for outcome in [PaymentResult.Outcome.failed, .declined] {
      _ = try play.make(.answer(2, outcome))
    }
    #expect(play.account.payment?.state == .settled && play.account.nextDue == nil)
    #expect(play.ledger.map(\.reason) == [.fare, .captured])
  }

  @Test("A second capture whose answer is lost is detected, and refunded")
  func lostAnswer() throws {
    var play = try Self.play([.answer(1, .failed), .due, .lost(2), .answer(1, .approved)])
    #expect(play.system.net == 1_400 && play.account.captured == Fixture.cents(700))
    try play.comeToRest()
    #expect(play.system.net == 700 && play.mistakes == [])
    #expect(play.ledger.map(\.reason) == [.fare, .captured, .captured, .overpaymentRefund])
  }

  @Test("A second capture of the same debt is refunded")
  func twice() throws {
    var play = try Self.play(Self.lateFirst + [.answer(2, .approved)])
    #expect(play.account.overpaid == Fixture.cents(700))
    #expect(
      play.account.refundTransfers == [
        CompletionStatus.Transfer(
          state: .inProgress, amount: Fixture.cents(700), isOverpayment: true)
      ])
    #expect(play.sent.last?.operation == .refund)
    #expect(play.sent.last?.reference == "ref-r1:fare:capture:2")
    _ = try play.make(.answer(3, .approved))
    #expect(play.account.overpaid.minorUnits == 0 && play.system.net == 700)
    #expect(play.account.refundTransfers.map(\.state) == [.completed])
    #expect(play.ledger.map(\.reason) == [.fare, .captured, .captured, .overpaymentRefund])
  }

  @Test("A capture of a debt that was settled otherwise is refunded")
  func afterSettlement() throws {
    var play = try Self.play([
      .answer(1, .failed), .due, .answer(2, .declined), .due, .answer(3, .declined), .settle,
    ])
    #expect(play.account.payment?.state == .settled)
    #expect(play.sent.last?.operation == .void, "what is held and not needed is let go")
    _ = try play.make(.answer(1, .approved))
    #expect(play.account.overpaid == Fixture.cents(700))
    #expect(play.account.settledOutside == Fixture.cents(700))
    try play.comeToRest()
    #expect(play.system.net == 0 && play.mistakes == [])
  }

  @Test("A hold that is approved after its replacement is released")
  func lateHold() throws {
    var play = try PaymentPlay()
    for move in [Move.answer(0, .failed), .due, .answer(1, .approved), .answer(0, .approved)] {
      _ = try play.make(move)
    }
    #expect(play.account.clearance == .cleared)
    #expect(play.sent.last?.operation == .void)
    #expect(play.sent.last?.reference == "ref-r1:fare:authorise:1")
  }
}

import RandomFixture
import Rides

/// The money of one random ride: booked, ended in one of the ways a ride ends, tipped, refunded,
/// with answers that come late, twice, out of order or not at all.
struct RideHistory {
  /// How a ride ended.
  enum End: CaseIterable {
    case completed, canceledByUser, canceledByService, canceledMissedPickup
  }

  let seed: UInt64
  let end: End
  let fee: Money
  let lines: [RideAccount.BilledLine]
  private(set) var account: RideAccount
  private(set) var payments: ScriptedPayments
  private(set) var ledger: [LedgerTransaction] = []
  private(set) var commands: [PaymentCommand] = []
  /// The account after each step.
  private(set) var steps: [RideAccount] = []
  /// What a call that came a second time has asked for; nothing, if all is well.
  private(set) var repeatedEffects: [MoneyEffects] = []
  private var generator: SeededNumbers
  private var now = Fixture.now
  private var orders = 0
  private var answers: [PaymentResult] = []
  private let policy: PaymentPolicy

  /// Every seed is a ride of its own; the same seed is the same ride.
  init(seed: UInt64) {
    var generator = SeededNumbers(seed: seed)
    self.seed = seed
    end = End.allCases.randomElement(using: &generator) ?? .completed
    fee = Fixture.cents(
      Bool.random(using: &generator) ? 0 : .random(in: 1...900, using: &generator))
    lines = Self.fare(using: &generator)
    account = RideAccount(rideIdentifier: RideIdentifier("r\(seed)"), currency: Fixture.dollars)
    payments = ScriptedPayments(approvals: .random(in: 4...10, using: &generator))
    policy = Fixture.with(PaymentPolicy()) {
      $0.captureAttempts = .random(in: 1...4, using: &generator)
    }
    self.generator = generator
  }

  /// A fare with revenue, a toll, and perhaps a discount and waiting.
  private static func fare(using generator: inout SeededNumbers) -> [RideAccount.BilledLine] {
    let parts: [(String, ClosedRange<Int64>, LedgerAccount)] = [
      ("Base", 300...3_000, .fareRevenue), ("High demand", 0...500, .surgeRevenue),
      ("Toll", 0...400, .passThrough), ("Promotion", -300...0, .discounts),
      ("Waiting", 0...2_000, .fareRevenue),
    ]
    return parts.map { title, range, account in
      RideAccount.BilledLine(
        item: FareLineItem(
          title: title, kind: range.lowerBound < 0 ? .discount : .amount,
          price: Fixture.cents(.random(in: range, using: &generator))),
        account: account)
    }
  }

  /// Lives the ride to its end and on until the payment system has nothing more to say.
  mutating func run() throws {
    try book()
    for _ in 0..<Int.random(in: 0...4, using: &generator) { try pass() }
    try finish()
    try finish()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: tip()
      case 1, 2: refund()
      case 3: settle()
      case 5: correct()
      case 4: try finish()
      default: try pass()
      }
    }
    try drain()
  }

  private mutating func book() throws {
    let methods = [
      PaymentMethod(kind: .prepaid, token: "credits"), PaymentMethod(kind: .credit, token: "card"),
    ]
    let holds = methods.suffix(Int.random(in: 0...2, using: &generator)).map {
      RideAccount.Hold(
        method: $0, amount: Fixture.cents(.random(in: 0...4_000, using: &generator)))
    }
    let maximum = Fixture.cents(4_000)
    guard Bool.random(using: &generator) else {
      // A pickup far ahead: asked for when it is near, or never.
      try account.plan(holds, quotedMaximum: maximum)
      note(MoneyEffects())
      if Bool.random(using: &generator) { note(account.authorize(at: now, policy: policy)) }
      return
    }
    for isRepeat in [false, true] {
      note(
        try account.book(holds, quotedMaximum: maximum, at: now, policy: policy),
        isRepeat: isRepeat)
    }
  }

  private mutating func finish() throws {
    let isRepeat = account.bill != nil
    let line = FareLineItem(title: "Fee", kind: .amount, price: fee)
    switch end {
    case .completed: note(try account.complete(lines, at: now, policy: policy), isRepeat: isRepeat)
    case .canceledByUser:
      note(try account.cancel(fee: line, at: now, policy: policy), isRepeat: isRepeat)
    case .canceledByService:
      note(try account.cancel(fee: nil, at: now, policy: policy), isRepeat: isRepeat)
    case .canceledMissedPickup:
      note(
        try account.cancel(fee: line, for: .missedPickupFee, at: now, policy: policy),
        isRepeat: isRepeat)
    }
  }

  private mutating func tip() {
    let amount = Fixture.cents(.random(in: 1...900, using: &generator))
    for _ in 0..<2 {
      guard let effects = try? account.tip(amount, order: order(), at: now, policy: policy)
      else { continue }
      note(effects)
    }
  }

  private mutating func order() -> String {
    orders += 1
    return "order-\(orders)"
  }

  private mutating func refund() {
    let amount = Fixture.cents(
      .random(in: 1...max(1, account.captured.minorUnits), using: &generator))
    guard
      let effects = try? account.refund(
        amount, reason: "late", order: order(), at: now, policy: policy)
    else { return }
    note(effects)
  }

  private mutating func settle() {
    guard Int.random(in: 0..<3, using: &generator) == 0,
      let effects = try? account.settleOutside(order: order(), at: now, policy: policy)
    else { return }
    note(effects)
  }

  /// Waives a fee, or bills another fare.
  private mutating func correct() {
    let isFare = end == .completed
    let lines = isFare ? Self.fare(using: &generator) : []
    guard
      let effects = try? account.correct(
        lines, for: isFare ? .adjusted : .waived, at: now, policy: policy)
    else { return }
    let intervention = Intervention(
      isFare ? .adjustment : .waiver, author: "dispatcher-7", reason: "detour", order: order())
    account.record(intervention, account.total, at: now)
    note(effects)
  }

  /// Time passes, or an answer comes: any that was ever given, so that they overtake each other and
  /// come again.
  private mutating func pass() throws {
    if Bool.random(using: &generator) {
      now = now.advanced(bySeconds: .random(in: 1...200_000, using: &generator))
      note(account.askAgain(at: now, policy: policy))
    }
    let isRecent = Bool.random(using: &generator)
    guard let answer = answers.suffix(isRecent ? 2 : answers.count).randomElement(using: &generator)
    else { return }
    try hear(answer)
    let before = account
    let effects = try account.apply(answer, at: now, policy: policy)
    // Only the time of the next question may move when the same comes twice.
    if answer.outcome != .unknown, account != before { repeatedEffects.append(effects) }
    note(effects, isRepeat: true)
  }

  private mutating func hear(_ answer: PaymentResult) throws {
    note(try account.apply(answer, at: now, policy: policy))
  }

  /// Everything that can still happen by itself happens.
  private mutating func drain() throws {
    var heard = 0
    for _ in 0..<400 {
      while heard < answers.count {
        try hear(answers[heard])
        heard += 1
      }
      guard let due = account.nextDue else { break }
      now = max(now, due)
      note(account.askAgain(at: now, policy: policy))
    }
  }

  private mutating func note(_ effects: MoneyEffects, isRepeat: Bool = false) {
    if isRepeat, !effects.isEmpty { repeatedEffects.append(effects) }
    commands += effects.commands
    ledger += effects.transactions
    for command in effects.commands {
      answers.append(payments.answer(command, using: &generator))
    }
    steps.append(account)
  }
}

extension RideHistory {
  /// The debits less the credits of an account.
  func balance(_ account: LedgerAccount) -> Int64 {
    ledger.flatMap(\.entries).filter { $0.account == account }.map(\.amount.minorUnits)
      .reduce(0, +)
  }
}

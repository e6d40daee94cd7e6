import Rides

/// A payment system with an account of its own: it does each key once, captures draw on holds and
/// refunds on captures by reference.
struct PaymentSystem {
  /// Whether a hold can be captured more than once.
  var isLax = false
  /// By reference; true while the hold is open.
  private(set) var holds: [String: Bool] = [:]
  /// By reference: what is left of a capture to be given back.
  private var captures: [String: Int64] = [:]
  /// The keys of what it has done.
  private(set) var done: Set<String> = []
  private(set) var taken: Int64 = 0
  private(set) var returned: Int64 = 0

  var net: Int64 { taken - returned }

  func has(_ command: PaymentCommand) -> Bool { done.contains(command.key) }

  /// What it calls the result of a command.
  func reference(_ command: PaymentCommand) -> String { "ref-\(command.key)" }

  /// Does a command, unless it was done before; whether it is done now.
  mutating func carryOut(_ command: PaymentCommand) -> Bool {
    if has(command) { return true }
    let amount = command.amount?.minorUnits ?? 0
    let target = command.reference ?? ""
    switch command.operation {
    case .authorize: holds[reference(command)] = true
    case .capture:
      guard let isOpen = holds[target], isOpen || isLax else { return false }
      holds[target] = false
      captures[reference(command)] = amount
      taken += amount
    case .void:
      guard holds[target] == true else { return false }
      holds[target] = false
    case .refund:
      guard let left = captures[target], left >= amount else { return false }
      captures[target] = left - amount
      returned += amount
    }
    done.insert(command.key)
    return true
  }
}

/// The money of one ride and what happens to it, in any order.
struct PaymentPlay {
  enum Move: Hashable {
    /// The payment system says this of the command with that number.
    case answer(Int, PaymentResult.Outcome)
    /// It does that command, and says that it does not know.
    case silence(Int)
    /// It does that command, and its answer is lost.
    case lost(Int)
    case due, finish, cancel, settle, refund, tip
  }

  static let policy = PaymentPolicy()
  private(set) var account = RideAccount(
    rideIdentifier: RideIdentifier("r1"), currency: Fixture.dollars)
  private(set) var system = PaymentSystem()
  private(set) var ledger: [LedgerTransaction] = []
  /// Each command once, in the order of the first sending.
  private(set) var sent: [PaymentCommand] = []
  /// The last word about each key; that it does not know takes none back.
  private(set) var words: [String: PaymentResult.Outcome] = [:]
  /// What a repeated answer has changed; nothing, if all is well.
  private(set) var repeats: [String] = []
  private(set) var moves: [Move] = []
  /// What orders may have returned of what was taken in excess and was not being returned.
  private(set) var orderedExcess: Int64 = 0
  private var now = Fixture.now
  private var orders = 0

  init(holds: [Int64] = [1_000], isLax: Bool = true) throws {
    system.isLax = isLax
    let card = PaymentMethod(kind: .credit, token: "card")
    note(
      try account.book(
        holds.map { RideAccount.Hold(method: card, amount: Fixture.cents($0)) },
        quotedMaximum: nil, at: now, policy: Self.policy))
  }

  /// Makes a move; whether it has changed anything.
  mutating func make(_ move: Move) throws -> Bool {
    moves.append(move)
    let before = account
    let policy = Self.policy
    switch move {
    case .answer(let index, let outcome): try answer(sent[index], outcome)
    case .silence(let index): try fallSilent(about: sent[index])
    case .lost(let index):
      if words[sent[index].key] == nil { _ = system.carryOut(sent[index]) }
    case .due:
      now = max(now, account.nextDue ?? now)
      note(account.askAgain(at: now, policy: policy))
    case .finish:
      let line = FareLineItem(title: "Fare", kind: .amount, price: Fixture.cents(700))
      note(
        try account.complete(
          [RideAccount.BilledLine(item: line, account: .fareRevenue)], at: now, policy: policy))
    case .cancel: note(try account.cancel(fee: nil, at: now, policy: policy))
    case .settle:
      note((try? account.settleOutside(order: order(), at: now, policy: policy)) ?? MoneyEffects())
    case .refund: refund()
    case .tip:
      note(
        (try? account.tip(Fixture.cents(100), order: order(), at: now, policy: policy))
          ?? MoneyEffects())
    }
    return account != before
  }

  private mutating func refund() {
    let excess = account.overpaid.minorUnits
    guard
      let effects = try? account.refund(
        Fixture.cents(300), reason: "late", order: order(), at: now, policy: Self.policy)
    else { return }
    orderedExcess += min(excess, 300)
    note(effects)
  }

  private mutating func order() -> String {
    orders += 1
    return "order-\(orders)"
  }

  /// Only where it has not said what became of the command: it does not lie.
  private mutating func fallSilent(about command: PaymentCommand) throws {
    guard [nil, .unknown].contains(words[command.key]), system.carryOut(command) else { return }
    try answer(command, .unknown)
  }

  private mutating func answer(
    _ command: PaymentCommand, _ outcome: PaymentResult.Outcome
  ) throws {
    var outcome = outcome
    // What it has done it may call unknown, and otherwise only approved; what it cannot do it
    // declines.
    if outcome == .approved, !system.carryOut(command) { outcome = .declined }
    if system.has(command), outcome != .unknown { outcome = .approved }
    if outcome != .unknown || words[command.key] == nil { words[command.key] = outcome }
    let result = PaymentResult(
      key: command.key, outcome: outcome, reference: system.reference(command))
    note(try account.apply(result, at: now, policy: Self.policy))
    let before = account
    let again = try account.apply(result, at: now, policy: Self.policy)
    if outcome != .unknown, account != before || !again.isEmpty { repeats.append(command.key) }
    note(again)
  }

  private mutating func note(_ effects: MoneyEffects) {
    ledger += effects.transactions
    let known = Set(sent.map(\.key))
    sent += effects.commands.filter { !known.contains($0.key) }
  }

  /// Ends the ride, has the payment system say of each command what became of it that it has not
  /// answered or is asked about again, and lets all retries come due.
  mutating func comeToRest() throws {
    if account.bill == nil { _ = try make(.finish) }
    var said = 0
    for _ in 0..<200 {
      while said < sent.count {
        let command = sent[said]
        said += 1
        // What it has done, and whose answer was lost, it tells when it is asked again.
        // A refund that another has made is not asked again: it tells of that by itself.
        guard words[command.key] == nil, !system.has(command) || command.operation == .refund
        else { continue }
        try answer(command, Self.isWilling(command) ? .approved : .declined)
      }
      guard let due = account.nextDue else { return }
      now = max(now, due)
      let effects = account.askAgain(at: now, policy: Self.policy)
      note(effects)
      for command in effects.commands where said == sent.count {
        try answer(command, Self.isWilling(command) ? .approved : .declined)
      }
    }
  }

  /// What is owed is refused in the end, so that debts stay; what puts right is done.
  private static func isWilling(_ command: PaymentCommand) -> Bool {
    command.operation == .void || command.operation == .refund
  }
}

extension PaymentPlay {
  /// What is not as it should be when all has come to rest.
  var mistakes: [String] {
    var mistakes = repeats.map { "a repeated answer to \($0) has changed something" }
    func check(_ what: String, _ one: Int64, _ other: Int64) {
      if one != other { mistakes.append("\(what): \(one) and \(other)") }
    }
    func balance(_ name: LedgerAccount) -> Int64 {
      ledger.flatMap(\.entries).filter { $0.account == name }.map(\.amount.minorUnits)
        .reduce(0, +)
    }
    func sum(_ amount: (Charge) -> Money) -> Int64 {
      account.charges.map { amount($0).minorUnits }.reduce(0, +)
    }
    let fares = account.charges.filter { $0.purpose == .fare }
    let excess = fares.map(\.overpaid.minorUnits).reduce(0, +)
    check("clearing and the system's account", balance(.gatewayClearing), system.net)
    check("taken", sum(\.taken), system.taken)
    check("returned", sum(\.refunded) + sum(\.excessReturned), system.returned)
    check("receivable", balance(.riderReceivable), account.outstanding.minorUnits - excess)
    check("refunds", balance(.refunds), account.refunds.map(\.amount.minorUnits).reduce(0, +))
    check(
      "what the ride costs and what was paid",
      account.total.minorUnits + account.tip.minorUnits,
      system.net + balance(.refunds) - sum(\.overpaid) + account.outstanding.minorUnits
        + account.settledOutside.minorUnits)
    check("transactions", Int64(account.transactionCount), Int64(ledger.count))
    for transaction in ledger {
      check("transaction", transaction.entries.map(\.amount.minorUnits).reduce(0, +), 0)
    }
    if !fairShare.contains(system.net - sum(\.overpaid)) {
      mistakes.append("the rider bears \(system.net - sum(\.overpaid)), not \(fairShare)")
    }
    if account.outstanding.minorUnits < 0 { mistakes.append("outstanding below nothing") }
    if account.nextDue != nil { mistakes.append("something is still due") }
    return mistakes + leftovers
  }

  /// What the rider is to bear: the total less the ordered refunds, of which a part may have been
  /// an excess; what the payment system has given back twice by itself is lost.
  private var fairShare: ClosedRange<Int64> {
    let paid =
      [account.total, account.tip].map(\.minorUnits).reduce(0, +)
      - [account.outstanding, account.settledOutside].map(\.minorUnits).reduce(0, +)
    let refunds = account.charges.flatMap(\.attempts).filter {
      $0.operation == .refund && $0.fate == .approved
    }
    let given = refunds.reduce(Int64(0)) { sum, refund in
      let excess = refund.order == nil ? refund.excess?.minorUnits ?? 0 : 0
      return sum + (refund.amount?.minorUnits ?? 0) - excess
    }
    return paid - given...paid - given + orderedExcess
  }

  /// Holds and excess that stay although not all attempts to end them were refused.
  private var leftovers: [String] {
    var mistakes: [String] = []
    let attempts = account.charges.flatMap(\.attempts)
    for (reference, isOpen) in system.holds where isOpen {
      let voids = sent.filter { $0.operation == .void && $0.reference == reference }
      if voids.count < Self.policy.captureAttempts { mistakes.append("\(reference) is still held") }
    }
    let returns = attempts.filter { $0.operation == .refund && $0.order == nil }
    if account.overpaid.minorUnits > 0, returns.count < Self.policy.captureAttempts {
      mistakes.append("\(account.overpaid.minorUnits) taken in excess stay")
    }
    let refused = attempts.contains { $0.operation == .refund && $0.fate != .approved }
    let isShown = account.refundTransfers.contains { $0.isOverpayment && $0.state == .declined }
    if account.overpaid.minorUnits > 0, !isShown || !refused {
      mistakes.append("excess is not shown")
    }
    return mistakes
  }
}

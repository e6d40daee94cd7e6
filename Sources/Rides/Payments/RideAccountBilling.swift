extension RideAccount {
  /// Bills and captures the fare of a completed ride.
  ///
  /// A ride without a payment method was paid to the driver. Refuses another currency than the
  /// ride's and a fare below zero (rules M6, M8). The note is stored with the ledger's transaction.
  package mutating func complete(
    _ lines: [BilledLine], note: String? = nil, at now: Instant, policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    try charge(lines, for: .fare, note: note, at: now, policy)
  }

  /// Bills the fee of a cancellation or of a missed pickup, and releases the rest of the holds.
  ///
  /// Without a fee the rider owes nothing, as for each cancellation by the service.
  package mutating func cancel(
    fee: FareLineItem?, for reason: LedgerTransaction.Reason = .cancellationFee, at now: Instant,
    policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    let fees = [fee].compactMap(\.self).filter { $0.price.minorUnits != 0 }
    let lines = fees.map { BilledLine(item: $0, account: .cancellationFees) }
    return try charge(lines, for: reason, at: now, policy)
  }

  private mutating func charge(
    _ lines: [BilledLine], for reason: LedgerTransaction.Reason, note: String? = nil,
    at now: Instant, _ policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    guard bill == nil else { return MoneyEffects() }
    let total = try lines.map(\.item.price).checkedSum(in: currency)
    guard total.minorUnits >= 0 else {
      throw MoneyError(
        .outOfRange, expected: "a total of at least nothing", came: total.decimalString)
    }
    bill = lines
    var effects = MoneyEffects()
    if !lines.isEmpty {
      let credits = lines.map { LedgerEntry(account: $0.account, amount: $0.item.price.negated) }
      let debt = LedgerEntry(account: .riderReceivable, amount: total)
      post(reason, [debt] + credits, note: note, at: now, to: &effects)
    }
    if charges.isEmpty, payer == nil, reason == .fare {
      collected = total
      post(
        .collectedByDriver, .driverCollected, .riderReceivable, total, at: now, to: &effects)
    } else {
      effects.commands = draw(total, at: now, policy)
    }
    return effects
  }

  /// Captures from the holds in their order and releases the rest.
  ///
  /// An amount beyond the holds, such as waiting beyond the buffer, is a separate charge on the
  /// last method that was not declined.
  private mutating func draw(
    _ total: Money, at now: Instant, _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    var commands: [PaymentCommand] = []
    var rest = total
    for index in charges.indices {
      let amount = rest.atMost(charges[index].capacity)
      rest = rest.minus(amount)
      commands += charges[index].capture(amount, at: now, policy: policy)
    }
    if rest.minorUnits > 0, let method {
      commands += open(.fare, method, rest, at: now, policy)
    }
    return commands
  }

  /// The method for amounts beyond the holds; nil if the driver collects, or the method was
  /// declined.
  var method: PaymentMethod? {
    guard !charges.isEmpty else { return payer }
    return charges.last { $0.purpose == .fare && $0.state != .declined }?.method
  }

  /// Opens a charge that captures its amount as soon as the hold is approved.
  mutating func open(
    _ purpose: Charge.Purpose, _ method: PaymentMethod, _ amount: Money, at now: Instant,
    _ policy: PaymentPolicy
  ) -> [PaymentCommand] {
    var charge = Charge(
      rideIdentifier: rideIdentifier, purpose: purpose,
      number: charges.count { $0.purpose == purpose } + 1, method: method, amount: amount)
    let commands = charge.capture(amount, at: now, policy: policy)
    charges.append(charge)
    return commands
  }

  /// Books the answer to a command, whenever it arrives.
  ///
  /// A repeated answer changes nothing; an unknown key is refused as `unknownPayment`.
  package mutating func apply(
    _ result: PaymentResult, at now: Instant, policy: PaymentPolicy
  ) throws(Refusal) -> MoneyEffects {
    guard let index = charges.firstIndex(where: { $0.attempt(result.key) != nil }) else {
      throw Refusal(
        .unknownPayment, "ride \(rideIdentifier) has asked for nothing under this key", path: "key")
    }
    let effect = charges[index].apply(result, at: now, policy: policy)
    var effects = MoneyEffects(commands: effect.commands)
    if let movement = effect.movement {
      post(movement, of: charges[index].purpose, at: now, to: &effects)
      if case .refunded = movement { effects.hasRefundedTooMuch = hasRefundedTooMuch }
    }
    if effect.hasChanged { effects.declined = updateOrders() }
    return effects
  }

  /// Whether an order was executed twice, an excess was refunded twice, or the refunds exceed the
  /// captures.
  private var hasRefundedTooMuch: Bool {
    func sum(_ attempts: [Charge.Attempt]) -> Int64 {
      attempts.reduce(0) { $0 + ($1.amount?.minorUnits ?? 0) }
    }
    let given = charges.flatMap(\.attempts).filter {
      $0.operation == .refund && $0.fate == .approved
    }
    let taken = charges.reduce(0) { $0 + $1.taken.minorUnits }
    return sum(given) > taken
      || given.contains {
        $0.order == nil && ($0.amount?.minorUnits ?? 0) > ($0.excess?.minorUnits ?? 0)
      }
      || refundOrders.contains { order in
        sum(given.filter { $0.order == order.identifier }) > order.amount.minorUnits
      }
  }

  private mutating func post(
    _ movement: Charge.Movement, of purpose: Charge.Purpose, at now: Instant,
    to effects: inout MoneyEffects
  ) {
    let owed: LedgerAccount = purpose == .fare ? .riderReceivable : .tipsPayable
    switch movement {
    case .captured(let amount):
      post(
        purpose == .fare ? .captured : .tip, .gatewayClearing, owed, amount, at: now, to: &effects)
    case .refunded(let amount, let excess, let order):
      let number = refundOrders.firstIndex { $0.identifier == order }
      let given = amount.minus(excess)
      if given.minorUnits > 0 {
        let reason = number.flatMap { refundOrders[$0].reason }
        refunds.append(Refund(amount: given, reason: reason ?? ""))
      }
      post(
        order == nil ? .overpaymentRefund : .refund,
        [
          LedgerEntry(account: .refunds, amount: given), LedgerEntry(account: owed, amount: excess),
          LedgerEntry(account: .gatewayClearing, amount: amount.negated),
        ], order: number.map { $0 + 1 }, at: now, to: &effects)
    }
  }

  /// When a command is repeated; nil if no answer is awaited.
  package var nextDue: Instant? { charges.compactMap(\.nextDue).min() }

  /// Repeats due commands, and declines attempts that the rider has not approved in time.
  package mutating func askAgain(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    let commands = charges.indices.flatMap { charges[$0].askAgain(at: now, policy: policy) }
    return MoneyEffects(commands: commands, declined: updateOrders())
  }

  /// Moves an amount from one account to another.
  ///
  /// More than five parameters: the reason and the moment belong to each movement.
  mutating func post(
    _ reason: LedgerTransaction.Reason, _ debit: LedgerAccount, _ credit: LedgerAccount,
    _ amount: Money, order: Int? = nil, at now: Instant, to effects: inout MoneyEffects
  ) {
    post(
      reason,
      [
        LedgerEntry(account: debit, amount: amount),
        LedgerEntry(account: credit, amount: amount.negated),
      ], order: order, at: now, to: &effects)
  }

  /// Counts a transaction; entries of zero are left out, and so is a transaction without entries.
  ///
  /// More than five parameters: the same.
  mutating func post(
    _ reason: LedgerTransaction.Reason, _ entries: [LedgerEntry], note: String? = nil,
    order: Int? = nil, at now: Instant, to effects: inout MoneyEffects
  ) {
    let entries = entries.filter { $0.amount.minorUnits != 0 }
    guard !entries.isEmpty else { return }
    transactionCount += 1
    effects.transactions.append(
      LedgerTransaction(
        ride: rideIdentifier, number: transactionCount, occurredAt: now, reason: reason, note: note,
        order: order, entries: entries))
  }
}

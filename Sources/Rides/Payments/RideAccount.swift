/// The money of one ride: what it costs, who has paid what, and what is outstanding.
///
/// It changes only through its functions, each of which returns the commands and the ledger
/// transactions that are to be stored with it. One that cannot be done is refused and changes
/// nothing; one that comes twice is done once.
package struct RideAccount: Hashable, Sendable {
  /// One line of what is owed and the account that it is credited to.
  package struct BilledLine: Hashable, Sendable {
    package var item: FareLineItem
    package var account: LedgerAccount

    package init(item: FareLineItem, account: LedgerAccount) {
      self.item = item
      self.account = account
    }
  }

  /// Something given back, and why.
  package struct Refund: Hashable, Sendable {
    package var amount: Money
    package var reason: String

    package init(amount: Money, reason: String) {
      self.amount = amount
      self.reason = reason
    }
  }

  package let rideIdentifier: RideIdentifier
  /// The one currency of everything that is paid for the ride.
  package let currency: Currency
  /// The highest price shown to the rider, without waiting; nil for a metered fare.
  package internal(set) var quotedMaximum: Money?
  /// What is owed; nil until the ride has ended, empty when it costs nothing.
  package internal(set) var bill: [BilledLine]?
  /// In the order in which they are drawn upon.
  package internal(set) var charges: [Charge]
  /// What the driver took in cash.
  package internal(set) var collected: Money
  /// What was paid in another way after the ride.
  package internal(set) var settledOutside: Money
  /// What has been given back, in that order.
  package internal(set) var refunds: [Refund]
  /// What was ordered after the ride, whatever became of it.
  package var refundOrders: [Order]
  package var tipOrders: [Order]
  package var settlements: [Order]
  /// How the rider pays; nil where the driver collects the fare.
  package internal(set) var payer: PaymentMethod?
  /// The number of ledger transactions so far.
  package internal(set) var transactionCount: Int

  /// Every stored property, as a store gives them back.
  package init(
    rideIdentifier: RideIdentifier, currency: Currency, quotedMaximum: Money?,
    bill: [BilledLine]?, charges: [Charge], collected: Money, settledOutside: Money,
    refunds: [Refund], transactionCount: Int, payer: PaymentMethod? = nil,
    refundOrders: [Order] = [], tipOrders: [Order] = [], settlements: [Order] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.currency = currency
    self.quotedMaximum = quotedMaximum
    self.bill = bill
    self.charges = charges
    self.collected = collected
    self.settledOutside = settledOutside
    self.refunds = refunds
    self.transactionCount = transactionCount
    self.payer = payer
    self.refundOrders = refundOrders
    self.tipOrders = tipOrders
    self.settlements = settlements
  }

  /// The account of a ride about which no money has moved yet.
  package init(rideIdentifier: RideIdentifier, currency: Currency) {
    self.init(
      rideIdentifier: rideIdentifier, currency: currency, quotedMaximum: nil, bill: nil,
      charges: [], collected: .zero(currency), settledOutside: .zero(currency), refunds: [],
      transactionCount: 0)
  }

  /// What the ride costs, without a tip; nothing before it has ended.
  package var total: Money { (bill ?? []).map(\.item.price).sum(in: currency) }

  /// What payment systems have taken for the ride and is owed, without a tip.
  package var captured: Money {
    charges.filter { $0.purpose == .fare }.map(\.captured).sum(in: currency)
  }

  /// What payment systems have taken as a tip.
  package var tip: Money { charges.filter { $0.purpose == .tip }.map(\.captured).sum(in: currency) }

  /// What was taken in excess of what the ride costs and has not been given back.
  package var overpaid: Money { charges.map(\.overpaid).sum(in: currency) }

  /// What has been given back of what was owed.
  package var refunded: Money { charges.map(\.refunded).sum(in: currency) }

  /// What an order can refund now.
  package var refundable: Money { charges.map(\.orderable).sum(in: currency) }

  /// The part of the price that is not paid.
  package var outstanding: Money {
    total.minus(captured).minus(collected).minus(settledOutside)
  }

  /// Whether the payment system has been asked for a part of the fare and has not answered.
  package var isFareOnItsWay: Bool {
    charges.contains { $0.purpose == .fare && $0.isOnItsWay }
  }

  /// What the rider bears in the end: the ride and the tip less what was given back.
  package var owed: Money { total.plus(tip).minus(refunded) }

  /// An amount to be held on a payment method.
  package struct Hold: Hashable, Sendable {
    package var method: PaymentMethod
    package var amount: Money

    package init(method: PaymentMethod, amount: Money) {
      self.method = method
      self.amount = amount
    }
  }

  /// Where the ride's holds stand together.
  package enum Clearance: Hashable, Sendable {
    /// All that is to be held is held, or nothing is: a vehicle may be sought.
    case cleared
    /// The payment system has not been asked yet: the pickup is far ahead.
    case planned
    /// An answer is awaited.
    case awaited
    /// The rider has to act first.
    case needsAction
    /// A payment was refused for good.
    case declined
  }

  /// Where the ride's holds stand; the worst counts.
  package var clearance: Clearance {
    let states = charges.filter { $0.purpose == .fare }.map(\.state)
    if states.contains(.declined) { return .declined }
    if states.contains(.needsAction) { return .needsAction }
    if states.contains(.authorising) { return .awaited }
    return states.contains(.none) ? .planned : .cleared
  }

  /// Records the price shown and what is to be held, in the order in which it is drawn upon,
  /// credits first; no hold, be it of nothing, is a ride whose driver collects the fare.
  ///
  /// The payment system is not asked before `authorise`, so that a pickup far ahead is paid for
  /// when it is near: holds end by themselves after a week.
  package mutating func plan(_ holds: [Hold], quotedMaximum: Money?) throws(MoneyError) {
    guard charges.isEmpty, bill == nil else { return }
    var planned: [Charge] = []
    for hold in holds {
      let amount = try hold.amount.checked(in: currency)
      guard amount.minorUnits > 0 else { continue }
      planned.append(
        Charge(
          rideIdentifier: rideIdentifier, purpose: .fare, number: planned.count + 1,
          method: hold.method, amount: amount))
    }
    self.quotedMaximum = try quotedMaximum?.checked(in: currency)
    charges = planned
    payer = holds.last?.method
  }

  /// Asks for all holds that are planned.
  package mutating func authorise(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    var effects = MoneyEffects()
    for index in charges.indices {
      effects.commands += charges[index].authorise(at: now, policy: policy)
    }
    return effects
  }

  /// Plans the holds and asks for them.
  package mutating func book(
    _ holds: [Hold], quotedMaximum: Money?, at now: Instant, policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    try plan(holds, quotedMaximum: quotedMaximum)
    return authorise(at: now, policy: policy)
  }
}

/// What a change of a ride's account asks for: commands to a payment system, rows for the ledger.
///
/// Both belong to the transaction that stores the account.
package struct MoneyEffects: Hashable, Sendable {
  package var commands: [PaymentCommand]
  package var transactions: [LedgerTransaction]
  /// What the orders were for that it has ended as declined, one for each.
  package var declined: [RideAccount.OrderKind]
  /// Whether more has been given back than was ordered, or taken in excess: the operator has to
  /// know, as no command brings it back.
  package var hasRefundedTooMuch = false

  package init(
    commands: [PaymentCommand] = [], transactions: [LedgerTransaction] = [],
    declined: [RideAccount.OrderKind] = []
  ) {
    self.commands = commands
    self.transactions = transactions
    self.declined = declined
  }

  /// Whether nothing is asked for and nothing is to be published.
  package var isEmpty: Bool { commands.isEmpty && transactions.isEmpty && declined.isEmpty }

  /// Adds the effects of a later change.
  package mutating func append(_ other: MoneyEffects) {
    commands += other.commands
    transactions += other.transactions
    declined += other.declined
    hasRefundedTooMuch = hasRefundedTooMuch || other.hasRefundedTooMuch
  }
}

/// The money of one ride: its cost, its payments, and the outstanding amount.
///
/// An account changes only through its functions. Each returns the commands and the ledger
/// transactions that must be stored with it. A refused change has no effect, and a repeated one has
/// no further effect.
package struct RideAccount: Hashable, Sendable {
  /// One line of the bill, and the ledger account that it is credited to.
  package struct BilledLine: Hashable, Sendable {
    package var item: FareLineItem
    package var account: LedgerAccount

    package init(item: FareLineItem, account: LedgerAccount) {
      self.item = item
      self.account = account
    }
  }

  /// A refund and its reason.
  package struct Refund: Hashable, Sendable {
    package var amount: Money
    package var reason: String

    package init(amount: Money, reason: String) {
      self.amount = amount
      self.reason = reason
    }
  }

  package let rideIdentifier: RideIdentifier
  /// The one currency of all payments for the ride.
  package let currency: Currency
  /// The highest price shown to the rider, without waiting; nil for a metered fare.
  package internal(set) var quotedMaximum: Money?
  /// The bill; nil until the ride has ended, empty for a free ride.
  package internal(set) var bill: [BilledLine]?
  /// In the order in which they are captured.
  package internal(set) var charges: [Charge]
  /// The cash that the driver collected.
  package internal(set) var collected: Money
  /// Payments in another way after the ride.
  package internal(set) var settledOutside: Money
  /// The refunds, in their order.
  package internal(set) var refunds: [Refund]
  /// The orders after the ride, whatever their result.
  package var refundOrders: [Order]
  package var tipOrders: [Order]
  /// What the operator's staff has ordered besides refunds; only orders without a deed have paid.
  package var settlements: [Order]
  /// How the rider pays; nil where the driver collects the fare.
  package internal(set) var payer: PaymentMethod?
  /// The number of ledger transactions so far.
  package internal(set) var transactionCount: Int

  /// Restores all properties from a store.
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

  /// An account without any movement of money.
  package init(rideIdentifier: RideIdentifier, currency: Currency) {
    self.init(
      rideIdentifier: rideIdentifier, currency: currency, quotedMaximum: nil, bill: nil,
      charges: [], collected: .zero(currency), settledOutside: .zero(currency), refunds: [],
      transactionCount: 0)
  }

  /// The cost of the ride without a tip; zero before its end.
  package var total: Money { (bill ?? []).map(\.item.price).sum(in: currency) }

  /// The cost before discounts, from which tips are reckoned: a driver has driven a free ride, too.
  package var undiscounted: Money {
    (bill ?? []).filter { $0.account != .discounts }.map(\.item.price).sum(in: currency)
  }

  /// Whether all that was paid for the ride was given back.
  var isRefunded: Bool { total.minorUnits > 0 && refunded.minorUnits >= total.minorUnits }

  /// The captured part of the cost, without a tip.
  package var captured: Money {
    charges.filter { $0.purpose == .fare }.map(\.captured).sum(in: currency)
  }

  /// The captured tips.
  package var tip: Money { charges.filter { $0.purpose == .tip }.map(\.captured).sum(in: currency) }

  /// The captured excess over the cost that is not refunded.
  package var overpaid: Money { charges.map(\.overpaid).sum(in: currency) }

  /// The refunded part of the cost.
  package var refunded: Money { charges.map(\.refunded).sum(in: currency) }

  /// The amount that an order can refund now.
  package var refundable: Money { charges.map(\.orderable).sum(in: currency) }

  /// The unpaid part of the price.
  package var outstanding: Money {
    total.minus(captured).minus(collected).minus(settledOutside)
  }

  /// Whether an answer about a part of the fare is awaited.
  package var isFareOnItsWay: Bool {
    charges.contains { $0.purpose == .fare && $0.isOnItsWay }
  }

  /// An amount to be held on a payment method.
  package struct Hold: Hashable, Sendable {
    package var method: PaymentMethod
    package var amount: Money

    package init(method: PaymentMethod, amount: Money) {
      self.method = method
      self.amount = amount
    }
  }

  /// The common state of the ride's holds.
  package enum Clearance: Hashable, Sendable {
    /// All holds are approved, or there are none: the search for a vehicle may begin.
    case cleared
    /// No hold is requested yet: the pickup is far ahead.
    case planned
    /// An answer is awaited.
    case awaited
    /// The rider has to act first.
    case needsAction
    /// A payment was declined.
    case declined
  }

  /// The state of the ride's holds; the worst one decides.
  package var clearance: Clearance {
    let states = charges.filter { $0.purpose == .fare && !$0.isFailedCheck }.map(\.state)
    if states.contains(.declined) { return .declined }
    if states.contains(.needsAction) { return .needsAction }
    if states.contains(.authorizing) { return .awaited }
    return states.contains(.none) ? .planned : .cleared
  }

  /// Records the shown price and the planned holds, in the order of their capture, credits first.
  ///
  /// Without any hold, even of zero, the driver collects the fare. Holds are requested by
  /// `authorize`, so that those for a distant pickup are requested when it is near: holds expire
  /// after a week.
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

  /// Requests all planned holds.
  package mutating func authorize(at now: Instant, policy: PaymentPolicy) -> MoneyEffects {
    MoneyEffects(
      commands: charges.indices.flatMap { charges[$0].authorize(at: now, policy: policy) })
  }

  /// Plans and requests the holds.
  package mutating func book(
    _ holds: [Hold], quotedMaximum: Money?, at now: Instant, policy: PaymentPolicy
  ) throws(MoneyError) -> MoneyEffects {
    try plan(holds, quotedMaximum: quotedMaximum)
    return authorize(at: now, policy: policy)
  }
}

/// The effects of a change of a ride's account: commands to a payment system, and rows of the
/// ledger.
///
/// Both belong to the transaction that stores the account.
package struct MoneyEffects: Hashable, Sendable {
  package var commands: [PaymentCommand]
  package var transactions: [LedgerTransaction]
  /// The kinds of the orders that the change has declined, one for each order.
  package var declined: [RideAccount.OrderKind]
  /// Whether the refunds exceed the orders and the excess: the operator has to know, since no
  /// command can reverse it.
  package var hasRefundedTooMuch = false

  package init(
    commands: [PaymentCommand] = [], transactions: [LedgerTransaction] = [],
    declined: [RideAccount.OrderKind] = []
  ) {
    self.commands = commands
    self.transactions = transactions
    self.declined = declined
  }

  /// Whether there are no commands and nothing to publish.
  package var isEmpty: Bool { commands.isEmpty && transactions.isEmpty && declined.isEmpty }

  /// Adds the effects of a later change.
  package mutating func append(_ other: MoneyEffects) {
    commands += other.commands
    transactions += other.transactions
    declined += other.declined
    hasRefundedTooMuch = hasRefundedTooMuch || other.hasRefundedTooMuch
  }
}

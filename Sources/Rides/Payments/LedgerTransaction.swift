/// The accounts between which the money of rides moves; positive is a debit, negative a credit.
package enum LedgerAccount: String, Sendable, CaseIterable {
  /// What riders owe.
  case riderReceivable
  /// What the operator earns by driving.
  case fareRevenue
  /// What a high demand adds to it.
  case surgeRevenue
  /// Tolls and fees of places, collected for others.
  case passThrough
  /// What promotions take off fares.
  case discounts
  /// Fees of cancelled rides and of riders who did not come.
  case cancellationFees
  /// Tips, which are the drivers'.
  case tipsPayable
  /// What payment systems have taken and owe the operator.
  case gatewayClearing
  /// Cash in the hands of drivers.
  case driverCollected
  /// Debts that were paid in another way.
  case settledOutside
  /// What was given back.
  case refunds
}

/// One line of a transaction.
package struct LedgerEntry: Hashable, Sendable {
  package let account: LedgerAccount
  /// Positive is a debit, negative a credit.
  package let amount: Money

  package init(account: LedgerAccount, amount: Money) {
    self.account = account
    self.amount = amount
  }
}

/// One movement of a ride's money: entries that add up to zero, never changed after.
package struct LedgerTransaction: Hashable, Sendable {
  /// The closed list of why money moves.
  package enum Reason: String, Sendable, CaseIterable {
    case fare
    case cancellationFee
    case missedPickupFee
    case captured
    case collectedByDriver
    case settledOutside
    case tip
    case refund
    /// What was taken in excess, given back.
    case overpaymentRefund
  }

  package let ride: RideIdentifier
  /// The place among the ride's transactions: 1, 2, 3, … without a gap.
  package let number: Int
  package let occurredAt: Instant
  package let reason: Reason
  /// What is doubtful about it, in words of the program; words of people do not belong here, as
  /// the ledger is never changed.
  package let note: String?
  /// The place of the order among those of its kind, from 1; the ride has its words.
  package let order: Int?
  package let entries: [LedgerEntry]

  package init(
    ride: RideIdentifier, number: Int, occurredAt: Instant, reason: Reason, note: String? = nil,
    order: Int? = nil, entries: [LedgerEntry]
  ) {
    self.ride = ride
    self.number = number
    self.occurredAt = occurredAt
    self.reason = reason
    self.note = note
    self.order = order
    self.entries = entries
  }
}

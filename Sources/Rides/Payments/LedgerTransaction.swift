/// The accounts between which the money of rides moves; positive is a debit, negative a credit.
package enum LedgerAccount: String, Sendable, CaseIterable {
  /// The debts of riders.
  case riderReceivable
  /// The operator's earnings from rides.
  case fareRevenue
  /// The surcharges for high demand.
  case surgeRevenue
  /// Tolls, levies and fees of places, collected for others.
  case passThrough
  /// Charges that the operator keeps, such as an amount for the night, and extras that riders have
  /// chosen.
  case chargeRevenue
  /// The discounts of promotions.
  case discounts
  /// Fees of canceled rides and of riders who did not appear.
  case cancellationFees
  /// Tips, which belong to the drivers.
  case tipsPayable
  /// Captures that payment systems owe the operator.
  case gatewayClearing
  /// Cash held by drivers.
  case driverCollected
  /// Debts that were paid in another way.
  case settledOutside
  /// Refunds.
  case refunds
}

extension LedgerAccount {
  /// Whether it has the charges of a fare, which come on top of what a meter shows.
  package var isOfCharges: Bool { self == .passThrough || self == .chargeRevenue }
}

/// One line of a transaction.
package struct LedgerEntry: Hashable, Sendable {
  package let account: LedgerAccount
  /// Positive is a debit, negative a credit.
  package let amount: Money
}

/// One movement of a ride's money: entries that add up to zero; never changed.
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
    /// The refund of an excess.
    case overpaymentRefund
    /// A fee that the operator has let go.
    case waived
    /// Another fare than the one that was billed.
    case adjusted
  }

  package let ride: RideIdentifier
  /// The place among the ride's transactions: 1, 2, 3, … without a gap.
  package let number: Int
  package let occurredAt: Instant
  package let reason: Reason
  /// A doubt about it, in the program's words; people's words are not stored here, since the ledger
  /// is never changed.
  package let note: String?
  /// The place of the order among those of its kind, from 1; the ride has its words.
  package let order: Int?
  package let entries: [LedgerEntry]
}

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

  /// Whether nothing is asked for, and nothing is to be told.
  package var isEmpty: Bool { commands.isEmpty && transactions.isEmpty && declined.isEmpty }

  /// Adds the effects of a later change.
  package mutating func append(_ other: MoneyEffects) {
    commands += other.commands
    transactions += other.transactions
    declined += other.declined
    hasRefundedTooMuch = hasRefundedTooMuch || other.hasRefundedTooMuch
  }
}

/// What a change of a ride's account asks for: commands to a payment system, rows for the ledger.
///
/// Both belong to the transaction that stores the account.
package struct MoneyEffects: Hashable, Sendable {
  package var commands: [PaymentCommand]
  package var transactions: [LedgerTransaction]

  package init(commands: [PaymentCommand] = [], transactions: [LedgerTransaction] = []) {
    self.commands = commands
    self.transactions = transactions
  }

  /// Whether nothing is asked for.
  package var isEmpty: Bool { commands.isEmpty && transactions.isEmpty }

  /// Adds the effects of a later change.
  package mutating func append(_ other: MoneyEffects) {
    commands += other.commands
    transactions += other.transactions
  }
}

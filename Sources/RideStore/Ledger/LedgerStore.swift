package import Rides

/// The books of the rides, to which lines are added and nothing else is done.
package protocol LedgerStore {
  /// Adds lines; a ride's transaction and line that exist are a conflict.
  ///
  /// The store does not add up: that a transaction balances is for its author to see to.
  func append(_ entries: [LedgerEntryRecord]) throws(StoreError)

  /// All lines of a ride in the order of transactions and lines; never locked.
  func ledger(of ride: RideIdentifier) throws(StoreError) -> [LedgerEntryRecord]
}

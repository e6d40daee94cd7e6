package import Rides

/// The dead letters of the fleet, moved here from their queues.
package protocol DeadLetterStore {
  /// The letters of those identifiers; in a write transaction they are locked, in the order of
  /// their identifiers.
  func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord]

  /// The letters that a filter lets through, the oldest failure first; never locked.
  func deadLetters(matching filter: DeadLetterFilter) throws(StoreError) -> [DeadLetterRecord]

  /// The letters that a filter lets through, counted by reason, type and path, the largest group
  /// first; never locked. At most as many groups as the filter's `limit`.
  func deadLetterGroups(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterGroup]

  /// Inserts new letters; an identifier that exists is a conflict.
  func insert(_ letters: [DeadLetterRecord]) throws(StoreError)

  /// Replaces letters whose stored `revision` is the one given beside them; another one is a
  /// conflict.
  func update(_ letters: [DeadLetterUpdate]) throws(StoreError)

  /// Deletes letters; one that does not exist is left alone. Returns the number of deleted rows.
  func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int

  /// Deletes at most `limit` letters that were stored more than so many days before `now`, the
  /// oldest first, whatever their state. Returns the number of deleted rows.
  ///
  /// Where the database has a clock of its own, a letter must be as old by that one too: the clock
  /// of one caller may be wrong.
  func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int
}

import RideStore
import Rides

extension FlakyStore {
  func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    try store.deadLetters(identifiers)
  }

  func deadLetters(matching filter: DeadLetterFilter) throws(StoreError) -> [DeadLetterRecord] {
    try store.deadLetters(matching: filter)
  }

  func deadLetterSizes() throws(StoreError) -> [DeadLetterSize] { try store.deadLetterSizes() }

  func deadLetterGroups(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterGroup] {
    try store.deadLetterGroups(matching: filter)
  }

  func insert(_ letters: [DeadLetterRecord]) throws(StoreError) { try store.insert(letters) }

  func update(_ letters: [DeadLetterUpdate]) throws(StoreError) { try store.update(letters) }

  func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    try store.delete(letters)
  }

  func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    try store.pruneDeadLetters(olderThanDays: days, at: now, limit: limit)
  }
}

import MemoryStore
import RideStore
import Rides

/// In the world dead letters stay in their queues; this is what a port must have.
extension WorldStore {
  func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    try read("read dead letters") { (store) throws(StoreError) in
      try store.deadLetters(identifiers)
    }
  }

  func deadLetters(matching filter: DeadLetterFilter) throws(StoreError) -> [DeadLetterRecord] {
    try read("list dead letters") { (store) throws(StoreError) in
      try store.deadLetters(matching: filter)
    }
  }

  func deadLetterGroups(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterGroup] {
    try read("count dead letters") { (store) throws(StoreError) in
      try store.deadLetterGroups(matching: filter)
    }
  }

  func deadLetterSizes() throws(StoreError) -> [DeadLetterSize] {
    try read("measure dead letters") { (store) throws(StoreError) in try store.deadLetterSizes() }
  }

  func insert(_ letters: [DeadLetterRecord]) throws(StoreError) {
    try change("insert dead letters") { (store) throws(StoreError) in try store.insert(letters) }
  }

  func update(_ letters: [DeadLetterUpdate]) throws(StoreError) {
    try change("update dead letters") { (store) throws(StoreError) in try store.update(letters) }
  }

  func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    try write("delete dead letters") { (store) throws(StoreError) in try store.delete(letters) }
  }

  func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    try write("prune dead letters") { (store) throws(StoreError) in
      try store.pruneDeadLetters(olderThanDays: days, at: now, limit: limit)
    }
  }
}

import Fleet
import RideStore

/// The tool's way to the table of dead letters.
struct LetterStore {
  let store: any RideStore

  /// The letters of those names.
  func letters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(ToolError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    try ToolError.mapped(store: try store.deadLetters(identifiers))
  }

  /// Changes letters in one transaction, as they are then; what `change` leaves alone is not
  /// written.
  ///
  /// Returns the changed letters.
  @discardableResult
  func change(
    _ identifiers: [DeadLetterIdentifier], _ change: (inout DeadLetterRecord) -> Void
  ) throws(ToolError) -> [DeadLetterRecord] {
    try write { (store) throws(StoreError) in
      let letters = try store.deadLetters(identifiers)
      let changed = letters.values.compactMap { before in
        var letter = before
        change(&letter)
        return letter == before ? nil : letter
      }
      try store.update(changed.map { DeadLetterUpdate($0) })
      return changed
    }
  }

  /// Runs a transaction that writes, and again when a worker was first.
  func write<Value>(
    _ body: (any RideStore) throws(StoreError) -> Value
  ) throws(ToolError) -> Value {
    for _ in 1...5 {
      do throws(StoreError) {
        return try store.transaction(.write) { () throws(StoreError) in try body(store) }
      } catch {
        guard error.code == .conflict else { throw ToolError(error) }
      }
    }
    return try ToolError.mapped(
      store: try store.transaction(.write) { () throws(StoreError) in try body(store) })
  }
}

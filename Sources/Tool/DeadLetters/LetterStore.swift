import Fleet
package import RideStore

/// The tool's way to the table of dead letters.
package struct LetterStore {
  package let store: any RideStore

  /// By a session of the calling thread.
  package init(store: any RideStore) { self.store = store }

  /// The letters of those names.
  package func letters(
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

  /// Stores an edited letter in the place of the old one, both at once; false where another edit
  /// was first.
  @discardableResult
  package func replace(with edited: DeadLetterRecord) throws(ToolError) -> Bool {
    guard let old = edited.replaces else { return false }
    return try write { (store) throws(StoreError) in
      let found = try store.deadLetters([edited.identifier, old])
      guard var replaced = found[old], found[edited.identifier] == nil else { return false }
      (replaced.state, replaced.replacedBy) = (.replaced, edited.identifier)
      try store.insert([edited])
      try store.update([DeadLetterUpdate(replaced)])
      return true
    }
  }

  /// Deletes the letters that are as they were read; returns their number.
  package func delete(_ letters: [DeadLetterRecord]) throws(ToolError) -> Int {
    var deleted = 0
    for start in stride(from: 0, to: letters.count, by: 500) {
      let portion = letters[start..<min(start + 500, letters.count)]
      deleted += try write { (store) throws(StoreError) in
        let found = try store.deadLetters(portion.map(\.identifier))
        return try store.delete(
          portion.filter { found[$0.identifier]?.revision == $0.revision }.map(\.identifier))
      }
    }
    return deleted
  }
}

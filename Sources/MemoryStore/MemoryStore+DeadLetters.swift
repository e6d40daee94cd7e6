package import RideStore
package import Rides

extension MemoryStore {
  package func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    try refuseNUL(in: identifiers.map(\.rawValue), "read dead letters")
    let letters = visible.deadLetters
    return identifiers.compactMap { letters[$0] }.keyed(by: \.identifier)
  }

  package func deadLetters(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    return Array(matching(filter).sorted { $0.cursor < $1.cursor }.prefix(filter.limit))
  }

  package func deadLetterGroups(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterGroup] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    return Array(DeadLetterGroup.groups(of: matching(filter)).prefix(filter.limit))
  }

  package func deadLetterSizes() throws(StoreError) -> [DeadLetterSize] {
    let letters = visible.deadLetters.values
    return Dictionary(grouping: letters) { [$0.exchange, $0.queue] }.values.map { letters in
      DeadLetterSize(
        exchange: letters[0].exchange, queue: letters[0].queue, count: letters.count,
        messageBytes: letters.reduce(0) { $0 + $1.properties.count + $1.body.count })
    }
  }

  package func insert(_ letters: [DeadLetterRecord]) throws(StoreError) {
    try write("insert dead letters", letters, texts: \.texts) {
      (tables, letter) throws(MemoryConflict) in
      guard tables.deadLetters.updateValue(letter, forKey: letter.identifier) == nil else {
        throw MemoryConflict("the letter \(letter.identifier) exists")
      }
    }
  }

  package func update(_ letters: [DeadLetterUpdate]) throws(StoreError) {
    var updated: Set<DeadLetterIdentifier> = []
    try write("update dead letters", letters, texts: \.record.texts) {
      (tables, update) throws(MemoryConflict) in
      let letter = update.record
      guard tables.deadLetters[letter.identifier]?.revision == update.expectedRevision,
        updated.insert(letter.identifier).inserted
      else { throw MemoryConflict("the letter \(letter.identifier) has another revision") }
      tables.deadLetters[letter.identifier] = letter
    }
  }

  package func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    if letters.isEmpty { return 0 }
    try refuseNUL(in: letters.map(\.rawValue), "delete dead letters")
    return try write("delete dead letters") { (tables) throws(StoreError) in
      letters.count { tables.deadLetters.removeValue(forKey: $0) != nil }
    }
  }

  package func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    let cut = now.advanced(bySeconds: -days * 86_400)
    return try write("prune dead letters") { (tables) throws(StoreError) in
      let old = tables.deadLetters.values.filter { $0.storedAt < cut }
      let oldest = old.sorted { $0.storedAt < $1.storedAt }.prefix(limit)
      for letter in oldest { tables.deadLetters[letter.identifier] = nil }
      return oldest.count
    }
  }

  private func matching(_ filter: DeadLetterFilter) -> [DeadLetterRecord] {
    if filter.isOfNone { return [] }
    let wanted = filter.lists.map { ($0.column, Set($0.texts.map { Array($0.utf8) })) }
    return visible.deadLetters.values.filter { letter in
      wanted.allSatisfy { column, texts in
        letter[column].map { texts.contains(Array($0.utf8)) } ?? false
      }
        && filter.lacking.allSatisfy { letter[$0] == nil }
        && filter.start.map { letter.cursor > $0 } ?? true
        && filter.failedBefore.map { letter.fault.failedAt < $0 } ?? true
    }
  }
}

extension DeadLetterRecord {
  fileprivate subscript(column: DeadLetterFilter.Column) -> String? {
    switch column {
    case .state: state.rawValue
    case .identifier: identifier.rawValue
    case .queue: queue
    case .reason: fault.reason
    case .type: type
    case .path: fault.path
    case .rider: subject.rider?.rawValue
    case .ride: subject.ride?.rawValue
    }
  }

  fileprivate var texts: [String?] {
    [
      identifier.rawValue, queue, fault.reason, fault.message, fault.path, fault.worker, type,
      exchange, messageIdentifier, correlationIdentifier, subject.rider?.rawValue,
      subject.ride?.rawValue, subject.vehicle?.rawValue, replacedBy?.rawValue, replaces?.rawValue,
    ] + (properties.contains(0) ? ["\0"] : [])
  }
}

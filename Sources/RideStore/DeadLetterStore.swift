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
  func deadLetterGroups(matching filter: DeadLetterFilter) throws(StoreError) -> [DeadLetterGroup]

  /// The space that the letters take, by exchange and queue, in no order; never locked. It looks at
  /// each letter, and reads no body.
  func deadLetterSizes() throws(StoreError) -> [DeadLetterSize]

  /// Inserts new letters; an identifier that exists is a conflict.
  func insert(_ letters: [DeadLetterRecord]) throws(StoreError)

  /// Replaces letters whose stored `revision` is the expected one; another one is a conflict.
  func update(_ letters: [DeadLetterUpdate]) throws(StoreError)

  /// Deletes letters; one that does not exist is left alone. Returns the number of deleted rows.
  func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int

  /// Deletes at most `limit` letters that were stored more than that many days before `now`, the
  /// oldest first, in any state. Returns the number of deleted rows.
  ///
  /// If the database has its own clock, a letter must be as old by that clock too: the clock of one
  /// caller may be wrong.
  func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int
}

/// The dead letters that an operator selects; nil members restrict nothing.
package struct DeadLetterFilter: Hashable, Sendable {
  /// A column that a filter restricts; the raw value is its name in the table.
  package enum Column: String, Sendable, CaseIterable {
    case state
    case identifier = "letter_identifier"
    case queue
    case reason
    case type
    case path
    case rider = "rider_identifier"
    case ride = "ride_identifier"
  }

  package var states: [DeadLetterRecord.State]?
  package var identifiers: [DeadLetterIdentifier]?
  package var queues: [String]?
  package var reasons: [String]?
  package var types: [String]?
  package var paths: [String]?
  package var rider: RiderIdentifier?
  package var ride: RideIdentifier?
  /// Columns in which a letter must have nothing.
  package var lacking: Set<Column>
  /// The earliest selected failure.
  package var failedFrom: Instant?
  /// Only letters that failed before this.
  package var failedBefore: Instant?
  /// The last letter of the previous page: only the letters after it, oldest first, are selected.
  package var after: PageCursor<DeadLetterIdentifier>?
  package var limit: Int

  package init(
    states: [DeadLetterRecord.State]? = nil, identifiers: [DeadLetterIdentifier]? = nil,
    queues: [String]? = nil, reasons: [String]? = nil, types: [String]? = nil,
    paths: [String]? = nil, rider: RiderIdentifier? = nil, ride: RideIdentifier? = nil,
    lacking: Set<Column> = [], failedFrom: Instant? = nil, failedBefore: Instant? = nil,
    after: PageCursor<DeadLetterIdentifier>? = nil, limit: Int
  ) {
    self.states = states
    self.identifiers = identifiers
    self.queues = queues
    self.reasons = reasons
    self.types = types
    self.paths = paths
    self.rider = rider
    self.ride = ride
    self.lacking = lacking
    self.failedFrom = failedFrom
    self.failedBefore = failedBefore
    self.after = after
    self.limit = limit
  }

  /// The lists of texts, one of each of which a letter must have; without texts with U+0000, which
  /// are never stored.
  package var lists: [(column: Column, texts: [String])] {
    let lists: [(Column, [String]?)] = [
      (.state, states?.map(\.rawValue)), (.identifier, identifiers?.map(\.rawValue)),
      (.queue, queues), (.reason, reasons), (.type, types), (.path, paths),
      (.rider, rider.map { [$0.rawValue] }), (.ride, ride.map { [$0.rawValue] }),
    ]
    return lists.compactMap { column, texts in
      texts.map { (column, $0.filter { !$0.utf8.contains(0) }) }
    }
  }

  /// Whether no letter can match, since a list is empty, or a column may have nothing else.
  package var isOfNone: Bool {
    limit == 0 || lists.contains { $0.texts.isEmpty || lacking.contains($0.column) }
  }

  /// Whether only letters that need action can match.
  package var isOfOpenOnly: Bool {
    states?.allSatisfy { DeadLetterRecord.State.open.contains($0) } ?? false
  }

  /// The place after which, oldest first, all selected letters are; nil if any letter can match.
  ///
  /// No identifier is below the empty one, so with it a place includes its whole instant.
  package var start: PageCursor<DeadLetterIdentifier>? {
    let from = failedFrom.map { PageCursor(time: $0, identifier: DeadLetterIdentifier("")) }
    guard let from, let after else { return from ?? after }
    return max(from, after)
  }
}

extension DeadLetterRecord {
  /// The place of the letter in the order of failure.
  package var cursor: PageCursor<DeadLetterIdentifier> {
    PageCursor(time: fault.failedAt, identifier: identifier)
  }
}

/// Dead letters with the same cause, according to their columns.
package struct DeadLetterGroup: Hashable, Sendable {
  package var reason: String
  package var type: String?
  package var path: String?
  package var count: Int
  /// When the first and the last of them failed.
  package var first: Instant
  package var last: Instant

  package init(
    reason: String, type: String?, path: String?, count: Int, first: Instant, last: Instant
  ) {
    self.reason = reason
    self.type = type
    self.path = path
    self.count = count
    self.first = first
    self.last = last
  }
}

extension DeadLetterGroup: RowDecodable {
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      reason: try row.text(), type: try row.optionalText(), path: try row.optionalText(),
      count: try row.int(), first: try row.instant(), last: try row.instant())
  }
}

extension DeadLetterGroup {
  /// Groups letters as a database does: the largest group first, and of two of a size by the bytes
  /// of reason, type and path.
  package static func groups(of letters: [DeadLetterRecord]) -> [DeadLetterGroup] {
    var groups: [[[UInt8]?]: DeadLetterGroup] = [:]
    for letter in letters {
      let fault = letter.fault
      let key = [fault.reason, letter.type, fault.path].map { $0.map { Array($0.utf8) } }
      var group =
        groups[key]
        ?? DeadLetterGroup(
          reason: fault.reason, type: letter.type, path: fault.path, count: 0,
          first: fault.failedAt, last: fault.failedAt)
      group.count += 1
      group.first = min(group.first, fault.failedAt)
      group.last = max(group.last, fault.failedAt)
      groups[key] = group
    }
    return groups.values.sorted { $0.isBefore($1) }
  }

  private func isBefore(_ other: DeadLetterGroup) -> Bool {
    if count != other.count { return count > other.count }
    for (left, right) in [
      (reason, other.reason), (type ?? "", other.type ?? ""), (path ?? "", other.path ?? ""),
    ] where !left.hasSameBytes(as: right) {
      return left.precedesByBytes(right)
    }
    return false
  }
}

/// The space that some dead letters take.
package struct DeadLetterSize: Hashable, Sendable {
  /// Counted for each letter, for its columns and their indexes.
  private static let rowBytes = 1_024

  package let exchange: String?
  package let queue: String
  /// Of properties, bodies and rows.
  package let bytes: Int

  package init(exchange: String?, queue: String, count: Int, messageBytes: Int) {
    self.exchange = exchange
    self.queue = queue
    bytes = messageBytes + count * Self.rowBytes
  }

  /// That of one letter.
  package init(of letter: DeadLetterRecord) {
    self.init(
      exchange: letter.exchange, queue: letter.queue, count: 1,
      messageBytes: letter.properties.count + letter.body.count)
  }
}

extension DeadLetterSize: RowDecodable {
  package init(from row: inout some StoredRow & ~Copyable) throws(StoreError) {
    self.init(
      exchange: try row.optionalText(), queue: try row.text(), count: try row.int(),
      messageBytes: try row.int())
  }
}

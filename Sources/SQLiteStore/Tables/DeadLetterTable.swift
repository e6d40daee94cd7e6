package import RideStore
package import Rides

/// A dead letter as a row of `dead_letters`.
enum DeadLetterTable {
  static let layout = TableLayout(
    name: "dead_letters",
    columns: [
      ("letter_identifier", .value), ("revision", .value), ("queue", .value), ("state", .value),
      ("reason", .value), ("message", .value), ("path", .value), ("failed_at", .value),
      ("worker", .value), ("type", .value), ("exchange", .value), ("message_identifier", .value),
      ("correlation_identifier", .value), ("rider_identifier", .value),
      ("ride_identifier", .value), ("vehicle_identifier", .value), ("stored_at", .value),
      ("redrives", .value), ("redriven_at", .value), ("replaced_by", .value),
      ("replaces", .value), ("properties", .document), ("body", .blob),
    ])

  static func encode(_ letter: DeadLetterRecord, into rows: inout JSONRows) {
    rows.add(letter.identifier.rawValue)
    rows.add(letter.revision)
    rows.add(letter.queue)
    rows.add(letter.state.rawValue)
    encode(letter.fault, into: &rows)
    rows.add(letter.type)
    rows.add(letter.exchange)
    rows.add(letter.messageIdentifier)
    rows.add(letter.correlationIdentifier)
    rows.add(letter.subject.rider?.rawValue)
    rows.add(letter.subject.ride?.rawValue)
    rows.add(letter.subject.vehicle?.rawValue)
    rows.add(letter.storedAt.microseconds)
    rows.add(letter.redrives)
    rows.add(letter.redrivenAt?.microseconds)
    rows.add(letter.replacedBy?.rawValue)
    rows.add(letter.replaces?.rawValue)
    rows.add(document: letter.properties)
    rows.add(document: letter.body)
  }

  private static func encode(_ fault: DeadLetterRecord.Fault, into rows: inout JSONRows) {
    rows.add(fault.reason)
    rows.add(fault.message)
    rows.add(fault.path)
    rows.add(fault.failedAt.microseconds)
    rows.add(fault.worker)
  }

  static func decode(_ row: inout SQLiteRow) throws(StoreError) -> DeadLetterRecord {
    let (identifier, revision) = (DeadLetterIdentifier(row.text()), row.int())
    let queue = row.text()
    let state = try state(in: &row)
    var letter = DeadLetterRecord(
      identifier: identifier, queue: queue, fault: fault(in: &row), type: row.optionalText(),
      exchange: row.optionalText(), messageIdentifier: row.optionalText(),
      correlationIdentifier: row.optionalText(), subject: subject(in: &row),
      storedAt: Instant(microseconds: row.integer()), properties: [], body: [], state: state,
      revision: revision, redrives: row.int(), redrivenAt: row.optionalInstant(),
      replacedBy: row.optionalText().map { DeadLetterIdentifier($0) },
      replaces: row.optionalText().map { DeadLetterIdentifier($0) })
    letter.properties = row.bytes()
    letter.body = row.bytes()
    return letter
  }

  static func group(in row: inout SQLiteRow) -> DeadLetterGroup {
    DeadLetterGroup(
      reason: row.text(), type: row.optionalText(), path: row.optionalText(), count: row.int(),
      first: Instant(microseconds: row.integer()), last: Instant(microseconds: row.integer()))
  }

  private static func state(
    in row: inout SQLiteRow
  ) throws(StoreError) -> DeadLetterRecord.State {
    let text = row.text()
    guard let state = DeadLetterRecord.State(rawValue: text) else {
      throw row.damaged("no state of a dead letter: \(text)")
    }
    return state
  }

  private static func fault(in row: inout SQLiteRow) -> DeadLetterRecord.Fault {
    DeadLetterRecord.Fault(
      reason: row.text(), message: row.text(), path: row.optionalText(),
      failedAt: Instant(microseconds: row.integer()), worker: row.optionalText())
  }

  private static func subject(in row: inout SQLiteRow) -> DeadLetterRecord.Subject {
    DeadLetterRecord.Subject(
      rider: row.optionalText().map { RiderIdentifier($0) },
      ride: row.optionalText().map { RideIdentifier($0) },
      vehicle: row.optionalText().map { VehicleIdentifier($0) })
  }
}

extension SQLiteStore {
  package func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    if identifiers.isEmpty { return [:] }
    let keys = JSONRows(keys: identifiers.lazy.map(\.rawValue))
    return try read(Self.selectLetters, keys, decode: DeadLetterTable.decode)
      .keyed(by: \.identifier)
  }

  package func deadLetters(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.isOfNone { return [] }
    return try read(
      Self.selectLetters(filter), Self.parameters(filter), decode: DeadLetterTable.decode)
  }

  package func deadLetterGroups(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterGroup] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    if filter.isOfNone { return [] }
    return try read(
      Self.countLetters(filter), Self.parameters(filter), decode: DeadLetterTable.group)
  }

  package func insert(_ letters: [DeadLetterRecord]) throws(StoreError) {
    if letters.isEmpty { return }
    try write(
      Self.insertLetters, JSONRows(letters, DeadLetterTable.encode), expecting: letters.count)
  }

  package func update(_ letters: [DeadLetterUpdate]) throws(StoreError) {
    if letters.isEmpty { return }
    let rows = JSONRows(letters) { update, rows in
      DeadLetterTable.encode(update.record, into: &rows)
      rows.add(update.expectedRevision)
    }
    try write(Self.updateLetters, rows, expecting: letters.count)
  }

  package func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    if letters.isEmpty { return 0 }
    let keys = try JSONRows(keys: letters.lazy.map(\.rawValue)).checked(for: Self.deleteLetters)
    return try write(Self.deleteLetters, SQLiteParameters(keys)) { (_) throws(StoreError) in }
      .changes
  }

  package func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    if limit == 0 { return 0 }
    let cut = now.advanced(bySeconds: -days * 86_400)
    let parameters = SQLiteParameters(.integer(cut.microseconds), .integer(Int64(limit)))
    return try write(Self.pruneLetters, parameters) { (_) throws(StoreError) in }.changes
  }

  /// The values of a filter's statements: the bounds, the limit, and then each list.
  private static func parameters(_ filter: DeadLetterFilter) -> SQLiteParameters {
    let start = filter.start
    var parameters = SQLiteParameters(
      .integer(start?.failedAt.microseconds ?? .min),
      .text(Array((start?.identifier.rawValue ?? "").utf8)),
      .integer(filter.failedBefore?.microseconds ?? .max), .integer(Int64(filter.limit)))
    for list in filter.lists { parameters.append(.text(JSONRows(keys: list.texts).json)) }
    return parameters
  }
}

extension SQLiteStore {
  private static let selectLetters = SQL(
    "read dead letters",
    """
    SELECT \(DeadLetterTable.layout.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN dead_letters
      ON dead_letters.letter_identifier = wanted.value
    """)

  private static let insertLetters = SQL("insert dead letters", DeadLetterTable.layout.insert)

  private static let updateLetters = SQL(
    "update dead letters",
    """
    UPDATE dead_letters SET \(DeadLetterTable.layout.assignments) FROM json_each(?1)
    WHERE letter_identifier = value ->> 0
      AND dead_letters.revision = value ->> \(DeadLetterTable.layout.places)
    """)

  private static let deleteLetters = SQL(
    "delete dead letters",
    "DELETE FROM dead_letters WHERE letter_identifier IN (SELECT value FROM json_each(?1))")

  private static let pruneLetters = SQL(
    "prune dead letters",
    """
    DELETE FROM dead_letters WHERE rowid IN (
      SELECT rowid FROM dead_letters WHERE stored_at < ?1 ORDER BY stored_at LIMIT ?2)
    """)

  /// The statement for a filter: a condition that is not asked for would keep an index from being
  /// used, so it is left out.
  static func selectLetters(_ filter: DeadLetterFilter) -> SQL {
    let (name, conditions) = conditions(filter)
    // Of constants alone: which parts there are is chosen, the values are parameters.
    return SQL(
      "list letters\(name)",
      """
      SELECT \(DeadLetterTable.layout.names) FROM dead_letters
      WHERE \(conditions) ORDER BY failed_at, letter_identifier LIMIT ?4
      """)
  }

  /// The statement that counts the letters of a filter in groups.
  static func countLetters(_ filter: DeadLetterFilter) -> SQL {
    let (name, conditions) = conditions(filter)
    // Of constants alone, as above.
    return SQL(
      "count letters\(name)",
      """
      SELECT reason, type, path, count(*), min(failed_at), max(failed_at) FROM dead_letters
      WHERE \(conditions) GROUP BY reason, type, path
      ORDER BY 4 DESC, reason, ifnull(type, ''), ifnull(path, '') LIMIT ?4
      """)
  }

  private static func conditions(_ filter: DeadLetterFilter) -> (name: String, text: String) {
    var (name, text) = ("", "(failed_at, letter_identifier) > (?1, ?2) AND failed_at < ?3")
    for (place, list) in filter.lists.enumerated() {
      let column = list.column.rawValue
      // Five letters tell the columns apart.
      name += " \(column.prefix(5))"
      // One value keeps the order of an index whose first column it is.
      let isOne = list.column == .rider || list.column == .ride
      text +=
        isOne
        ? " AND \(column) = ?\(place + 5) ->> 0"
        : " AND \(column) IN (SELECT value FROM json_each(?\(place + 5)))"
    }
    if filter.isOfOpenOnly {
      name += " o"
      text += " AND state IN ('dead', 'sent')"
    }
    return (name, text)
  }
}

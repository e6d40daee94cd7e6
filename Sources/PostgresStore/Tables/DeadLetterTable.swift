package import RideStore
package import Rides

/// A dead letter as a row of `dead_letters`.
enum DeadLetterTable {
  static let layout = TableLayout(
    name: "dead_letters",
    columns: [
      ("letter_identifier", .text), ("revision", .bigint), ("queue", .text), ("state", .text),
      ("reason", .text), ("message", .text), ("path", .text), ("failed_at", .instant),
      ("worker", .text), ("type", .text), ("exchange", .text), ("message_identifier", .text),
      ("correlation_identifier", .text), ("rider_identifier", .text), ("ride_identifier", .text),
      ("vehicle_identifier", .text), ("stored_at", .instant), ("redrives", .bigint),
      ("redriven_at", .instant), ("replaced_by", .text), ("replaces", .text),
      ("properties", .text), ("body", .bytes),
    ])

  static func encode(_ letter: DeadLetterRecord, into rows: inout PostgresRows) {
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
    rows.add(letter.storedAt)
    rows.add(letter.redrives)
    rows.add(letter.redrivenAt)
    rows.add(letter.replacedBy?.rawValue)
    rows.add(letter.replaces?.rawValue)
    rows.add(document: letter.properties)
    rows.add(bytes: letter.body)
  }

  private static func encode(_ fault: DeadLetterRecord.Fault, into rows: inout PostgresRows) {
    rows.add(fault.reason)
    rows.add(fault.message)
    rows.add(fault.path)
    rows.add(fault.failedAt)
    rows.add(fault.worker)
  }

  static func decode(_ row: inout PostgresRow) throws(StoreError) -> DeadLetterRecord {
    let (identifier, revision) = (DeadLetterIdentifier(try row.text()), try row.int())
    let queue = try row.text()
    let state = try state(in: &row)
    var letter = DeadLetterRecord(
      identifier: identifier, queue: queue, fault: try fault(in: &row),
      type: try row.optionalText(),
      exchange: try row.optionalText(), messageIdentifier: try row.optionalText(),
      correlationIdentifier: try row.optionalText(), subject: try subject(in: &row),
      storedAt: try row.instant(), properties: [], body: [], state: state,
      revision: revision, redrives: try row.int(), redrivenAt: try row.optionalInstant(),
      replacedBy: try row.optionalText().map { DeadLetterIdentifier($0) },
      replaces: try row.optionalText().map { DeadLetterIdentifier($0) })
    letter.properties = try row.bytes()
    letter.body = try row.bytes()
    return letter
  }

  static func group(in row: inout PostgresRow) throws(StoreError) -> DeadLetterGroup {
    DeadLetterGroup(
      reason: try row.text(), type: try row.optionalText(), path: try row.optionalText(),
      count: try row.int(),
      first: try row.instant(), last: try row.instant())
  }

  private static func state(
    in row: inout PostgresRow
  ) throws(StoreError) -> DeadLetterRecord.State {
    let text = try row.text()
    guard let state = DeadLetterRecord.State(rawValue: text) else {
      throw row.damaged("no state of a dead letter: \(text)")
    }
    return state
  }

  private static func fault(
    in row: inout PostgresRow
  ) throws(StoreError) -> DeadLetterRecord.Fault {
    DeadLetterRecord.Fault(
      reason: try row.text(), message: try row.text(), path: try row.optionalText(),
      failedAt: try row.instant(), worker: try row.optionalText())
  }

  private static func subject(
    in row: inout PostgresRow
  ) throws(StoreError) -> DeadLetterRecord.Subject {
    DeadLetterRecord.Subject(
      rider: try row.optionalText().map { RiderIdentifier($0) },
      ride: try row.optionalText().map { RideIdentifier($0) },
      vehicle: try row.optionalText().map { VehicleIdentifier($0) })
  }
}

extension PostgresStore {
  package func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    if identifiers.isEmpty { return [:] }
    let keys = PostgresRows(keys: identifiers.lazy.map(\.rawValue))
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
    // In one order, so that of two sessions that store the same letters one waits for the other
    // and then has a conflict.
    let sorted = letters.sorted { $0.identifier < $1.identifier }
    try write(
      Self.insertLetters, PostgresRows(DeadLetterTable.layout, sorted, DeadLetterTable.encode))
  }

  package func update(_ letters: [DeadLetterUpdate]) throws(StoreError) {
    if letters.isEmpty { return }
    let sorted = letters.sorted { $0.record.identifier < $1.record.identifier }
    let rows = PostgresRows(columns: Self.letterUpdateColumns, sorted) { update, rows in
      DeadLetterTable.encode(update.record, into: &rows)
      rows.add(update.expectedRevision)
    }
    try write(Self.updateLetters, rows)
  }

  package func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    if letters.isEmpty { return 0 }
    let keys = PostgresRows(keys: letters.sorted().lazy.map(\.rawValue))
    return try count(Self.deleteLetters, keys.parameters(for: Self.deleteLetters))
  }

  package func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    if limit == 0 { return 0 }
    let parameters = PostgresParameters(now.postgresBound, Int64(limit), Int64(days))
    return try count(Self.pruneLetters, parameters)
  }

  /// The values of a filter's statements: the bounds, the limit, and then each list.
  private static func parameters(_ filter: DeadLetterFilter) -> PostgresParameters {
    let start = filter.start
    var parameters = PostgresParameters(
      (start?.failedAt ?? Instant(microseconds: .min)).postgresBound,
      start?.identifier.rawValue ?? "",
      (filter.failedBefore ?? Instant(microseconds: .max)).postgresBound, Int64(filter.limit))
    for list in filter.lists { parameters.append(texts: list.texts) }
    return parameters
  }
}

extension PostgresStore {
  static let selectLetters = Lockable(
    "dead letters",
    """
    SELECT \(DeadLetterTable.layout.names) FROM dead_letters
    WHERE letter_identifier = ANY ($1) ORDER BY letter_identifier
    """)

  static let insertLetters = SQL("insert dead letters", DeadLetterTable.layout.insert)

  private static let letterUpdateColumns =
    DeadLetterTable.layout.columns + [("expected_revision", .bigint)]

  static let updateLetters = SQL(
    "update dead letters",
    """
    WITH written AS (
      UPDATE dead_letters SET \(DeadLetterTable.layout.assignments)
      FROM \(TableLayout.given(letterUpdateColumns))
      WHERE dead_letters.letter_identifier = ANY ($1)
        AND dead_letters.letter_identifier = given.letter_identifier
        AND dead_letters.revision = given.expected_revision
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)

  static let deleteLetters = SQL(
    "delete dead letters", "DELETE FROM dead_letters WHERE letter_identifier = ANY ($1)")

  /// What another session prunes is left to it.
  ///
  /// The clock of the server counts beside that of the
  /// caller.
  static let pruneLetters = SQL(
    "prune dead letters",
    """
    DELETE FROM dead_letters WHERE letter_identifier = ANY (ARRAY (
      SELECT letter_identifier FROM dead_letters
      WHERE stored_at < least($1::timestamptz, now()) - $3::bigint * interval '24 hours'
      ORDER BY stored_at LIMIT $2
      FOR UPDATE SKIP LOCKED))
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
      WHERE \(conditions) ORDER BY failed_at, letter_identifier LIMIT $4
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
      ORDER BY 4 DESC, reason, coalesce(type, ''), coalesce(path, '') LIMIT $4
      """)
  }

  private static func conditions(_ filter: DeadLetterFilter) -> (name: String, text: String) {
    var (name, text) = ("", "(failed_at, letter_identifier) > ($1, $2) AND failed_at < $3")
    for (place, list) in filter.lists.enumerated() {
      let column = list.column.rawValue
      // A name has 63 bytes at most, and five letters tell the columns apart.
      name += " \(column.prefix(5))"
      // One value keeps the order of an index whose first column it is.
      let isOne = list.column == .rider || list.column == .ride
      let values = "$\(place + 5)::text[]"
      text += isOne ? " AND \(column) = (\(values))[1]" : " AND \(column) = ANY (\(values))"
    }
    if filter.isOfOpenOnly {
      name += " o"
      text += " AND state IN ('dead', 'sent')"
    }
    return (name, text)
  }
}

package import RideStore
package import Rides

extension PostgresStore {
  package func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    try read(Self.selectLetters, PostgresRows(of: identifiers)).keyed(by: \.identifier)
  }

  package func deadLetters(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterRecord] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    return filter.isOfNone ? [] : try read(Self.selectLetters(filter), Self.parameters(filter))
  }

  package func deadLetterGroups(
    matching filter: DeadLetterFilter
  ) throws(StoreError) -> [DeadLetterGroup] {
    precondition(filter.limit >= 0, "a limit cannot be negative")
    return filter.isOfNone ? [] : try read(Self.countLetters(filter), Self.parameters(filter))
  }

  package func deadLetterSizes() throws(StoreError) -> [DeadLetterSize] {
    try read(Self.measureLetters, PostgresParameters())
  }

  package func insert(_ letters: [DeadLetterRecord]) throws(StoreError) {
    // In one order, so that of two sessions that store the same letters one waits for the other
    // and then has a conflict.
    let sorted = letters.sorted { $0.identifier < $1.identifier }
    try write(Self.insertLetters, PostgresRows(DeadLetterRecord.table.columns, sorted))
  }

  package func update(_ letters: [DeadLetterUpdate]) throws(StoreError) {
    let sorted = letters.sorted { $0.record.identifier < $1.record.identifier }
    try write(Self.updateLetters, PostgresRows(Self.letterUpdateColumns, sorted))
  }

  package func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    if letters.isEmpty { return 0 }
    let keys = PostgresRows(of: letters.sorted())
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
      (start?.time ?? Instant(microseconds: .min)).postgresBound,
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
    SELECT \(DeadLetterRecord.table.names) FROM dead_letters
    WHERE letter_identifier = ANY ($1) ORDER BY letter_identifier
    """)

  static let measureLetters = SQL(
    "measure dead letters",
    """
    SELECT exchange, queue, count(*),
      sum(octet_length(properties)::bigint + octet_length(body))::bigint
    FROM dead_letters GROUP BY exchange, queue
    """)

  static let insertLetters = SQL("insert dead letters", DeadLetterRecord.table.insert)

  private static let letterUpdateColumns =
    DeadLetterRecord.table.columns + [("expected_revision", .integer)]

  static let updateLetters = SQL(
    "update dead letters",
    """
    WITH written AS (
      UPDATE dead_letters SET \(DeadLetterRecord.table.assignments)
      FROM \(StoredTable.given(letterUpdateColumns))
      WHERE dead_letters.letter_identifier = ANY ($1)
        AND dead_letters.letter_identifier = given.letter_identifier
        AND dead_letters.revision = given.expected_revision
      RETURNING 1)
    SELECT livery_expect(count(*), cardinality($1)) FROM written
    """)

  static let deleteLetters = SQL(
    "delete dead letters", "DELETE FROM dead_letters WHERE letter_identifier = ANY ($1)")

  /// Rows that another session has locked to prune them are skipped.
  ///
  /// Both the clock of the server and that of the caller must agree.
  static let pruneLetters = SQL(
    "prune dead letters",
    """
    DELETE FROM dead_letters WHERE letter_identifier = ANY (ARRAY (
      SELECT letter_identifier FROM dead_letters
      WHERE stored_at < least($1::timestamptz, now()) - $3::bigint * interval '24 hours'
      ORDER BY stored_at LIMIT $2
      FOR UPDATE SKIP LOCKED))
    """)

  /// The statement for a filter; unused conditions are omitted, since they would prevent the use of
  /// an index.
  static func selectLetters(_ filter: DeadLetterFilter) -> SQL {
    let (name, conditions) = conditions(filter)
    // Of constants alone: which parts there are is chosen, the values are parameters.
    return SQL(
      "list letters\(name)",
      """
      SELECT \(DeadLetterRecord.table.names) FROM dead_letters
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
      // A name has 63 bytes at most, and five letters distinguish the columns.
      name += " \(column.prefix(5))"
      // One value keeps the order of an index whose first column it is.
      let isOne = list.column == .rider || list.column == .ride
      let values = "$\(place + 5)::text[]"
      text += isOne ? " AND \(column) = (\(values))[1]" : " AND \(column) = ANY (\(values))"
    }
    for column in DeadLetterFilter.Column.allCases where filter.lacking.contains(column) {
      name += " -\(column.rawValue.prefix(5))"
      text += " AND \(column.rawValue) IS NULL"
    }
    if filter.isOfOpenOnly {
      name += " o"
      text += " AND state IN ('dead', 'sent')"
    }
    return (name, text)
  }
}

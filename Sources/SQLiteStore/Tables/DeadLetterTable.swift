package import RideStore
package import Rides

extension SQLiteStore {
  package func deadLetters(
    _ identifiers: [DeadLetterIdentifier]
  ) throws(StoreError) -> [DeadLetterIdentifier: DeadLetterRecord] {
    try read(Self.selectLetters, of: identifiers).keyed(by: \.identifier)
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
    try read(Self.measureLetters, SQLiteParameters())
  }

  package func insert(_ letters: [DeadLetterRecord]) throws(StoreError) {
    try write(Self.insertLetters, SQLiteRows(letters))
  }

  package func update(_ letters: [DeadLetterUpdate]) throws(StoreError) {
    try write(Self.updateLetters, SQLiteRows(letters))
  }

  package func delete(_ letters: [DeadLetterIdentifier]) throws(StoreError) -> Int {
    if letters.isEmpty { return 0 }
    let keys = try JSONRows(keys: letters.lazy.map(\.rawValue)).checked(for: Self.deleteLetters)
    return try change(Self.deleteLetters, SQLiteParameters(keys))
  }

  package func pruneDeadLetters(
    olderThanDays days: Int, at now: Instant, limit: Int
  ) throws(StoreError) -> Int {
    precondition(limit >= 0 && days >= 0, "neither a limit nor days can be negative")
    if limit == 0 { return 0 }
    let cut = now.advanced(bySeconds: -days * 86_400)
    let parameters = SQLiteParameters(.integer(cut.microseconds), .integer(Int64(limit)))
    return try change(Self.pruneLetters, parameters)
  }

  /// The values of a filter's statements: the bounds, the limit, and then each list.
  private static func parameters(_ filter: DeadLetterFilter) -> SQLiteParameters {
    let start = filter.start
    var parameters = SQLiteParameters(
      .integer(start?.time.microseconds ?? .min),
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
    SELECT \(DeadLetterRecord.table.qualifiedNames)
    FROM json_each(?1) AS wanted CROSS JOIN dead_letters
      ON dead_letters.letter_identifier = wanted.value
    """)

  /// The length of a text would be that of its characters.
  private static let measureLetters = SQL(
    "measure dead letters",
    """
    SELECT exchange, queue, count(*), sum(length(CAST(properties AS BLOB)) + length(body))
    FROM dead_letters GROUP BY exchange, queue
    """)

  private static let insertLetters = SQL("insert dead letters", DeadLetterRecord.table.insert)

  private static let updateLetters = SQL(
    "update dead letters",
    "\(DeadLetterRecord.table.update) AND revision = ?\(DeadLetterRecord.table.columns.count + 1)")

  private static let deleteLetters = SQL(
    "delete dead letters",
    "DELETE FROM dead_letters WHERE letter_identifier IN (SELECT value FROM json_each(?1))")

  private static let pruneLetters = SQL(
    "prune dead letters",
    """
    DELETE FROM dead_letters WHERE rowid IN (
      SELECT rowid FROM dead_letters WHERE stored_at < ?1 ORDER BY stored_at LIMIT ?2)
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
      // Five letters distinguish the columns.
      name += " \(column.prefix(5))"
      // One value keeps the order of an index whose first column it is.
      let isOne = list.column == .rider || list.column == .ride
      text +=
        isOne
        ? " AND \(column) = ?\(place + 5) ->> 0"
        : " AND \(column) IN (SELECT value FROM json_each(?\(place + 5)))"
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

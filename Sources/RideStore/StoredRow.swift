package import Rides

/// A row that a database returns, read column by column from the left.
///
/// Each record reads its columns from any such row, so that all databases spell them alike. A value
/// that no build writes is an error, never a trap.
package protocol StoredRow: ~Copyable {
  mutating func integer() throws(StoreError) -> Int64
  mutating func bool() throws(StoreError) -> Bool
  mutating func double() throws(StoreError) -> Double
  mutating func text() throws(StoreError) -> String
  /// The bytes of a text or of binary data.
  mutating func bytes() throws(StoreError) -> [UInt8]
  mutating func instant() throws(StoreError) -> Instant
  /// A list of products, decoded only where it is not known yet.
  mutating func products(_ lists: inout ProductLists) throws(StoreError) -> [ProductKey]
  mutating func texts() throws(StoreError) -> [String]

  /// Steps over the next column if it is NULL; returns whether it was.
  mutating func skipNull() -> Bool

  /// The error for a column that holds what this build never writes.
  func damaged(_ what: String) -> StoreError
}

extension StoredRow where Self: ~Copyable {
  /// A whole number.
  package mutating func int() throws(StoreError) -> Int { Int(try integer()) }

  /// A whole number, nil for NULL.
  package mutating func optionalInt() throws(StoreError) -> Int? { skipNull() ? nil : try int() }

  /// A number, nil for NULL.
  package mutating func optionalDouble() throws(StoreError) -> Double? {
    skipNull() ? nil : try double()
  }

  /// A text, nil for NULL.
  package mutating func optionalText() throws(StoreError) -> String? {
    skipNull() ? nil : try text()
  }

  /// An instant, nil for NULL.
  package mutating func optionalInstant() throws(StoreError) -> Instant? {
    skipNull() ? nil : try instant()
  }

  /// A word of a closed list; `what` calls it in an error.
  package mutating func word<Word: RawRepresentable<String>>(
    _ what: String
  ) throws(StoreError) -> Word {
    let name = try text()
    guard let word = Word(rawValue: name) else { throw damaged("unknown \(what) \(name)") }
    return word
  }

  /// A place of two columns.
  package mutating func coordinate() throws(StoreError) -> Coordinate {
    try coordinate(latitude: try double(), longitude: try double())
  }

  /// A place of two columns, nil where one is NULL.
  package mutating func optionalCoordinate() throws(StoreError) -> Coordinate? {
    // Both are read whether there is a place or not: the next column follows them.
    let latitude = try optionalDouble()
    let longitude = try optionalDouble()
    guard let latitude, let longitude else { return nil }
    return try coordinate(latitude: latitude, longitude: longitude)
  }

  private func coordinate(latitude: Double, longitude: Double) throws(StoreError) -> Coordinate {
    guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
      throw damaged("no such place as \(latitude), \(longitude)")
    }
    return point
  }

  /// Puts the status of the next column back into a text; returns its place in the text, which is
  /// empty where the history lacks the status.
  package mutating func putBack(
    at place: Int?, into text: inout [UInt8]
  ) throws(StoreError) -> Range<Int>? {
    let status = skipNull() ? [] : try bytes()
    guard let place else { return nil }
    guard let whole = SplitText.join(text, status, at: place) else {
      throw damaged("no place \(place) for the status")
    }
    text = whole
    return place..<(place + status.count)
  }
}

/// A set of rows on its way into a statement, added column by column.
package protocol StoredRows {
  mutating func add(_ text: String?)
  mutating func add(_ number: Int64?)
  mutating func add(_ flag: Bool)
  mutating func add(_ number: Double?)
  mutating func add(_ instant: Instant?)
  mutating func add(bytes: [UInt8])
  mutating func add(list texts: [String])

  /// - Parameter part: The bytes to omit; nil for the whole document.
  mutating func add(document: [UInt8], without part: Range<Int>?)
}

extension StoredRows {
  /// Adds a whole number.
  package mutating func add(_ number: Int?) { add(number.map(Int64.init)) }

  /// Adds a whole document.
  package mutating func add(document: [UInt8]) { add(document: document, without: nil) }
}

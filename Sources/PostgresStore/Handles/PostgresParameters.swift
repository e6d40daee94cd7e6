/// The values for the parameters `$1`, `$2`, … of a statement, in PostgreSQL's binary formats.
struct PostgresParameters {
  private(set) var values: [[UInt8]] = []

  init() {}

  mutating func append(_ value: [UInt8]) { values.append(value) }

  mutating func append(_ text: String) { values.append(Array(text.utf8)) }

  mutating func append(_ number: Int64) {
    values.append(withUnsafeBytes(of: number.bigEndian) { Array($0) })
  }

  /// A list of texts as one value.
  mutating func append(texts: [String]) {
    var array = PostgresArray(of: Table.Kind.text.elementNumber)
    for text in texts { array.append(text) }
    values.append(array.finish())
  }

  /// Lends what libpq takes: the addresses, the lengths and the formats of the values.
  func withArguments<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    withAddresses([]) { addresses in
      body(
        addresses, values.map { Int32(clamping: $0.count) },
        Array(repeating: 1, count: values.count))
    }
  }

  /// Lends the addresses of the values, those behind the known ones too, wherever each lies.
  private func withAddresses<Result>(
    _ known: [UnsafePointer<CChar>?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    guard known.count < values.count else { return body(known) }
    let value = values[known.count]
    // To libpq a value without an address is NULL; an empty array may have none.
    return (value.isEmpty ? [0] : value).withUnsafeBytes { bytes in
      withAddresses(known + [bytes.assumingMemoryBound(to: CChar.self).baseAddress], body)
    }
  }
}

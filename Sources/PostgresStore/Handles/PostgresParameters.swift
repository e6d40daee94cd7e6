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
    for text in texts { array.append(text.utf8) }
    values.append(array.parameter)
  }

  /// Lends what libpq takes: the addresses, the lengths and the formats of the values.
  func withArguments<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    // One buffer for all of them; the byte at its end gives an empty value an address too.
    var buffer: [UInt8] = []
    buffer.reserveCapacity(values.reduce(1) { $0 + $1.count })
    for value in values { buffer += value }
    buffer.append(0)
    return buffer.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var offset = 0
        let addresses = values.map { value -> UnsafePointer<CChar>? in
          defer { offset += value.count }
          return characters.baseAddress.map { $0 + offset }
        }
        return body(
          addresses, values.map { Int32(clamping: $0.count) },
          Array(repeating: 1, count: values.count))
      }
    }
  }
}

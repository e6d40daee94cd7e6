import Rides

/// The type of a column, and how it travels into a statement: as an array of it, one element for
/// each row.
enum PostgresType: String, Sendable {
  case text
  case bigint
  case boolean
  case double = "double precision"
  case instant = "timestamptz"
  case bytes = "bytea"
  /// Lists travel as texts in PostgreSQL's own notation: an array of arrays would have to be a
  /// rectangle.
  case texts = "text[]"
  case bigints = "bigint[]"

  /// The type of an element on its way.
  var element: String { isList ? "text" : rawValue }

  var isList: Bool { self == .texts || self == .bigints }

  /// The number of `element` in the catalogue of every server, pg_type.dat.
  var elementNumber: UInt32 {
    switch self {
    case .text, .texts, .bigints: 25
    case .bigint: 20
    case .boolean: 16
    case .double: 701
    case .instant: 1184
    case .bytes: 17
    }
  }
}
/// PostgreSQL's binary format of an array of one dimension.
///
/// Its length, whether there may be NULLs, the type of the elements, the number of elements and of
/// the first one, then each element after its length; all numbers big-endian.
struct PostgresArray {
  private var bytes: [UInt8] = []
  private var count: Int32 = 0
  private let elementType: UInt32

  private static let headerCount = 20

  init(of elementType: UInt32) { self.elementType = elementType }

  /// Makes room for a number of elements like those that are there already.
  mutating func reserve(_ elements: Int) {
    guard count > 0 else { return }
    let size = (bytes.count - Self.headerCount) / Int(count) + 16
    bytes.reserveCapacity(Self.headerCount + size * elements)
  }

  /// Moves the array into a parameter, which leaves an empty one; nothing is copied.
  mutating func finish() -> [UInt8] {
    if bytes.isEmpty { makeHeader(beside: 0) }
    let (count, elementType) = (count, elementType)
    bytes.withUnsafeMutableBytes { header in
      header.storeBytes(of: min(count, 1).bigEndian, as: Int32.self)
      header.storeBytes(of: Int32(1).bigEndian, toByteOffset: 4, as: Int32.self)
      header.storeBytes(of: elementType.bigEndian, toByteOffset: 8, as: UInt32.self)
      header.storeBytes(of: count.bigEndian, toByteOffset: 12, as: Int32.self)
      header.storeBytes(of: Int32(1).bigEndian, toByteOffset: 16, as: Int32.self)
    }
    // An empty array has no dimension, and so neither a count nor a first number.
    if count == 0 { bytes.removeLast(8) }
    var result: [UInt8] = []
    swap(&result, &bytes)
    self.count = 0
    return result
  }

  mutating func appendNull() { begin(-1) }

  mutating func append(_ element: UnsafeBufferPointer<UInt8>) {
    begin(element.count)
    bytes.append(contentsOf: element)
  }

  /// - Parameter part: What of the element is left out.
  mutating func append(_ element: UnsafeBufferPointer<UInt8>, without part: Range<Int>) {
    begin(element.count - part.count)
    bytes.append(contentsOf: element[..<part.lowerBound])
    bytes.append(contentsOf: element[part.upperBound...])
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  mutating func append(_ number: Int64) {
    begin(8)
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Begins an element of that size, -1 for NULL.
  private mutating func begin(_ size: Int) {
    if bytes.isEmpty { makeHeader(beside: 4 + max(size, 0)) }
    withUnsafeBytes(of: Int32(clamping: size).bigEndian) { bytes.append(contentsOf: $0) }
    count += 1
  }

  /// Makes the header, with room for some bytes after it.
  ///
  /// Not by `Array(repeating:count:)`, for which the runtime looks up the type of the storage.
  private mutating func makeHeader(beside size: Int) {
    bytes.reserveCapacity(Self.headerCount + size)
    withUnsafeBytes(of: (0 as UInt64, 0 as UInt64, 0 as UInt32)) { bytes.append(contentsOf: $0) }
  }

  /// The elements of an array that the server sent; nil if it is not one of one dimension, has
  /// NULLs, or an element that `decode` refuses.
  static func elements<Element>(
    of bytes: UnsafeRawBufferPointer, _ decode: (UnsafeRawBufferPointer) -> Element?
  ) -> [Element]? {
    func number(at offset: Int) -> Int? {
      guard offset + 4 <= bytes.count else { return nil }
      return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
    }
    guard let dimensions = number(at: 0) else { return nil }
    if dimensions == 0 { return [] }
    guard dimensions == 1, let count = number(at: 12), count >= 0 else { return nil }
    var elements: [Element] = []
    var offset = headerCount
    for _ in 0..<count {
      guard let length = number(at: offset), length >= 0, offset + 4 + length <= bytes.count,
        let element = decode(
          UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + length)]))
      else { return nil }
      elements.append(element)
      offset += 4 + length
    }
    return elements
  }
}

extension Instant {
  /// From 1970-01-01, which this code counts from, to 2000-01-01, which PostgreSQL counts from.
  private static let shift: Int64 = 946_684_800_000_000

  /// What a `timestamptz` can hold, in its own count: from 4714-11-24 BC on, before 294277-01-01,
  /// which is later than any instant here.
  private static let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

  /// The instant of a `timestamptz`; nil for the two infinities and for what no server sends.
  init?(postgres microseconds: Int64) {
    let (sum, overflow) = microseconds.addingReportingOverflow(Self.shift)
    guard Self.range.contains(microseconds), !overflow else { return nil }
    self.init(microseconds: sum)
  }

  /// The instant as a `timestamptz`; nil for one that it cannot hold.
  var postgres: Int64? {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(Self.shift)
    return overflow || !Self.range.contains(difference) ? nil : difference
  }

  /// The instant as a bound for a search: before all that can be stored it is `-infinity`.
  var postgresBound: Int64 { postgres ?? .min }
}

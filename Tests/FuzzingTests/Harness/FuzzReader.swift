/// Takes an input apart from its beginning on, so that each byte of it is a choice.
///
/// It never runs dry: after the end all bytes are zero.
struct FuzzReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// A number from 0 to below `limit`.
  mutating func number(below limit: Int) -> Int {
    limit <= 256 ? Int(byte()) % limit : Int(UInt16(byte()) << 8 | UInt16(byte())) % limit
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[number(below: list.count)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Bytes with their number before them.
  mutating func block(atMost limit: Int = 255) -> [UInt8] { bytes(number(below: limit + 1)) }

  /// A text with its length before it; what is not UTF-8 is replaced.
  mutating func text() -> String { String(decoding: block(), as: UTF8.self) }

  /// All that is left.
  mutating func remainder() -> [UInt8] { bytes(rest.count) }

  mutating func int64() -> Int64 {
    bytes(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}

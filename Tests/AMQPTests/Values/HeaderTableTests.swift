import CRabbitMQ
import Messages
import Testing

@testable import AMQP

@Suite("Header tables")
struct HeaderTableTests {
  private static func nested(_ depth: Int, _ wrap: (HeaderValue) -> HeaderValue) -> [Header] {
    var value = HeaderValue.void
    for _ in 1..<depth { value = wrap(value) }
    return [Header("h", value)]
  }

  private static let wraps: [@Sendable (HeaderValue) -> HeaderValue] = [
    { .table([Header("t", $0)]) }, { .array([$0]) },
  ]

  @Test("What is written is read back, down to the depth that is allowed", arguments: [0, 1])
  func roundTrip(wrap: Int) throws {
    let headers = Self.nested(HeaderTable.depthLimit, Self.wraps[wrap])
    var arena = Arena()
    let table = try arena.table(headers)
    #expect(try HeaderTable.headers(table) == headers)
  }

  @Test("A received table that lies deeper is an error, not a crash", arguments: [0, 1])
  func tooDeep(wrap: Int) throws {
    var arena = Arena()
    var table = try arena.table(Self.nested(HeaderTable.depthLimit, Self.wraps[wrap]))
    for _ in 0..<1000 {
      let entries = arena.allocate(amqp_table_entry_t.self, count: 1)
      var entry = amqp_table_entry_t()
      entry.value.kind = UInt8(ascii: "F")
      entry.value.value.table = table
      entries.initialize(to: entry)
      table = amqp_table_t(num_entries: 1, entries: entries)
    }
    #expect(throws: HeaderTable.TooDeep.self) { try HeaderTable.headers(table) }
  }

  @Test("Deeper headers are not written", arguments: [0, 1])
  func refusesToWrite(wrap: Int) throws {
    var arena = Arena()
    let headers = Self.nested(HeaderTable.depthLimit + 1, Self.wraps[wrap])
    let outcome = Result { () throws(AMQPError) in _ = try arena.table(headers) }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .tableTooBig)
  }

  @Test(
    "Every integer type of the wire is read as the number it is",
    arguments: [
      ("b", .integer(-1, .byte)), ("s", .integer(-1, .short)), ("I", .integer(-1, .int)),
      ("l", .integer(-1)), ("B", .unsigned(255, .byte)), ("u", .unsigned(65_535, .short)),
      ("i", .unsigned(4_294_967_295, .int)),
      ("L", .unsigned(.max)), ("T", .timestamp(.max)),
    ] as [(Unicode.Scalar, HeaderValue)])
  func integers(kind: Unicode.Scalar, value: HeaderValue) throws {
    var entry = amqp_table_entry_t()
    entry.value.kind = UInt8(ascii: kind)
    entry.value.value.u64 = .max
    let read = try withUnsafeMutablePointer(to: &entry) { pointer in
      try HeaderTable.headers(amqp_table_t(num_entries: 1, entries: pointer))
    }
    #expect(read == [Header("", value)])
  }

  @Test("A string that is not UTF-8 is read as the bytes it is")
  func invalidText() throws {
    var arena = Arena()
    let table = try arena.table([Header("h", .bytes([0xFF, 0x41]))])
    table.entries.pointee.value.kind = UInt8(ascii: "S")
    #expect(try HeaderTable.headers(table) == [Header("h", .bytes([0xFF, 0x41]))])
    table.entries.pointee.value.kind = UInt8(ascii: "V")
    #expect(try HeaderTable.headers(table) == [Header("h", .void)])
  }
}

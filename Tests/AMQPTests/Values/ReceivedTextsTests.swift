import CRabbitMQ
import Testing

@testable import AMQP

@Suite("Texts that message after message brings alike")
struct ReceivedTextsTests {
  static let orders: [[String]] = [
    ["same", "same"], ["some", "same", "some"], ["", "a", ""], ["a", "", "", "b"],
    ["é", "ab", "é"], ["replies-1", "replies-2", "replies-1", "replies-10"],
    [String(repeating: "x", count: 255), String(repeating: "x", count: 254) + "y"],
  ]

  @Test("Each text is read unchanged, after any other text", arguments: orders)
  func order(texts: [String]) {
    var last = ReceivedTexts.Last()
    #expect(texts.map { Self.read(Array($0.utf8), by: &last) } == texts)
  }

  @Test("Bytes that are not UTF-8 are no text, whether they come once or again")
  func broken() {
    var last = ReceivedTexts.Last()
    let bytes: [[UInt8]] = [[0xff, 0x61], Array("\u{FFFD}a".utf8), [0xff, 0x61], [0xfe, 0x61]]
    #expect(bytes.map { Self.read($0, by: &last) } == [nil, "\u{FFFD}a", nil, nil])
  }

  private static func read(_ bytes: [UInt8], by last: inout ReceivedTexts.Last) -> String? {
    bytes.withUnsafeBytes {
      last.text(
        amqp_bytes_t(len: $0.count, bytes: UnsafeMutableRawPointer(mutating: $0.baseAddress)))
    }
  }
}

import Foundation
import Messages
import Testing

/// Requests of version 1 of the contract, one file for each type in `Version1/`.
///
/// These files never change: producers keep sending what is in them. The first line is a request
/// as a producer writes it, the second one its canonical form, by which a repeat is known to be the
/// same request.
@Suite("Requests of version 1")
struct Version1Tests {
  @Test("A request of version 1 is read, and is the same request", arguments: MessageType.allCases)
  func requests(_ type: MessageType) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Version1/\(type.rawValue).jsonl")
    let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    try #require(lines.count == 2)
    let intent = try IntentCoding.decode(type, from: Array(lines[0]), strictly: true)
    let canonical = String(decoding: IntentCoding.encode(intent), as: UTF8.self)
    #expect(canonical == String(decoding: lines[1], as: UTF8.self))
    #expect(try IntentCoding.decode(type, from: Array(lines[1])) == intent)
  }
}

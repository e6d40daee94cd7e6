import Messages
import Testing

@testable import Replay

@Suite("Properties of masked messages") struct MaskedPropertiesTests {
  private static let names = MaskedNames(secret: Array("a secret of a test".utf8))

  private static func masked(
    _ change: (inout MessageProperties) -> Void
  ) throws -> MessageProperties {
    var mask = try Masks.mask()
    return mask.mask(Masks.message("{}", change: change)).properties
  }

  @Test("Identifiers of messages are masked, and stay as long as AMQP allows")
  func identifiers() throws {
    let long = String(repeating: "i", count: 255)
    let properties = try Self.masked { properties in
      properties.messageID = long
      properties.correlationID = "c1"
    }
    #expect(properties.messageID?.utf8.count == 255 && properties.messageID != long)
    #expect(properties.correlationID == Self.names.name("c1"))
    #expect(try Self.masked { $0.messageID = "" }.messageID == "")
    #expect(try Self.masked { $0.messageID = nil }.messageID == nil)
  }

  @Test(
    "A reply address keeps its form, by which the fleet accepts or refuses it",
    arguments: [
      ("replies.city.ann", "replies.city.\(names.name("ann"))"),
      ("amq.gen-ann", "amq.gen-m"), ("amq.rabbitmq.reply-to.ann", "amq.rabbitmq.reply-tom"),
      ("amq_12", "amq_\(names.digits("12"))"), ("ann.queue", names.name("ann.queue")), ("", ""),
    ])
  func replyTo(_ address: String, _ expected: String) throws {
    #expect(try Self.masked { $0.replyTo = address }.replyTo == expected)
  }

  @Test("Headers of the contract stay, and the values of all others are masked")
  func headers() throws {
    let kept = [
      Header("deadline", .string("2026-06-01T13:00:00Z")), Header("strict", .bool(true)),
      Header("schema-version", .integer(4)),
    ]
    let properties = try Self.masked { properties in
      properties.headers =
        kept + [
          Header("rider", .string("Ann")), Header("raw", .bytes([1, 2])),
          Header("list", .array([.string("Ann"), .integer(7)])),
          Header("table", .table([Header("deep", .string("Ann"))])),
          Header("x-livery-message", .string("expected 1, got 'Ann'")),
        ]
    }
    let name = Self.names.name("Ann")
    #expect(Array(properties.headers.prefix(3)) == kept)
    #expect(properties.header("rider") == .string(name))
    #expect(properties.header("raw") == .bytes([0xFF, 0xFF]))
    #expect(properties.header("list") == .array([.string(name), .integer(7)]))
    #expect(properties.header("table") == .table([Header("deep", .string(name))]))
    #expect(properties.header("x-livery-message") == .string("expected 1, got '\(name)'"))
  }

  @Test("A sentence has other names for what it quotes, and for rides")
  func sentences() throws {
    let ride = RideNames.identifier(rider: "ann", messageID: "m1")
    func masked(_ sentence: String) throws -> HeaderValue? {
      try Self.masked { $0.headers = [Header("x-livery-message", .string(sentence))] }
        .header("x-livery-message")
    }
    func name(_ text: String) -> String { Self.names.name(text) }
    for (sentence, expected) in [
      ("expected 1, got 'Ann'", "expected 1, got '\(name("Ann"))'"),
      ("'a' and ('b'), the rider's", "'\(name("a"))' and ('\(name("b"))'), the rider's"),
      ("got 'x'Jane Roe 555 0199'", "got '\(name("x'Jane Roe 555 0199"))'"),
      ("got 'Jane", "got '\(name("Jane"))"),
      (
        "vehicle 'v1' does not drive ride \(ride)",
        "vehicle '\(name("v1"))' does not drive ride \(Self.names.ride(ride))"
      ),
      ("there is no ride '\(ride)'", "there is no ride '\(Self.names.ride(ride))'"),
    ] { #expect(try masked(sentence) == .string(expected)) }
  }

  @Test("Texts that are not UTF-8 keep that and their length")
  func notUTF8() throws {
    let properties = try Self.masked { $0.notUTF8 = [Header("message_id", .bytes([0x41, 0xFF]))] }
    #expect(properties.notUTF8 == [Header("message_id", .bytes([0xFF, 0xFF]))])
  }
}

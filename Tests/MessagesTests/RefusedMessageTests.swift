import JSON
import Messages
import Rides
import Testing

@Suite("Refused messages")
struct RefusedMessageTests {
  /// An envelope that breaks one rule.
  struct BadEnvelope: Sendable, CustomTestStringConvertible {
    let reason: ErrorReason
    let path: String
    let change: @Sendable (inout MessageProperties) -> Void

    init(
      _ reason: ErrorReason, _ path: String,
      _ change: @escaping @Sendable (inout MessageProperties) -> Void
    ) {
      self.reason = reason
      self.path = path
      self.change = change
    }

    var testDescription: String { "\(reason.rawValue) at \(path)" }
  }

  @Test(
    "An envelope that breaks a rule is refused with the reason and the property",
    arguments: [
      BadEnvelope(.unsupportedContentType, "content_type") { $0.contentType = "text/plain" },
      BadEnvelope(.unsupportedContentType, "content_type") {
        $0.contentType = "application/json; charset=latin1"
      },
      BadEnvelope(.unsupportedContentType, "content_encoding") { $0.contentEncoding = "gzip" },
      BadEnvelope(.unknownSchemaVersion, "headers.schema-version") {
        $0.headers = [Header("schema-version", .integer(2))]
      },
      BadEnvelope(.unknownSchemaVersion, "headers.schema-version") {
        $0.headers = [Header("schema-version", .bool(true))]
      },
      BadEnvelope(.wrongType, "headers.requested-at") {
        $0.headers = [Header("requested-at", .string("yesterday"))]
      },
      BadEnvelope(.wrongType, "headers.deadline") {
        $0.headers = [Header("deadline", .integer(1_795_237_500))]
      },
      BadEnvelope(.wrongType, "headers.deadline") {
        $0.headers = [Header("deadline", .timestamp(.max))]
      },
      BadEnvelope(.missingMessageIdentifier, "message_id") { $0.messageID = nil },
      BadEnvelope(.missingMessageIdentifier, "message_id") { $0.messageID = " \t" },
      BadEnvelope(.outOfRange, "message_id") {
        $0.messageID = String(repeating: "m", count: 256)
      },
      BadEnvelope(.outOfRange, "message_id") { $0.messageID = "m\u{0}1" },
      BadEnvelope(.outOfRange, "message_id") {
        ($0.messageID, $0.notUTF8) = (nil, [Header("message_id", .bytes([0xFF]))])
      },
    ])
  func envelopes(bad: BadEnvelope) throws {
    let delivery = delivery(.requestRide(Samples.booking)) {
      $0.messageID = "m-1"
      $0.correlationID = "c-1"
      $0.replyTo = "replies.gateway.a"
      bad.change(&$0)
    }
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(delivery, family: .requestRide)
    }
    #expect(refused?.error.reason == bad.reason)
    #expect(refused?.error.path == bad.path)
    #expect(refused?.error.retry.action == .no)
    #expect(refused?.context.correlationID == "c-1")
    #expect(refused?.context.replyTo == "replies.gateway.a")
  }

  @Test("A question without an address for the answer is refused last", arguments: [nil, ""])
  func missingReplyTo(replyTo: String?) {
    let good = delivery(.listRideOptions(Samples.list)) { $0.replyTo = replyTo }
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(good, family: .listOptions)
    }
    #expect(refused?.error.reason == .missingReplyTo)
    let bad = delivery(Array("{}".utf8)) { $0.replyTo = replyTo }
    let alsoRefused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(bad, family: .listOptions)
    }
    #expect(alsoRefused?.error.reason == .missingField)
  }

  @Test("All queues and exchanges of the fleet begin alike")
  func reservedNames() {
    let families = QueueFamily.allCases.flatMap { [$0.queue, $0.deadLetterQueue] }
    let others = [
      Exchange.formerRequests, Exchange.events, Exchange.payments, Exchange.deadLetters,
      Exchange.paymentQueue, Exchange.paymentDeadLetterQueue,
    ]
    let roles = Role.allCases.map(\.exchange)
    #expect((families + others + roles).allSatisfy { $0.hasPrefix(Exchange.reservedPrefix) })
  }

  @Test(
    "The type of an answer is a short string without control characters",
    arguments: [
      (String(repeating: "é", count: 128), String(repeating: "é", count: 123) + ".response"),
      ("a\u{0}\nb", "a??b.response"), ("", ".response"),
    ])
  func responseTypes(type: String, expected: String) {
    let context = MessageContext(type: type)
    #expect(context.responseType == expected)
    #expect(context.responseType.utf8.count <= 255)
  }

  @Test(
    "A body that is no JSON, or too much of it, has its own reason",
    arguments: [
      (Array("{".utf8), .malformedJSON),
      ([], .malformedJSON),
      ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .malformedJSON),
      ([0x22, 0xFF, 0x22], .malformedJSON),
      (Array(String(repeating: "[", count: 40).utf8), .bodyTooDeep),
      (Array(repeating: 0x20, count: 65_537), .bodyTooLarge),
      (Array("[]".utf8), .wrongType),
    ] as [([UInt8], ErrorReason)])
  func bodies(body: [UInt8], reason: ErrorReason) {
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(delivery(body), family: .listOptions)
    }
    #expect(refused?.error.reason == reason)
    #expect(refused?.error.path == nil)
  }
}

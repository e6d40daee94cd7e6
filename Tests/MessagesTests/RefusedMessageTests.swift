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
      BadEnvelope(.unsupportedContentType, "content_type") { $0.contentType = "" },
      BadEnvelope(.unsupportedContentType, "content_type") {
        $0.contentType = "application/json; charset=latin1"
      },
      BadEnvelope(.unsupportedContentType, "content_encoding") { $0.contentEncoding = "gzip" },
      BadEnvelope(.unknownType, "type") { $0.type = "request-ride.undo" },
      BadEnvelope(.unknownType, "type") { $0.type = "list-ride-options.handle" },
      BadEnvelope(.unknownType, "type") { $0.type = "" },
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
      $0.replyTo = "replies"
      bad.change(&$0)
    }
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(delivery, family: .requestRide)
    }
    #expect(refused?.error.reason == bad.reason)
    #expect(refused?.error.path == bad.path)
    #expect(refused?.error.retryable == false)
    #expect(refused?.context.correlationID == "c-1")
    #expect(refused?.context.replyTo == "replies")
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

  /// An address that might be a queue of the fleet, and whether it is taken for one.
  private static let addresses = [
    ("livery.", true), ("livery.dispatch", true), ("livery.list-options.dead-letters", true),
    ("livery.payments", true), ("livery", false), ("livery-replies", false),
    ("Livery.dispatch", false), ("my.livery.dispatch", false), (" livery.dispatch", false),
  ]

  @Test(
    "A reply address that is a queue of the fleet is refused, whatever asks, and answered nowhere",
    arguments: addresses)
  func reservedReplyTo(address: String, isReserved: Bool) {
    let booking = delivery(.requestRide(Samples.booking)) {
      ($0.messageID, $0.replyTo) = ("m-1", address)
    }
    let list = delivery(.listRideOptions(Samples.list)) { $0.replyTo = address }
    for (delivery, family) in [(booking, QueueFamily.requestRide), (list, .listOptions)] {
      let result = Result { () throws(RefusedMessage) in
        try MessageDecoder.decode(delivery, family: family)
      }
      switch result {
      case .success(let message):
        #expect(!isReserved && message.context.replyTo == address)
      case .failure(let refused):
        #expect(isReserved && refused.context.replyTo == nil)
        #expect(refused.error.reason == .outOfRange && refused.error.path == "reply_to")
      }
    }
  }

  @Test("All queues and exchanges of the fleet begin with what no reply address may begin with")
  func reservedNames() {
    let families = QueueFamily.allCases.flatMap { [$0.queue, $0.deadLetterQueue] }
    let others = [
      Exchange.requests, Exchange.events, Exchange.payments, Exchange.deadLetters,
      Exchange.paymentQueue, Exchange.paymentDeadLetterQueue,
    ]
    #expect((families + others).allSatisfy { $0.hasPrefix(Exchange.reservedPrefix) })
  }

  @Test("What is wrong beside a queue of the fleet as reply address is not answered there either")
  func reservedBesideOthers() {
    let bad = delivery(Array("{".utf8)) { $0.replyTo = "livery.dispatch" }
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(bad, family: .listOptions)
    }
    #expect(refused?.error.reason == .malformedJSON)
    #expect(refused?.context.replyTo == nil)
  }

  @Test("An unknown type is answered under its own name, and told what the queue takes")
  func unknownTypes() {
    let delivery = delivery([]) { $0.type = "vehicle.delete" }
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(delivery, family: .dispatch)
    }
    #expect(refused?.responseType == "vehicle.delete.response")
    #expect(
      refused?.error.message
        == "livery.dispatch takes vehicle.update, ride.update, ride.due, ride.refund, "
        + "ride.settle, payment.result, got 'vehicle.delete'")
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

  @Test("A message without a type on a queue without a default is refused")
  func missingType() {
    let refused = #expect(throws: RefusedMessage.self) {
      try MessageDecoder.decode(delivery([]), family: .dispatch)
    }
    #expect(refused?.error.reason == .unknownType)
    #expect(refused?.responseType == "unknown.response")
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

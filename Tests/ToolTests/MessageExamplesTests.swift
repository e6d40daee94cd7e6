import Foundation
import Messages
import Testing

@testable import Tool

@Suite("The examples of the messages")
struct MessageExamplesTests {
  @Test("Each request is accepted unchanged, also strictly", arguments: MessageType.allCases)
  func requests(_ type: MessageType) throws {
    let properties = MessageFrames.properties(of: type)
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: type.role.exchange, routingKey: type.rawValue,
      properties: MessageProperties(
        contentType: properties["contentType"]?.words,
        headers: [Header("strict", .bool(true))], replyTo: properties["replyTo"]?.words,
        messageID: properties["messageId"]?.words, type: properties["type"]?.words),
      body: Array(MessageExamples.request(type).line.utf8))
    #expect(throws: Never.self) { try MessageDecoder.decode(delivery, family: type.family) }
  }

  /// `Version1Tests` says what the file is for.
  @Test("A type without a request of version 1 gets its example", arguments: MessageType.allCases)
  func version1(_ type: MessageType) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "MessagesTests/Version1/\(type.rawValue).jsonl")
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let example = MessageExamples.request(type).line
    let intent = try IntentCoding.decode(type, from: Array(example.utf8), strictly: true)
    let canonical = String(decoding: IntentCoding.encode(intent), as: UTF8.self)
    try "\(example)\n\(canonical)\n".write(to: file, atomically: true, encoding: .utf8)
    Issue.record("expected the file \(file.path), it is written now: read it and commit it")
  }

  @Test("No trip ends where it begins", arguments: MessageType.allCases)
  func trips(_ type: MessageType) {
    let body = MessageExamples.request(type)
    #expect(body["pickupLocation"] == nil || body["pickupLocation"] != body["dropOffLocation"])
  }

  @Test("An answer is of one piece: no error, and no end of a ride that is under way")
  func answers() {
    for type in MessageType.allCases {
      let answer = MessageExamples.response(type)
      #expect(answer["code"] != nil && answer["error"] == nil, "\(type)")
      guard let status = answer["rideStatus"] else { continue }
      let hasEnded = status["phase"] == "completed"
      #expect(hasEnded == (status["completionStatus"] != nil), "\(type)")
    }
  }
}

extension Document {
  /// The text of a text.
  fileprivate var words: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}

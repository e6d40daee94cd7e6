import Fleet
import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("Whose sender was answered that a message failed")
struct AnsweredLetterTests {
  /// A letter, and whether its sender was answered.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isAnswered: Bool
    var replyTo: String? = "amq.gen-1"
    var reason = ErrorReason.wrongType
    var worker: String? = "w"
    var exchange: String? = Role.riders.exchange
    var type: String? = "request-ride.handle"
    var body = #"{"partySize":"two"}"#

    var letter: DeadLetterRecord {
      DeadLetterRecord(
        identifier: DeadLetterIdentifier("letter"), queue: "livery.request-ride.dead-letters",
        fault: .init(
          reason: reason.headerValue, message: "", path: nil, failedAt: noon, worker: worker),
        type: type, exchange: exchange, messageIdentifier: "m", correlationIdentifier: nil,
        subject: .init(), storedAt: noon,
        properties: PropertiesDocument.encode(
          MessageProperties(replyTo: replyTo, messageID: "m")), body: Array(body.utf8))
    }
  }

  private static let cases = [
    Case(testDescription: "a worker that refuses it answers", isAnswered: true),
    Case(testDescription: "also a body that is no JSON", isAnswered: true, body: "{"),
    Case(testDescription: "nobody who says not where to", isAnswered: false, replyTo: nil),
    Case(testDescription: "nobody with an empty address", isAnswered: false, replyTo: ""),
    Case(testDescription: "the broker answers nobody", isAnswered: false, worker: nil),
    Case(
      testDescription: "nor who lacks a right", isAnswered: false, reason: .notPermitted),
    Case(
      testDescription: "nor where a header is forged", isAnswered: false, reason: .reservedHeader),
    Case(
      testDescription: "an answer that was refused is none", isAnswered: false,
      reason: .responseRefused),
    Case(
      testDescription: "nobody at the address of another", isAnswered: false,
      replyTo: "livery.dispatch"),
    Case(testDescription: "nobody by another exchange", isAnswered: false, exchange: "x"),
    Case(testDescription: "nobody for an unknown type", isAnswered: false, type: "dance"),
  ]

  @Test("The sender was answered where the worker trusts it and knows where to", arguments: cases)
  func answered(_ item: Case) {
    #expect(item.letter.isAnswered == item.isAnswered)
  }

  @Test("Such a letter is marked in both lists and alone, and sent again by a word only")
  func marked() throws {
    let store = try ToolStore()
    try store.write { (store) throws(StoreError) in try store.insert([Self.cases[0].letter]) }
    #expect(store.run("dead-letters", "list").output.hasSuffix("  1 answered\n"))
    #expect(store.run("dead-letters", "list", "--json").output.contains(#""answered":1"#))
    #expect(store.run("dead-letters", "list", "--letters").output.contains("dead (answered)"))
    #expect(store.run("dead-letters", "show", "letter").output.contains("was answered"))
    let refused = store.run("dead-letters", "redrive", "--all")
    #expect(refused.code == .failure && refused.error.contains("--answered"))
    let plan = store.run("dead-letters", "redrive", "--all", "--answered", "--dry-run")
    #expect(plan.code == .success && plan.output.contains("1 letter would be redriven"))
    let nothing = "no letter matches; nothing was sent\n"
    for limit in ["--dry-run", "--unanswered"] {
      let none = store.run("dead-letters", "redrive", "--reason", "none", limit)
      #expect(none.code == .success && none.output == nothing)
    }
    let none = store.run("dead-letters", "redrive", "--reason", "none", "--json")
    #expect(none.code == .success && none.output.isEmpty && none.error.hasSuffix(nothing))
  }
}

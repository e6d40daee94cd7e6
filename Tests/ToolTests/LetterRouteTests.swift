import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("The route of a dead letter, and its edits")
struct LetterRouteTests {
  /// More than five parameters: a test can make each of them wrong on its own.
  private static func letter(
    _ type: String? = "cancel-ride.handle", from exchange: String? = "livery.requests.riders",
    reason: String = "contested", queue: String = "livery.request-ride.dead-letters",
    redrives: Int = 0, body: String = #"{"a":{"b":[1,{"c":"x"}]},"n":1}"#
  ) -> DeadLetterRecord {
    DeadLetterRecord(
      identifier: DeadLetterIdentifier("letter"), queue: queue,
      fault: .init(
        reason: reason, message: "", path: nil, failedAt: Instant(seconds: 0), worker: "w"),
      type: type, exchange: exchange, messageIdentifier: "m", correlationIdentifier: nil,
      subject: .init(), storedAt: Instant(seconds: 0),
      properties: PropertiesDocument.encode(
        MessageProperties(headers: [Header("deadline", .string("2026-11-21T05:05:00Z"))])),
      body: Array(body.utf8), redrives: redrives)
  }

  private static func route(
    _ letter: DeadLetterRecord, role: Role? = nil, isForced: Bool = false
  ) -> LetterRoute? {
    try? LetterRoute(of: letter, role: role, isForced: isForced)
  }

  @Test("A proven sender counts, and the operator's word where there is none")
  func roles() {
    #expect(Self.route(Self.letter()) == .request(.cancelRide, .riders))
    #expect(Self.route(Self.letter(), role: .operators) == .request(.cancelRide, .riders))
    for unproven in [nil, "", "livery.requests", "livery.requests.vehicles"] {
      #expect(Self.route(Self.letter(from: unproven)) == nil)
      #expect(
        Self.route(Self.letter(from: unproven), role: .operators)
          == .request(.cancelRide, .operators))
      #expect(Self.route(Self.letter(from: unproven), role: .vehicles) == nil)
      #expect(Self.route(Self.letter(from: unproven), role: .redrive) == nil)
    }
  }

  @Test("A letter that was deleted, replaced or changed since it was chosen is not sent")
  func current() throws {
    let letter = Self.letter()
    let candidate = try RedriveCandidate(letter, role: nil, isForced: false)
    func isCurrent(_ change: (inout DeadLetterRecord) -> Void) -> Bool {
      var row = letter
      change(&row)
      return candidate.isCurrent(row)
    }
    #expect(isCurrent { _ in } && !candidate.isCurrent(nil))
    #expect(!isCurrent { $0.revision += 1 })
    #expect(!isCurrent { $0.replacedBy = DeadLetterIdentifier("letter-edited") })
    // Another edit has the same identifier.
    #expect(!isCurrent { $0.body = [] })
    #expect(!isCurrent { $0.properties = [] })
  }

  @Test(
    "Who lacked a right needs the operator's word", arguments: ["not-permitted", "reserved-header"])
  func breach(reason: String) {
    #expect(Self.route(Self.letter(reason: reason)) == nil)
    #expect(
      Self.route(Self.letter(reason: reason), role: .riders) == .request(.cancelRide, .riders))
  }

  @Test("A type must be one of the letter's queue", arguments: [nil, "ride.update", "dance"])
  func types(type: String?) {
    #expect(Self.route(Self.letter(type), role: .vehicles) == nil)
  }

  @Test(
    "A letter whose redrive was refused gets a new id, since the answer of the old one is stored",
    arguments: [
      ("unknown-option", 1, "letter-edited"), ("unknown-option", 0, "letter"),
      ("contested", 1, "letter"),
    ])
  func renewed(reason: String, redrives: Int, name: String) {
    let preparation = RedrivePreparation(
      role: nil, isForced: false, takesAnswered: true, edits: [])
    let prepared = preparation.prepare(
      [Self.letter(reason: reason, redrives: redrives)], at: Instant(seconds: 0))
    #expect(prepared.candidates.map(\.letter.identifier.rawValue) == [name])
    #expect(prepared.differences.isEmpty && prepared.obstacles.isEmpty)
  }

  @Test("After five redrives the operator has to insist")
  func limit() {
    #expect(Self.route(Self.letter(redrives: 4)) != nil)
    #expect(Self.route(Self.letter(redrives: 5)) == nil)
    #expect(Self.route(Self.letter(redrives: 5), isForced: true) != nil)
  }

  @Test("A command to the payment system goes to its exchange, by what its body asks")
  func payment() throws {
    let body = #"{"key":"k-1","operation":"capture","rideIdentifier":"r"}"#
    let queue = Exchange.paymentDeadLetterQueue
    let letter = Self.letter("payment.refund", from: nil, queue: queue, body: body)
    let route = try #require(Self.route(letter))
    let message = try #require(
      route.publication(of: letter, properties: MessageProperties(), replyTo: "q"))
    #expect(message.exchange == "livery.payments" && message.routingKey == "capture")
    #expect(message.properties.messageID == "k-1" && message.properties.replyTo == nil)
    #expect(!route.isAnswered)
    #expect(Self.route(Self.letter(queue: queue, body: "{}")) == nil)
  }

  @Test(
    "A rule changes one place, and shows what was there",
    arguments: [
      ("n=2", "1", "2", #"{"a":{"b":[1,{"c":"x"}]},"n":2}"#),
      ("n", "1", "nothing", #"{"a":{"b":[1,{"c":"x"}]}}"#),
      ("a.b[1].c=y z", #""x""#, #""y z""#, #"{"a":{"b":[1,{"c":"y z"}]},"n":1}"#),
      ("a.b[0]", "1", "nothing", #"{"a":{"b":[{"c":"x"}]},"n":1}"#),
      (
        "a.new={\"d\":null}", "nothing", #"{"d":null}"#,
        #"{"a":{"b":[1,{"c":"x"}],"new":{"d":null}},"n":1}"#
      ),
      (
        "headers.deadline", #""2026-11-21T05:05:00Z""#, "nothing",
        #"{"a":{"b":[1,{"c":"x"}]},"n":1}"#
      ),
    ])
  func edit(rule: String, before: String, after: String, body: String) throws {
    let rule = try #require(LetterEdit(rule))
    let (edited, differences) = try LetterEdit.edited(
      Self.letter(), by: [rule], at: Instant(seconds: 9))
    #expect(differences.map(\.before) == [before] && differences.map(\.after) == [after])
    #expect(String(decoding: edited.body, as: UTF8.self) == body)
    #expect(edited.replaces?.rawValue == "letter" && edited.messageIdentifier == "edited-letter")
    #expect(edited.identifier.rawValue == "letter-edited" && edited.state == .dead)
  }

  @Test("A letter of which the first bytes alone are stored is not sent again")
  func excerpt() throws {
    var letter = Self.letter()
    #expect(try RedriveCandidate(letter, role: nil, isForced: false).count == 1)
    var properties = try PropertiesDocument.decode(letter.properties)
    BodyExcerpt.set(BodyExcerpt(length: 70_000, digest: "ab"), in: &properties)
    letter.properties = PropertiesDocument.encode(properties)
    let refused = #expect(throws: LetterRoute.Obstacle.self) {
      _ = try RedriveCandidate(letter, role: .operators, isForced: true)
    }
    #expect(
      refused?.reason.hasPrefix("only the first \(letter.body.count) of its 70000 bytes") == true)
    let shown = LetterLines.slots(of: letter).map(\.value)
    #expect(shown.contains { $0.hasPrefix("70000 bytes, SHA-256 ab; ") })
    #expect(LetterLines.lines(of: [letter])[0].contains("dead (not whole)"))
    let json = String(decoding: LetterLines.json(letter, withMessage: false), as: UTF8.self)
    #expect(json.contains(#""bodySHA256":"ab""#) && json.contains(#""bodyLength":70000"#))
  }

  @Test("A place that cannot be is an obstacle", arguments: ["x.y=1", "a.b[9]=1", "n.m=1"])
  func nowhere(rule: String) throws {
    let rule = try #require(LetterEdit(rule))
    #expect(throws: LetterRoute.Obstacle.self) {
      _ = try LetterEdit.edited(Self.letter(), by: [rule], at: Instant(seconds: 9))
    }
  }

  @Test("A text that is no path is no rule", arguments: ["", "=1", "a..b=1", "a[x]=1", "a[1=2"])
  func noRule(text: String) { #expect(LetterEdit(text) == nil) }
}

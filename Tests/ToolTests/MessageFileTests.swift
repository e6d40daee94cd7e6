import Messages
import Testing

@testable import Tool

@Suite struct MessageFileTests {
  private func parse(_ text: String) throws -> [OutgoingMessage] {
    try MessageFile.parse(Array(text.utf8), run: "run")
  }

  @Test(
    "A line that is no message is reported with its number",
    arguments: [
      ("", 1, "expected a message, got none"), ("\n \n", 1, "expected a message, got none"),
      ("{}", 1, "missing at type"),
      ("{\"type\":\"vehicle.update\"}", 1, "missing at body"),
      ("\n\n{\"type\":\"fly.handle\",\"body\":{}}", 3, "outOfRange at type"),
      ("{\"type\":\"vehicle.update\",\"body\":{}}\n{", 2, "malformed"),
      ("{\"type\":\"vehicle.update\",\"body\":{}}\n[]", 2, "wrongType"),
      ("{\"type\":\"vehicle.update\",\"body\":{}}\n\n{\"typ\":1}", 3, "outOfRange at typ"),
      ("{\"type\":\"vehicle.update\",\"body\":{},\"headers\":[]}", 1, "wrongType at headers"),
      ("{\"type\":7,\"body\":{}}", 1, "wrongType at type"),
      (
        "{\"type\":\"vehicle.update\",\"body\":{},\"delivery_mode\":3}", 1,
        "outOfRange at delivery_mode"
      ),
      ("{\"type\":\"vehicle.update\",\"body\":{},\"priority\":256}", 1, "outOfRange at priority"),
    ])
  func mistakes(_ text: String, _ line: Int, _ start: String) throws {
    let mistake = #expect(throws: FileMistake.self) { try parse(text) }
    #expect(mistake?.line == line)
    #expect(mistake?.message.hasPrefix(start) ?? false, "\(mistake?.message ?? "")")
  }

  @Test("A file has one message over several lines, or one on each line")
  func forms() throws {
    let one = try parse("\n{\n  \"type\": \"vehicle.update\",\n  \"body\": {}\n}\n")
    #expect(one.map(\.line) == [2])
    let many = try parse(
      "{\"type\":\"vehicle.update\",\"body\":{}}\r\n\r\n{\"type\":\"ride.due\",\"body\":{}}\r\n")
    #expect(many.map(\.line) == [1, 3])
    #expect(many.map(\.properties.correlationID) == ["run-1", "run-2"])
  }

  @Test(
    "A type is its own routing key, on the exchange of the first role that may send it",
    arguments: [
      ("list-ride-options.handle", "riders"), ("cancel-ride.handle", "riders"),
      ("get-ride-status.start-updates", "riders"), ("vehicle.update", "vehicles"),
      ("payment.result", "payments"), ("ride.refund", "operators"), ("ride.due", "fleet"),
    ])
  func routing(_ type: String, _ role: String) throws {
    let messages = try parse("{\"type\":\"\(type)\",\"body\":{}}")
    let sent = messages.map { $0.publication(replyTo: nil) }
    #expect(sent.map(\.routingKey) == [type] && sent.map(\.properties.type) == [type])
    #expect(sent.map(\.exchange) == ["livery.requests.\(role)"])
  }

  @Test("A role that is named sends all, what the contract does not know, too")
  func role() throws {
    for type in ["cancel-ride.handle", "vehicle.update", "ride.sell"] {
      let line = Array("{\"type\":\"\(type)\",\"body\":{}}".utf8)
      let messages = try MessageFile.parse(line, run: "r", role: .operators)
      #expect(messages.map { $0.publication(replyTo: nil).exchange } == [Role.operators.exchange])
    }
  }

  @Test("Omitted properties have the contract's defaults, and null omits a property")
  func properties() throws {
    let plain = try parse("{\"type\":\"ride.due\",\"body\":{}}")[0]
    #expect(plain.properties.contentType == "application/json")
    #expect(plain.properties.deliveryMode == 2)
    #expect(plain.properties.messageID == nil)
    let set = try parse(
      """
      {"routing_key":"vehicle.update","content_type":null,"message_id":"m","correlation_id":"c",
       "headers":{"schema-version":1,"deadline":"x"},"body":"{","priority":4,"expiration":"10",
       "timestamp":7,"app_id":"a","user_id":"u","content_encoding":"gzip","delivery_mode":1}
      """)[0]
    #expect(set.body == Array("{".utf8))
    #expect(
      set.properties
        == MessageProperties(
          contentEncoding: "gzip",
          headers: [
            Header("deadline", .string("x")), Header("schema-version", .integer(1)),
            Header("strict", .bool(true)),
          ], deliveryMode: 1, priority: 4, correlationID: "c", expiration: "10", messageID: "m",
          timestamp: 7, userID: "u", appID: "a"))
  }

  @Test(
    "An answer goes to our queue, to another one, or nowhere",
    arguments: [
      ("", "ours"), (",\"reply_to\":null", nil), (",\"reply_to\":\"theirs\"", "theirs"),
    ])
  func answers(_ member: String, _ replyTo: String?) throws {
    let message = try parse("{\"type\":\"ride.due\",\"body\":{}\(member)}")[0]
    #expect(message.publication(replyTo: "ours").properties.replyTo == replyTo)
  }
}

@Suite struct SendLedgerTests {
  private func ledger(_ count: Int, sharing correlation: String? = nil) throws -> SendLedger {
    var lines: [String] = []
    for _ in 0..<count {
      let member = correlation.map { ",\"correlation_id\":\"\($0)\"" } ?? ""
      lines.append("{\"type\":\"ride.due\",\"body\":{}\(member)}")
    }
    return SendLedger(
      try MessageFile.parse(Array(lines.joined(separator: "\n").utf8), run: "r"), waits: true)
  }

  private let start = ContinuousClock.now

  @Test("A run succeeds when all are answered without a failure")
  func success() throws {
    var ledger = try ledger(3)
    #expect(ledger.send(2, at: start) == 0..<2)
    #expect(ledger.answered("r-2", isFailure: false, at: start + .seconds(1))?.index == 1)
    #expect(!ledger.isSuccess)
    #expect(ledger.send(9, at: start) == 2..<3)
    let first = ledger.answered("r-1", isFailure: false, at: start + .seconds(2))
    #expect(first?.time == .seconds(2))
    #expect(ledger.answered("r-1", isFailure: false, at: start) == nil)
    #expect(ledger.answered("r-3", isFailure: false, at: start)?.index == 2)
    #expect(ledger.isSuccess)
    #expect(ledger.summary == "3 sent, 3 answered")
  }

  @Test("A failure, a return and a missing answer each spoil a run")
  func failures() throws {
    var ledger = try ledger(4)
    #expect(ledger.send(3, at: start) == 0..<3)
    ledger.returned(0)
    #expect(ledger.answered("r-2", isFailure: true, at: start)?.index == 1)
    #expect(ledger.unanswered == [2])
    #expect(!ledger.isSuccess)
    #expect(ledger.summary == "3 sent, 1 answered, 1 failed, 1 returned, 1 unanswered, 1 not sent")
  }

  @Test("Messages that share a correlation id are answered in their order")
  func shared() throws {
    var ledger = try ledger(2, sharing: "c")
    _ = ledger.send(2, at: start)
    #expect(ledger.answered("c", isFailure: false, at: start)?.index == 0)
    #expect(ledger.answered("c", isFailure: false, at: start)?.index == 1)
    #expect(ledger.isSuccess)
  }

  @Test(
    "A pace determines how many may have been sent and when the next is due",
    arguments: [(0.0, 0.0, Int.max, 0.0), (2.0, 0.0, 1, 1.5), (2.0, 1.6, 4, 1.5)])
  func pace(_ rate: Double, _ elapsed: Double, _ allowed: Int, _ thirdDue: Double) {
    let pace = Pace(rate)
    #expect(pace.allowance(after: .seconds(elapsed)) == allowed)
    #expect(pace.due(3) == .seconds(thirdDue))
  }
}

import Fleet
import HTTP
import JSON
import MemoryStore
import RideStore
import Rides
import Testing
import Tool

@testable import Console

/// What comes of an order that was sent, with a fleet that answers as a test wants it.
@Suite struct OrderSendingTests {
  private static func body(_ kind: String = "end", token: String = "0123456789abcdef") -> String {
    #"{"kind":"\#(kind)","rideIdentifier":"r","reason":"a call","order":"\#(token)","#
      + #""amount":{"amount":"5.00","currencyCode":"USD"}}"#
  }

  private static let detail = "end 5.00 USD livery-console-agent-0123456789abcdef"

  private static func answer(_ code: String?) -> OperatorOrder.Outcome {
    .answered(ResponseSummary(body: Array((code.map { #"{"code":"\#($0)"}"# } ?? "{}").utf8)))
  }

  private static func console(
    _ ride: Ride = .sample("r", .ongoing), database: MemoryDatabase = MemoryDatabase(),
    _ send: @escaping OrderDesk.Send
  ) throws -> TestConsole {
    let console = try TestConsole(database: database, orders: OrderDesk(send: send))
    try console.store.write([ride])
    return console
  }

  @Test(
    "The audit has an order before it is sent, and how it ended",
    arguments: [
      (answer("success"), 200, "done", "success"),
      (answer("inProgress"), 200, "done", "inProgress"),
      (answer("failure"), 200, "failed", "failure"),
      (answer(nil), 200, "unknown", "without a code"),
      (.returned("no route"), 503, "failed", "unavailable"),
      (.unanswered, 503, "unknown", "unavailable"),
    ] as [(OperatorOrder.Outcome, Int, String, String)])
  func ends(_ outcome: OperatorOrder.Outcome, _ status: Int, _ end: String, _ code: String) throws {
    let console = try Self.console { _, _ throws(ToolError) in outcome }
    let answer = console.post("/api/orders", try console.signIn(.agent), Self.body())
    #expect(answer.status == status)
    // Only where nothing was sent the answer says when to try again.
    #expect((answer.header("Retry-After") != nil) == (end == "failed" && status == 503))
    #expect(try console.audit().suffix(2) == ["begun", end].map { "agent order \($0) r a call" })
    #expect(
      try console.entries(of: "order") == [
        "agent begun \(Self.detail)", "agent \(end) \(Self.detail) \(code)",
      ])
  }

  @Test("An order that could not be handed to the broker was not sent")
  func away() throws {
    let console = try Self.console { _, _ throws(ToolError) in
      throw ToolError(StoreError(.unavailable, operation: "connect", detail: "secret"))
    }
    let answer = console.post("/api/orders", try console.signIn(.agent), Self.body())
    #expect(
      answer.body["error"]?["message"]?.string
        == "the broker does not answer; nothing was sent")
    #expect(try console.entries(of: "order").last == "agent failed \(Self.detail) unavailable")
  }

  @Test("Without an entry in the audit no order is sent, and the log has how it ended")
  func noAudit() throws {
    let database = MemoryDatabase(busyTimeout: .milliseconds(1))
    let console = try Self.console(database: database) { _, _ throws(ToolError) in
      Issue.record("an order was sent")
      return .unanswered
    }
    let agent = try console.signIn(.agent)
    let other = MemoryStore(database)
    try other.begin(.write)
    let answer = console.post("/api/orders", agent, Self.body())
    other.rollBack()
    #expect(answer.status == 503 && answer.header("Retry-After") != nil)
    #expect(
      answer.body["error"]?["message"]?.string?.contains("nothing was sent") == true)
    let line = try #require(console.log.all.last { $0.contains("audit_failed") })
    for text in [Self.detail, "\"ride_id\":\"r\"", "\"outcome\":\"failed\"", "agent"] {
      #expect(line.contains(text), "\(line)")
    }
  }

  @Test("While two orders wait a third is refused at once, and is not begun")
  func full() throws {
    let console = try Self.console { _, _ throws(ToolError) in Self.answer("success") }
    let (agent, desk) = (try console.signIn(.agent), console.context.orders)
    let third = try desk.ifFree { () throws(APIError) in
      try desk.ifFree { () throws(APIError) in console.post("/api/orders", agent, Self.body()) }
    }
    #expect(third.status == 503 && third.header("Retry-After") != nil)
    #expect(third.body["error"]?["message"]?.string?.contains("nothing was sent") == true)
    #expect(try console.entries(of: "order") == ["agent failed \(Self.detail) unavailable"])
    #expect(OrderDesk.most < ConsoleService.threads)
    #expect(console.post("/api/orders", agent, Self.body()).status == 200)
  }

  @Test(
    "An order is a repeat if the ride has one of its name and kind",
    arguments: [("settle", true), ("end", false), ("adjust", false), ("refund", false)])
  func repeats(_ kind: String, _ isRepeat: Bool) throws {
    var ride = Ride.ended("r")
    ride.account[.settlement] = [
      RideAccount.Order(
        identifier: "livery-console-agent-0123456789abcdef", amount: cents(500), state: .completed)
    ]
    let console = try Self.console(ride) { _, _ throws(ToolError) in Self.answer("success") }
    let answer = console.post("/api/orders", try console.signIn(.agent), Self.body(kind))
    #expect(answer.body["isRepeat"]?.bool == isRepeat)
  }
}

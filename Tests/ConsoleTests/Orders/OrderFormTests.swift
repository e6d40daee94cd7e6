import HTTP
import JSON
import MemoryStore
import Messages
import Rides
import Testing

@testable import Console

@Suite("The form of an order")
struct OrderFormTests {
  private static let token = "0123456789abcdef"

  private static func body(
    _ kind: String, _ more: String = "", ride: String = "r", token: String = token
  ) -> String {
    #"{"kind":"\#(kind)","rideIdentifier":"\#(ride)","reason":"detour","#
      + #""order":"\#(token)"\#(more)}"#
  }

  private static let amount = #","amount":{"amount":"5.00","currencyCode":"USD"}"#

  private static func form(_ text: String) throws -> OrderForm {
    try OrderForm(JSONFields(parsing: Array(text.utf8)))
  }

  @Test(
    "Each kind makes the message that the tool sends, in the name of the account",
    arguments: [
      ("cancel", "", #"{"riderIdentifier":"x","rideIdentifier":"r","reason":"detour"}"#),
      ("end", "", #"{"author":"anna","reason":"detour","rideIdentifier":"r"}"#),
      (
        "reassign", #","vehicleIdentifier":"v-2""#,
        #"{"author":"anna","plannedVehicleIdentifier":"v-2","#
          + #""reason":"detour","rideIdentifier":"r"}"#
      ),
      ("waive", "", #"{"author":"anna","reason":"detour","rideIdentifier":"r"}"#),
      (
        "refund", amount,
        #"{"rideIdentifier":"r","amount":{"amount":"5.00","currencyCode":"USD"},"#
          + #""reason":"detour","author":"anna"}"#
      ),
      ("settle", "", #"{"rideIdentifier":"r","reason":"detour","author":"anna"}"#),
    ])
  func messages(_ kind: String, _ more: String, _ body: String) throws {
    let form = try Self.form(Self.body(kind, more))
    let sent = IntentCoding.encode(form.intent(by: "anna", for: RiderIdentifier("x")))
    #expect(try JSONValue(parsing: sent) == JSONValue(parsing: Array(body.utf8)))
  }

  @Test("A form that is sent twice is one order, and another account's form is another")
  func identifier() throws {
    let form = try Self.form(Self.body("cancel"))
    #expect(form.messageIdentifier(of: "anna") == "livery-console-anna-\(Self.token)")
    #expect(form.messageIdentifier(of: "anna") != form.messageIdentifier(of: "ben"))
  }

  @Test(
    "What a form lacks, or has too much, is refused by its name",
    arguments: [
      (#"{"kind":"waive"}"#, "rideIdentifier"), (body("fly"), "kind"), (body("refund"), "amount"),
      (body("adjust"), "amount"), (body("waive", amount), "amount"),
      (body("cancel", amount), "amount"), (body("waive", #","force":true"#), "force"),
      (body("end", #","vehicleIdentifier":"v""#), "vehicleIdentifier"),
      (body("waive", token: "short"), "order"), (body("waive", token: "0123456789ABCDEF"), "order"),
      (body("refund", #","amount":{"amount":"5","currencyCode":"???"}"#), "currencyCode"),
      (body("refund", #","amount":{"amount":"5.001","currencyCode":"USD"}"#), "amount"),
    ])
  func refuses(_ text: String, _ name: String) {
    let fault = #expect(throws: JSONFault.self) { try Self.form(text) }
    #expect(fault.map { "\($0)".contains(name) } ?? false, "\(String(describing: fault))")
  }

  @Test("A preview shows the message and its effect, and sends nothing")
  func preview() throws {
    let console = try TestConsole()
    try console.store.write([.sample("r", .ongoing)])
    let agent = try console.signIn(.agent)
    let shown = console.post("/api/orders/preview", agent, Self.body("end"))
    #expect(shown.status == 200)
    let message = shown.body["message"]
    #expect(message?["type"]?.string == "ride.end")
    #expect(message?["exchange"]?.string == Role.operators.exchange)
    #expect(message?["message_id"]?.string == "livery-console-agent-\(Self.token)")
    #expect(message?["body"]?["author"]?.string == "agent")
    #expect(
      shown.body["effect"]?.string
        == "Ends the ride now and frees the vehicle AB 1234, and bills the agreed price unless the "
        + "positions contradict it.")
  }

  @Test("An order that the ride would refuse is not previewed, and says why")
  func conflict() throws {
    let console = try TestConsole()
    try console.store.write([.sample("r", .ongoing)])
    let agent = try console.signIn(.agent)
    let answer = console.post("/api/orders/preview", agent, Self.body("refund", Self.amount))
    #expect(answer.code == "conflict")
    #expect(answer.body["error"]?["message"]?.string == "Nothing was paid.")
    let unknown = console.post("/api/orders/preview", agent, Self.body("end", ride: "x"))
    #expect(unknown.code == "notFound")
    let reader = try console.signIn(.reader)
    #expect(console.post("/api/orders", reader, Self.body("end")).code == "forbidden")
  }

  @Test(
    "An amount that the ride cannot give is not previewed, and both are named",
    arguments: [
      ("500.00", "USD", "500.00 USD, and the ride takes at most 20.00 USD"),
      ("20.01", "USD", "20.01 USD, and the ride takes at most 20.00 USD"),
      ("1.00", "EUR", "1.00 EUR, and the ride takes at most 20.00 USD"), ("20.00", "USD", nil),
    ])
  func impossible(_ amount: String, _ code: String, _ fault: String?) throws {
    let console = try TestConsole()
    try console.store.write([.ended("r", captured: 700)])
    let more = #","amount":{"amount":"\#(amount)","currencyCode":"\#(code)"}"#
    let answer = console.post(
      "/api/orders/preview", try console.signIn(.agent), Self.body("adjust", more))
    #expect(answer.code == fault.map { _ in "conflict" })
    #expect(answer.body["error"]?["message"]?.string == fault.map { "the order has \($0)" })
  }

  @Test("An amount without a limit has to be in the currency of the ride")
  func currency() throws {
    let option = OrderOption(kind: .end)
    #expect(option.fault(of: cents(1 << 40), in: cents(0).currency) == nil)
    let euros = Money(minorUnits: 100, currency: try #require(Currency("EUR")))
    #expect(
      option.fault(of: euros, in: cents(0).currency)
        == "the order has 1.00 EUR, and the ride takes an amount in USD")
  }

  @Test("What no worker would take is refused before it is sent")
  func mistake() throws {
    let console = try TestConsole()
    try console.store.write([.sample("r", .ongoing)])
    let body = Self.body("end").replacing("detour", with: String(repeating: "x", count: 300))
    let answer = console.post("/api/orders/preview", try console.signIn(.agent), body)
    #expect(answer.code == "badRequest")
    #expect(answer.body["error"]?["message"]?.string?.contains("reason") ?? false)
  }

  @Test(
    "Each effect is one sentence",
    arguments: ["cancel", "end", "reassign", "waive", "settle", "refund", "adjust"])
  func effects(_ kind: String) throws {
    let more = ["refund", "adjust"].contains(kind) ? Self.amount : ""
    for phase in RidePhase.allCases {
      let effect = OrderEffect(
        form: try Self.form(Self.body(kind, more)),
        ride: phase.isFinal ? .ended("r") : .sample("r", phase))
      #expect(effect.sentence.hasSuffix("."))
      #expect(!effect.sentence.dropLast().contains(". "))
    }
  }
}

import BrokerFixture
import JSON
import Messages
import Testing

@Suite("Who is at fault for a canceled ride of a running fleet, and what it costs", .blocking)
struct CancellationCauseConversationTests {
  private static let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#

  @Test("The fee is that of the cause, as it was shown; the event has the cause and the party")
  func D7_D8_conversation() throws {
    let fee = #""missedPickupFee""#
    let (fleet, client) = try RunningFleet.started(replacing: [
      fee: #""fees": [{ "causes": ["plansChanged"], "fee": "2.00" }], \#(fee)"#
    ])
    let (ride, rider) = try client.committed("Compact", more: Self.card)
    let named = String(Bodies.status(rider: rider, ride: ride).dropLast())
    #expect(try cost(client.ask("cancel-ride.confirm", named + "}")) == "5.00")
    let cause = named + #","cause":"plansChanged","reason":"the meeting is off"}"#
    #expect(try cost(client.ask("cancel-ride.confirm", cause)) == "2.00")
    #expect(try cost(client.ask("cancel-ride.handle", cause)) == "2.00")
    let ended = try #require(try client.status(of: ride) { $0["phase"]?.string == "completed" })
    let completion = try #require(ended["completionStatus"])
    #expect(completion["cause"]?.string == "plansChanged")
    #expect(completion["atFault"]?.string == "rider")
    #expect(completion["payment"]?["amount"]?.string == "2.00")
    let shown = try fleet.tool("ride", ride)
    #expect(shown.code == 0 && shown.output.contains("the meeting is off"), "\(shown.output)")
  }

  private func cost(_ answer: Answer) -> String? {
    answer.body["cancellationFee"]?["amount"]?.string
  }
}

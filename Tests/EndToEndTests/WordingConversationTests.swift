import BrokerFixture
import JSON
import Testing

@Suite("What a running fleet tells riders in their language", .blocking)
struct WordingConversationTests {
  /// The words of the operator.
  private static let wording = #"""
    "wording": {
      "errors": {
        "outsideServiceArea": { "en_US": "Not there yet", "es_US": "Allí todavía no" }
      },
      "causes": { "plansChanged": { "en_US": "Your plans", "es_US": "Cambio de planes" } }
    },
    """#

  @Test("L14: Refusals and reasons come in Spanish to who asks, or has booked, in Spanish")
  func L14_conversation() throws {
    let start = #""defaultLocale": "en_US","#
    let client = try RunningFleet.started(replacing: [start: start + Self.wording]).client
    let spanish = #","locale":"es_US""#
    for (more, words) in [(spanish, "Allí todavía no"), ("", "Not there yet")] {
      let refused = try client.ask(
        "request-ride.handle", Bodies.booking(rider: "rider-1", to: Bodies.london, more: more))
      #expect(refused.reason == "outsideServiceArea")
      #expect(refused.body["error"]?["prompt"]?.string == words)
    }
    let booked = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-1", more: spanish))
    let ride = try #require(booked.ride)
    let canceled = try client.ask(
      "cancel-ride.handle",
      Bodies.status(rider: "rider-1", ride: ride).dropLast() + #","cause":"plansChanged"}"#)
    let completion = canceled.body["rideStatus"]?["completionStatus"]
    #expect(completion?["causeText"]?.string == "Cambio de planes")
    var last: JSONValue?
    while last == nil, let event = try client.nextEvent() {
      last = event.body["data"]?["completionStatus"]
    }
    #expect(last?["causeText"]?.string == "Cambio de planes")
  }
}

import BrokerFixture
import JSON
import Messages
import Testing

@Suite("How a ride of a running fleet is shared", .blocking)
struct SharingConversationTests {
  private let client: TestClient

  init() throws { client = try RunningFleet.started().client }

  private func follow(_ token: String) throws -> Answer {
    try client.ask("get-shared-status.handle", #"{"shareToken":"\#(token)"}"#, id: nil)
  }

  @Test("Who has the token follows the ride without its rider's name, and no longer than it lasts")
  func conversation() throws {
    let (_, ride, vehicle) = try client.driven("rider-1")
    let own = Bodies.status(rider: "rider-1", ride: ride)
    let shared = try client.ask("share-ride.handle", own)
    let token = try #require(shared.body["shareToken"]?.string, "\(shared.body)")
    #expect(try client.ask("share-ride.handle", own).body == shared.body)
    let foreign = try client.ask(
      "share-ride.handle", Bodies.status(rider: "rider-2", ride: ride))
    #expect(foreign.reason == "unknownRide")

    let first = try follow(token)
    #expect(first.code == "success")
    #expect(first.body["sharedStatus"]?["phase"]?.string == "confirmed")
    #expect(first.body["sharedStatus"]?["vehicle"]?["model"]?.string == "Camry")
    #expect(first.body["sharedStatus"]?["driver"]?.members == ["name": .string("Sam")])
    let text = String(decoding: first.delivery.body, as: UTF8.self)
    for secret in ["riderIdentifier", ride, "3125550100", "USD"] { #expect(!text.contains(secret)) }
    #expect(try follow(String(token.dropLast())).reason == "invalidShareToken")

    try client.end(ride, by: vehicle)
    #expect(try follow(token).reason == "shareEnded")
    #expect(try client.ask("share-ride.handle", own).reason == "shareEnded")
  }
}

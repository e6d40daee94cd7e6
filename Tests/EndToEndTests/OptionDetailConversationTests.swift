import BrokerFixture
import Foundation
import JSON
import Testing

@Suite("What a running fleet shows of an option beside its price", .blocking)
struct OptionDetailConversationTests {
  private static let car = "https://example.org/suv.png"
  private static let card = "https://example.org/apple-pay.png"

  @Test("Capacity, luggage, pictures, an estimate beside the meter, and the lines of each tier")
  func L13_P9_conversation() throws {
    let client = try RunningFleet.started(replacing: [
      #""key": "suv","#: #""key": "suv", "shows": ["capacity", "tierLines"], "luggage": 3, "#
        + #""image": "\#(Self.car)","#,
      #""key": "taxi","#: #""key": "taxi", "shows": ["estimate"],"#,
      #""name": "Apple Pay""#: #""name": "Apple Pay", "image": "\#(Self.card)""#,
    ]).client
    for product in ["suv", "taxi", "sedan"] {
      _ = try client.ask("vehicle.update", Bodies.vehicle(product, product: product))
    }
    let list = try listed(by: client)
    let options = Dictionary(
      uniqueKeysWithValues: (list["rideOptions"]?.array ?? []).map {
        ($0["optionIdentifier"]?.string ?? "", $0)
      })
    let (suv, taxi) = (try #require(options["suv"]), try #require(options["taxi"]))
    let sedan = try #require(options["sedan"])
    #expect(suv["capacity"]?.integer == 6 && suv["luggage"]?.integer == 3)
    #expect(suv["image"]?.string == Self.car)
    #expect(
      ["capacity", "luggage", "image", "estimatedPriceRange"].allSatisfy { sedan[$0] == nil })
    #expect(taxi["priceRange"] == nil, "a meter decides")
    let estimate = try #require(taxi["estimatedPriceRange"])
    #expect(try amount(estimate["maximumPrice"]) > 4, "more than the base")
    #expect(
      list["paymentMethods"]?.array?.compactMap { $0["image"]?.string } == [Self.card])
    try expectLines(of: suv)

    let quote = try #require(suv["quoteIdentifier"]?.string)
    let booked = try client.ask(
      "request-ride.handle",
      Bodies.booking(
        rider: "rider-1", option: "SUV", more: #","partySize":2,"quoteIdentifier":"\#(quote)""#))
    let option = booked.body["rideStatus"]?["rideOption"]
    #expect(option?["capacity"]?.integer == 6 && option?["luggage"]?.integer == 3)
    #expect(option?["image"]?.string == Self.car)
  }

  /// A list once the fleet knows the three vehicles.
  private func listed(by client: TestClient) throws -> JSONValue {
    var body: JSONValue?
    try waitUntil("all three are listed") {
      body = try client.ask("list-ride-options.handle", Bodies.list()).body
      return body?["rideOptions"]?.array?.count == 3
    }
    return try #require(body)
  }

  /// The lines of each tier add up to its price.
  private func expectLines(of option: JSONValue) throws {
    let tiers = option["availablePartySizeOptions"]?.array ?? []
    #expect(tiers.count == 3)
    for tier in tiers {
      let lines = try #require(tier["fareLineItems"]?.array)
      let sum = try lines.reduce(0) { try $0 + amount($1["price"]) }
      #expect(try amount(tier["priceRange"]?["maximumPrice"]) == sum)
    }
  }

  private func amount(_ value: JSONValue?) throws -> Decimal {
    try #require(value?.string.flatMap { Decimal(string: $0) })
  }
}

import Crypto
import JSON
import Messages
import RideStore
import Rides
import Testing

@testable import RideHandlers

@Suite struct QuoteTests {
  let world: World

  init() throws {
    world = try World()
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8", "suv", capacity: 6))
  }

  /// The token that the list gives for an option.
  private func token(_ option: String, in world: World) throws -> String {
    let options = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
    let listed = try #require(options.first { $0["optionIdentifier"]?.string == option })
    return try #require(listed["quoteIdentifier"]?.string)
  }

  private func booking(_ token: String, option: String? = "Sedan", more: String = "") -> Letter {
    .booking(option, more: #","quoteIdentifier":"\#(token)""# + more)
  }

  @Test(
    "L9: A listed price is kept under any new tariff, with the option's name or without",
    arguments: ["SUV", nil])
  func L9_honoured(_ option: String?) throws {
    let token = try token("suv", in: world)
    let listed = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
      .first { $0["optionIdentifier"]?.string == "suv" }
    let tier = listed?["availablePartySizeOptions"]?[1]?["priceRange"]?["minimumPrice"]?.string
    let dearer = try World { catalogue in
      let base = Money(minorUnits: 99_900, currency: catalogue.serviceAreas[0].currency)
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].tariff.base = base
      }
    }
    let outcome = try dearer.book(booking(token, option: option, more: #","partySize":3"#))[0]
    let booked = outcome.response?["rideStatus"]?["rideOption"]
    #expect(tier != nil)
    #expect(booked?["priceRange"]?["minimumPrice"]?.string == tier)
    #expect(booked?["priceRange"]?["maximumPrice"]?.string == tier)
    #expect(booked?["quoteIdentifier"] == nil, "it serves to book, and is no part of the ride")
  }

  @Test(
    "L9: What a locked price is made of stays, line by line and account by account, for every size",
    arguments: [1, 3, 6])
  func L9_lines(partySize: Int) throws {
    let token = try token("suv", in: world)
    let more = #","partySize":\#(partySize),"paymentMethod":{"type":"credit","token":"pm_1"}"#
    let same = try World()
    let dearer = try World { catalogue in
      let base = Money(minorUnits: 99_900, currency: catalogue.serviceAreas[0].currency)
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].tariff.base = base
      }
      catalogue.serviceAreas[0].charges = []
    }
    var balances: [[String: Int64]] = []
    var receipts: [Receipt?] = []
    for world in [same, dearer] {
      _ = try world.dispatch(.onDuty("veh-8", "suv", capacity: 6))
      let ride = try world.ride(booking(token, option: nil, more: more))
      _ = try world.dispatch(try world.drive(ride, by: "veh-8"))
      balances.append(try world.balances(ride))
      receipts.append(try world.document(ride)?.account.receipt)
    }
    #expect(balances[0]["passThrough"] == -400 && balances[0] == balances[1])
    #expect(receipts[0] != nil && receipts[0]?.lines == receipts[1]?.lines)
    #expect(receipts[0]?.price == receipts[1]?.price)
  }

  @Test("L11: A quote is refused from the moment of its expiry on")
  func L11_expired() throws {
    let letter = booking(try token("sedan", in: world))
    let late = try world.book(letter, at: noon.advanced(bySeconds: 300))[0]
    #expect(late.reason == "listExpired")
    #expect(late.path == "quoteIdentifier")
    let inTime = try world.book(letter.id("m-2"), at: noon.advanced(bySeconds: 299))[0]
    #expect(inTime.code == "success")
  }

  @Test("A quote of another key is refused")
  func foreign() throws {
    let stranger = MessageAuthenticationKey(identifier: "k1", secret: Array(2...33))
    var dependencies = world.dependencies
    dependencies.quotes = World.quotes(stranger)
    let token = try token("sedan", in: world)
    let handler = RequestRideHandler(dependencies: dependencies, store: world.store)
    #expect(try world.take([booking(token)], by: handler)[0].reason == "invalidQuote")
    dependencies.quotes = .none
    let keyless = RequestRideHandler(dependencies: dependencies, store: world.store)
    #expect(try world.take([booking(token).id("m-2")], by: keyless)[0].reason == "invalidQuote")
  }

  @Test("An altered quote is refused")
  func altered() throws {
    let token = try token("sedan", in: world)
    for (index, change) in ["q4." + token.dropFirst(3), token + "A", token.lowercased()]
      .enumerated()
    {
      let outcome = try world.book(booking(change).id("m-\(index)"))[0]
      #expect(outcome.reason == "invalidQuote")
      #expect(outcome.path == "quoteIdentifier")
    }
  }

  @Test("A quote is refused for another trip and for another option")
  func other() throws {
    let token = try token("sedan", in: world)
    let trip = Letter.booking(to: Letter.midway, more: #","quoteIdentifier":"\#(token)""#)
    #expect(try world.book(trip)[0].reason == "invalidQuote")
    #expect(try world.book(booking(token, option: "Compact").id("m-2"))[0].reason == "invalidQuote")
  }

  @Test("A quote is refused with any one of its bytes altered, and cut off at any length")
  func everyByte() throws {
    let token = try Array(token("sedan", in: world).utf8)
    let handler = RequestRideHandler(dependencies: world.dependencies, store: world.store)
    var wrong = token.indices.map { index in
      var altered = token
      // Another letter of the same alphabet, so that the encoding alone does not give it away.
      altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      return altered
    }
    wrong += token.indices.map { Array(token.prefix($0)) }.filter { !$0.isEmpty }
    for (index, bytes) in wrong.enumerated() {
      let letter = booking(String(decoding: bytes, as: UTF8.self)).id("m-\(index)").confirming
      let outcome = try world.take([letter], by: handler)[0]
      #expect(["invalidQuote", "outOfRange"].contains(outcome.reason), "\(index): \(outcome)")
      #expect(outcome.path == "quoteIdentifier")
    }
  }

  @Test("Another rider's quote is refused for what it is")
  func otherRider() throws {
    let token = try token("sedan", in: world)
    let letter = Letter.booking(rider: "eve", more: #","quoteIdentifier":"\#(token)""#)
    for outcome in try world.book(letter, letter.confirming) {
      #expect(outcome.reason == "quoteOfAnotherRider" && outcome.path == "quoteIdentifier")
    }
    #expect(!token.contains("rider-42"))
  }

  @Test("A quote books once: in the same batch, in a later one, and after its ride was canceled")
  func booksOnce() throws {
    let letter = booking(try token("sedan", in: world))
    let batch = try world.book(letter, letter, letter.id("m-2"))
    #expect(batch.map(\.code) == ["success", "success", "failure"])
    #expect(batch[0].response == batch[1].response, "the same message again is no second booking")
    let ride = try #require(batch[0].response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(try world.book(.cancel(ride))[0].code == "success")
    for again in try world.book(letter.id("m-3"), letter.id("m-4").confirming) + [batch[2]] {
      #expect(again.reason == "quoteUsed" && again.path == "quoteIdentifier")
      #expect(again.response?["error"]?["retry"]?.string == "no")
    }
    #expect(world.contents.rides.count == 1)
  }

  @Test("A refused booking, a confirmation and a question leave a quote unused")
  func refusalUsesNothing() throws {
    let token = try token("sedan", in: world)
    let refused = booking(token, more: #","partySize":40"#)
    #expect(try world.book(refused, booking(token).id("m-2").confirming)[0].code == "failure")
    #expect(try world.book(booking(token).id("m-3"))[0].code == "success")
  }

  @Test("A quote that another worker uses first is refused, and nothing is booked")
  func usedMeanwhile() throws {
    let token = try token("sedan", in: world)
    let store = FlakyStore(world.store, failing: 1)
    store.interruption = { [world] in _ = try? world.book(booking(token)) }
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    #expect(try world.take([booking(token).id("m-2")], by: handler)[0].reason == "quoteUsed")
    #expect(world.contents.rides.count == 1)
  }

  @Test("Claims of another form are not read, though the key signed them")
  func otherForms() throws {
    let token = try token("sedan", in: world)
    let quotes = world.dependencies.quotes
    var claims = try #require(quotes.open?(Array(token.utf8)[3...]))
    claims[0] += 1
    var other = Array("q3.".utf8)
    quotes.seal?(claims, &other)
    let texts = ["q1.", "q2."].map { $0 + token.dropFirst(3) }
    for (index, text) in (texts + [String(decoding: other, as: UTF8.self)]).enumerated() {
      #expect(try world.book(booking(text).id("m-\(index)"))[0].reason == "invalidQuote")
    }
  }

  @Test("A question about a booking with a used quote says so")
  func resolvingUsed() throws {
    let token = try token("sedan", in: world)
    let asked = Letter.resolve(
      #","pickupLocation":\#(Letter.loop),"dropOffLocation":\#(Letter.airport)"#
        + #","quoteIdentifier":"\#(token)""#)
    func judgement(_ id: String) throws -> JSONValue? {
      try world.book(asked.id(id))[0].response?["resolutions"]?["rideOptionName"]
    }
    #expect(try judgement("m-1")?["result"]?.string == "success")
    #expect(try world.book(booking(token).id("m-2"))[0].code == "success")
    #expect(try judgement("m-3")?["reason"]?.string == "quoteUsed")
  }

  @Test("A booking without a quote may say the most that the rider agrees to pay")
  func maximumPrice() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    func letter(_ amount: String, _ currency: String = "USD") -> Letter {
      .booking(
        more: #","maximumPrice":{"amount":"\#(amount)","currencyCode":"\#(currency)"}"#)
    }
    let dear = try world.book(letter("0.01"))[0]
    #expect(dear.reason == "priceTooHigh" && dear.path == "maximumPrice")
    #expect(dear.response?["error"]?["message"]?.string?.contains(" USD now") == true)
    #expect(dear.response?["error"]?["price"]?["currencyCode"]?.string == "USD")
    let listed = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
      .first { $0["optionIdentifier"]?.string == "sedan" }
    #expect(
      dear.response?["error"]?["price"]?["amount"]?.string
        == listed?["priceRange"]?["maximumPrice"]?.string)
    #expect(try world.book(letter("900", "JPY").id("m-2"))[0].reason == "currencyUnsupported")
    #expect(world.contents.rides.isEmpty)
    #expect(try world.book(letter("900.00").id("m-3"))[0].code == "success")
  }

  @Test("The most that the rider agrees to pay applies with a quote, too")
  func maximumPriceOfQuote() throws {
    let token = try token("sedan", in: world)
    func letter(_ amount: String) -> Letter {
      booking(token, more: #","maximumPrice":{"amount":"\#(amount)","currencyCode":"USD"}"#)
    }
    #expect(try world.book(letter("0.01"))[0].reason == "priceTooHigh")
    #expect(try world.book(letter("900.00").id("m-2"))[0].code == "success")
  }
}

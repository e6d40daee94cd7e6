import JSON
import Messages
import RideHandlers
import Rides
import Testing

/// A value that no producer should send, and the one error that answers it.
struct BadValue: Sendable, CustomTestStringConvertible {
  let name: String
  let letter: @Sendable () -> Letter
  let reason: String
  let path: String?

  init(
    _ name: String, _ letter: @autoclosure @escaping @Sendable () -> Letter, _ reason: String,
    at path: String?
  ) {
    self.name = name
    self.letter = letter
    self.reason = reason
    self.path = path
  }

  var testDescription: String { name }

  private static func at(_ latitude: String, _ longitude: String) -> String {
    #"{"latitude":\#(latitude),"longitude":\#(longitude)}"#
  }

  static let all = [
    BadValue(
      "latitude beyond the pole", .booking(from: at("90.5", "0")), "outOfRange",
      at: "pickupLocation.latitude"),
    BadValue(
      "longitude round the earth", .booking(to: at("41.8", "272.4")), "outOfRange",
      at: "dropOffLocation.longitude"),
    BadValue("not a number", .booking(from: at("NaN", "0")), "malformedJSON", at: nil),
    BadValue(
      "a number too large to be one", .booking(from: at("1e999", "0")), "outOfRange",
      at: "pickupLocation.latitude"),
    BadValue(
      "a number in words", .booking(from: at(#""41.8""#, "0")), "wrongType",
      at: "pickupLocation.latitude"),
    BadValue("nowhere", .booking(from: at("0", "0")), "outsideServiceArea", at: "pickupLocation"),
    BadValue(
      "a party of none", .booking("SUV", more: #","partySize":0"#), "belowOne", at: "partySize"),
    BadValue(
      "a party below none", .booking("SUV", more: #","partySize":-9223372036854775808"#),
      "belowOne", at: "partySize"),
    BadValue(
      "a party of 10,000", .booking("SUV", more: #","partySize":10000"#), "aboveCapacity",
      at: "partySize"),
    BadValue(
      "a method that pays in another currency",
      .booking(more: #","paymentMethod":{"type":"store"}"#), "currencyUnsupported",
      at: "paymentMethod.type"),
    BadValue(
      "a time in the past",
      .booking(more: #","scheduledPickupTime":{"start":"1999-12-31T23:59:59Z"}"#), "inPast",
      at: "scheduledPickupTime.start"),
    BadValue(
      "a time that is none", .booking(more: #","scheduledPickupTime":{"start":"soon"}"#),
      "wrongType", at: "scheduledPickupTime.start"),
    BadValue(
      "a string of 10 MB", .booking(String(repeating: "x", count: 10_000_000)), "bodyTooLarge",
      at: nil),
    BadValue(
      "a string that only the body has room for",
      .booking(String(repeating: "x", count: 60_000)), "outOfRange", at: "rideOptionName"),
  ]
}

@Suite struct BadBookingTests {
  let world: World

  init() throws {
    world = try World { catalogue in
      catalogue.serviceAreas[0].policies.scheduling = SchedulingPolicy()
      // The euro is a currency.
      let euro = Currency("EUR")!
      catalogue.serviceAreas[0].paymentMethods.append(
        PaymentMethod(kind: .store, name: "Voucher", currencies: [euro]))
    }
  }

  @Test("A bad value has one clear error, at every stage", arguments: BadValue.all)
  func one(_ bad: BadValue) throws {
    let letter = bad.letter()
    for outcome in try world.book(letter, letter.confirming) {
      #expect(outcome.reason == bad.reason)
      #expect(outcome.path == bad.path)
      #expect(outcome.responses.count == 1)
      let error = try #require(outcome.response?["error"])
      #expect(error["retry"]?.string == "no")
      let message = try #require(error["message"]?.string)
      #expect((1...400).contains(message.utf8.count), "a message is short, whatever came")
    }
    #expect(world.contents.rides.isEmpty)
  }

  @Test("A bad value touches no neighbour in its batch")
  func neighbours() throws {
    let letters = BadValue.all.enumerated().flatMap { index, bad in
      [bad.letter(), Letter.booking(rider: "rider-\(index)")]
    }
    let outcomes = try world.take(
      letters, by: RequestRideHandler(dependencies: world.dependencies, store: world.store))
    for (index, outcome) in outcomes.enumerated() {
      let isBad = index.isMultiple(of: 2)
      #expect((outcome.reason != nil) == isBad)
    }
    #expect(world.contents.rides.count == BadValue.all.count)
  }

  @Test("A queue of the fleet as reply address makes an unchanged dead letter, and no response")
  func replyToFleet() throws {
    let letter = Letter.booking().with { $0.replyTo = "livery.dispatch" }
    for outcome in try world.book(letter, letter.confirming) {
      #expect(outcome.publications.map(\.exchange) == [Exchange.deadLetters])
      #expect(outcome.deadLetters.first?.properties.replyTo == "livery.dispatch")
      #expect(outcome.deadLetterHeader("x-livery-reason") == "not-permitted")
      #expect(outcome.deadLetterHeader("x-livery-path") == "reply_to")
    }
    #expect(world.contents.rides.isEmpty)
  }
}

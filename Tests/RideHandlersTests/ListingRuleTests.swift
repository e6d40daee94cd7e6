import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// What a list promises, held against the bookings that follow it.
@Suite("Lists and the bookings after them") struct ListingRuleTests {
  static let midday = Instant(seconds: 1_800_036_000)  // a Friday, noon in Chicago

  private func world(_ change: (inout ServiceArea) -> Void = { _ in }) throws -> World {
    let world = try World { change(&$0.serviceAreas[0]) }
    _ = try world.dispatch(
      .onDuty("veh-1"), .onDuty("veh-2", "suv", capacity: 6), .onDuty("veh-3", "cargo"),
      .onDuty("veh-4", "accessible"), at: Self.midday)
    return world
  }

  private func options(_ world: World, _ letter: Letter = .list()) throws -> [JSONValue] {
    try #require(world.list(letter, at: Self.midday)[0].response?["rideOptions"]?.array)
  }

  private func book(_ world: World, _ letter: Letter) throws -> Outcome {
    try world.book(letter, at: Self.midday)[0]
  }

  @Test("L6, L8: The name of a listed option, and nothing else of it, books that option")
  func L6_L8_nameBooks() throws {
    let world = try world()
    for (index, option) in try options(world).enumerated() {
      let name = try #require(option["name"]?.string)
      let letter = Letter.booking(name, rider: "rider-\(index)", more: #","partySize":1"#)
      let ride = try book(world, letter.id("m-\(index)")).response?["rideStatus"]
      #expect(ride?["rideOption"]?["optionIdentifier"] == option["optionIdentifier"])
      #expect(ride?["rideOption"]?["name"]?.string == name)
    }
  }

  @Test("L6: A synonym books too, a name that is only near does not")
  func L6_synonym() throws {
    let world = try world()
    #expect(try book(world, .booking("standard")).code == "success")
    let near = try book(world, .booking("Sedam", rider: "b").id("m-2"))
    #expect(near.reason == "unknownOption" && near.path == "rideOptionName")
    #expect(near.response?["error"]?["message"]?.string?.contains("\"Sedan\"") == true)
  }

  @Test("L10, L11: After its expiry a list is made again, and the old quotes are listExpired")
  func L10_L11_newList() throws {
    let world = try world()
    let letter = Letter.list()
    let first = try #require(world.list(letter, at: Self.midday)[0].response)
    let expiry = Self.midday.advanced(bySeconds: 300)
    #expect(first["expirationDate"]?.string == expiry.rfc3339)
    let second = try #require(world.list(letter, at: expiry)[0].response)
    #expect(second["expirationDate"]?.string == expiry.advanced(bySeconds: 300).rfc3339)
    let old = try #require(first["rideOptions"]?[0]?["quoteIdentifier"]?.string)
    let new = try #require(second["rideOptions"]?[0]?["quoteIdentifier"]?.string)
    #expect(old != new)
    #expect(
      first["rideOptions"]?[0]?["estimatedPickupDate"]
        != second["rideOptions"]?[0]?["estimatedPickupDate"])
    let late = Letter.booking("Sedan", more: #","quoteIdentifier":"\#(old)""#)
    #expect(try world.book(late, at: expiry)[0].reason == "listExpired")
    let fresh = Letter.booking("Sedan", more: #","quoteIdentifier":"\#(new)""#).id("m-2")
    #expect(try world.book(fresh, at: expiry)[0].code == "success")
  }

  @Test("L12: An option for the app alone has no quote, and booking it opens the app")
  func L12_bookInApp() throws {
    let world = try world()
    let listed = try options(world, .list(from: Letter.airport, to: Letter.loop))
    let cargo = try #require(listed.first { $0["optionIdentifier"]?.string == "cargo" })
    let activity = cargo["userActivityForBookingInApplication"]
    #expect(activity?["activityType"]?.string == "example.livery.choose-dock")
    #expect(activity?["title"]?.string == "Choose a loading dock")
    #expect(activity?["userInfo"]?["place"]?.string == "airport")
    #expect(cargo["quoteIdentifier"] == nil)
    let outcome = try book(
      world, .booking("Cargo Van", from: Letter.airport, to: Letter.loop))
    #expect(outcome.code == "failureRequiringAppLaunch")
    #expect(outcome.reason == "bookInAppOnly" && outcome.path == "rideOptionName")
    #expect(world.contents.rides.isEmpty)
    let elsewhere = try options(world).first { $0["optionIdentifier"]?.string == "cargo" }
    #expect(elsewhere?["userActivityForBookingInApplication"] == nil)
    #expect(elsewhere?["quoteIdentifier"]?.string != nil)
  }

  @Test("P6: The party of a tiered option is asked for, never guessed")
  func P6_partySize() throws {
    let world = try world()
    let outcome = try book(world, .booking("SUV"))
    #expect(outcome.reason == "partySizeRequired" && outcome.path == "partySize")
    #expect(world.contents.rides.isEmpty)
  }

  @Test("P8, L9: What is booked costs what was listed for the tier of the party")
  func P8_L9_tierPrice() throws {
    let world = try world()
    let suv = try options(world).first { $0["optionIdentifier"]?.string == "suv" }
    let tier = try #require(suv?["availablePartySizeOptions"]?[1]?["priceRange"])
    let ride = try book(world, .booking("SUV", more: #","partySize":3"#)).response?["rideStatus"]
    #expect(ride?["rideOption"]?["priceRange"] == tier)
  }

  @Test("P7: Cargo ignores the party, and finds a vehicle whatever its size")
  func P7_cargo() throws {
    let world = try world()
    let outcome = try book(world, .booking("Cargo Van", more: #","partySize":40"#))
    let ride = try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(try world.record(ride)?.partySize == nil)
    #expect(try world.record(ride)?.vehicle == VehicleIdentifier("veh-3"))
  }

  @Test("A rider with a wheelchair sees only options that carry one, and books nothing else")
  func wheelchair() throws {
    let world = try world()
    let accessible = #","wheelchairAccessible":true}"#
    let letter = Letter.list().with { $0.body = $0.body.dropLast() + accessible }
    let listed = try options(world, letter)
    #expect(listed.map { $0["optionIdentifier"]?.string } == ["accessible"])
    #expect(listed[0]["wheelchairAccessible"]?.bool == true)
    let other = try book(world, .booking("Sedan", more: #","wheelchairAccessible":true"#))
    #expect(other.reason == "notAvailableHere" && other.path == "wheelchairAccessible")
    let van = try book(
      world, .booking("Accessible Van", more: #","wheelchairAccessible":true"#).id("m-2"))
    #expect(van.code == "success")
  }

  @Test("L9: A list with special pricing locks it, beyond the hour at which it ends")
  func L9_specialPricingLocked() throws {
    let world = try world()
    let rush = Self.midday.advanced(bySeconds: 7 * 3_600 - 60)  // a minute to seven
    let after = rush.advanced(bySeconds: 120)
    let listed = try world.list(.list(), at: rush)[0].response?["rideOptions"]?[0]
    #expect(listed?["specialPricing"]?.string == "Rush hour in the Loop")
    #expect(listed?["specialPricingMultiplier"]?.string == "1.25")
    let token = try #require(listed?["quoteIdentifier"]?.string)
    let locked = Letter.booking("Sedan", more: #","quoteIdentifier":"\#(token)""#)
    let ride = try world.book(locked, at: after)[0].response?["rideStatus"]?["rideOption"]
    #expect(ride?["priceRange"] == listed?["priceRange"])
    let named = Letter.booking("Sedan", rider: "b").id("m-2")
    let plain = try world.book(named, at: after)[0].response?["rideStatus"]?["rideOption"]
    #expect(plain?["priceRange"] != listed?["priceRange"])
    #expect(plain?["specialPricingMultiplier"] == nil)
  }

  @Test("L1: A list of nothing is never written as a success")
  func L1_neverEmpty() {
    var writer = JSONWriter()
    ResponseCoding.writeList(
      of: 0, paymentMethods: nil, expirationDate: Self.midday, into: &writer
    ) { _, _ in }
    let text = String(decoding: writer.finish(), as: UTF8.self)
    #expect(text.contains("failureRequiringAppLaunchServiceTemporarilyUnavailable"))
    #expect(!text.contains("rideOptions"))
  }
}

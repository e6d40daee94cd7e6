import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct ConfirmTests {
  let world: World

  init() throws {
    world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
  }

  @Test("B2: The ride has one name, from the confirmation to the last event")
  func B2_oneName() throws {
    let confirmed = try world.book(.booking().confirming)[0]
    let prospect = try #require(confirmed.response?["rideStatus"])
    let name = try #require(prospect["rideIdentifier"]?.string)
    let booked = try world.book(.booking())[0]
    let asked = try world.ask(.query(nil))[0]
    for outcome in [booked, asked] {
      #expect(outcome.response?["rideStatus"]?["rideIdentifier"]?.string == name)
    }
    let arrived = try world.dispatch(.report("arrived", of: name, by: "veh-7"))[0]
    let events = booked.events + arrived.events
    #expect(events.count == 2)
    for event in events {
      #expect(decode(event.body)?["subject"]?.string == name)
      #expect(decode(event.body)?["data"]?["rideIdentifier"]?.string == name)
    }
  }

  @Test("A confirmation shows the ride as it would be booked, in no phase and without a vehicle")
  func prospect() throws {
    let confirmed = try world.book(.booking().confirming)[0]
    let prospect = try #require(confirmed.response?["rideStatus"]?.members)
    let booked = try #require(try world.book(.booking())[0].response?["rideStatus"]?.members)
    #expect(confirmed.code == "ready")
    #expect(prospect["phase"]?.string == "unknown")
    #expect(prospect["sequence"]?.integer == 0)
    #expect(prospect["vehicle"] == nil)
    #expect(
      prospect.keys.sorted() == booked.keys.filter { $0 != "driver" && $0 != "vehicle" }.sorted())
    for member in ["pickupLocation", "dropOffLocation", "rideOption", "riderIdentifier"] {
      #expect(prospect[member] == booked[member])
    }
  }

  @Test("F7: A confirmation that fails says what the booking would say, and leaves no ride")
  func F7_failed() throws {
    for refused in RefusedBooking.all {
      let letter = refused.letter()
      let confirmed = try world.book(letter.confirming)[0]
      #expect(world.contents.rides.isEmpty)
      #expect(world.contents.outcomes.isEmpty)
      let booked = try World().book(letter)[0]
      #expect(confirmed.response == booked.response, "\(refused)")
      #expect(confirmed.code == refused.code)
      #expect(confirmed.reason == refused.reason)
    }
  }

  @Test("F8: A confirmation changes nothing, however often it is sent")
  func F8_nothing() throws {
    let before = world.contents
    let letters = (1...20).map { Letter.booking().confirming.id("m-\($0 % 2)") }
    let outcomes = try world.take(
      letters, by: RequestRideHandler(dependencies: world.dependencies, store: world.store))
    #expect(outcomes.allSatisfy { $0.code == "ready" && $0.publications.count == 1 })
    #expect(world.contents == before, "no ride, no claim, no outcome")
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("F8: A request that only asks is answered while another session writes")
  func F8_read() throws {
    let other = world.store
    try other.begin(.write)
    let outcomes = try world.book(.booking().confirming, .resolve(Judgement.trip))
    #expect(outcomes.map(\.code) == ["ready", "success"])
    #expect(throws: StoreError.self, "a booking has to wait") { try world.book(.booking()) }
    other.rollBack()
  }

  @Test("F8: A confirmation quotes again each time")
  func F8_quotes() throws {
    func price(_ world: World) throws -> String? {
      try world.book(.booking().confirming)[0]
        .response?["rideStatus"]?["rideOption"]?["priceRange"]?["maximumPrice"]?.string
    }
    let dearer = try World {
      let base = Money(minorUnits: 9_900, currency: $0.serviceAreas[0].currency)
      $0.serviceAreas[0].products[1].tariff.base = base
    }
    let prices = try [price(world), price(world), price(dearer)]
    #expect(prices[0] != nil && prices[0] == prices[1] && prices[0] != prices[2])
  }

  @Test("V4: After the booking, resolving and confirming change nothing and show the ride")
  func V4_late() throws {
    let ride = try world.ride(.booking())
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    let before = world.contents
    let members = #","rideOptionName":"SUV","pickupLocation":\#(Letter.gary)"#
    let outcomes = try world.book(
      .booking("Rickshaw").confirming, .resolve(members), .resolve(members).id("m-2"))
    #expect(outcomes.map(\.code) == ["ready", "success", "success"])
    for outcome in outcomes.prefix(2) {
      #expect(outcome.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
      #expect(outcome.response?["rideStatus"]?["phase"]?.string == "pickup")
    }
    #expect(outcomes[1].response?["resolutions"]?.members?.isEmpty == true)
    #expect(outcomes[2].response?["rideStatus"] == nil, "of another request nothing is known")
    #expect(outcomes[2].response?["resolutions"]?.members?.count == 6)
    #expect(world.contents == before)
  }

  @Test("V4: The stages of a request may come in any order and again, and one ride is made")
  func V4_anyOrder() throws {
    let stages = [
      Letter.resolve(Judgement.trip), Letter.booking().confirming, Letter.booking(),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 1, 0, 0, 2, 2, 1, 0]] {
      let world = try World()
      let outcomes = try order.map { try world.book(stages[$0])[0] }
      #expect(outcomes.allSatisfy { $0.reason == nil })
      #expect(world.contents.rides.count == 1)
      #expect(world.contents.outcomes.count == 1)
    }
  }

  @Test("A confirmation needs an id, and a stage that only asks an address")
  func incomplete() throws {
    let outcomes = try world.book(
      .booking().confirming.id(nil), .booking().confirming.silent, .resolve().silent,
      .resolve(Judgement.trip).id(nil))
    #expect(
      outcomes.map { $0.deadLetterHeader("x-livery-reason") } == [
        "missing-message-identifier", "missing-reply-to", "missing-reply-to", nil,
      ])
    #expect(outcomes[3].code == "success")
  }

  @Test("Past its deadline no stage is answered with anything else")
  func deadline() throws {
    for letter in [Letter.booking().confirming, .resolve(Judgement.trip)] {
      let late = letter.with { $0.headers = [Header("deadline", .string(noon.rfc3339))] }
      #expect(try world.book(late)[0].reason == "deadlineExceeded")
    }
  }
}

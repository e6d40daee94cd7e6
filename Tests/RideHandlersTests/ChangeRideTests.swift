import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Changes of a booked ride, by messages") struct ChangeRideTests {
  private static let midway = #","dropOffLocation":\#(Letter.midway)"#
  private static let stop = #","waypoints":[{"latitude":41.95,"longitude":-87.65}]"#
  private static let consent = #","maximumPrice":{"amount":"500.00","currencyCode":"USD"}"#

  private func change(
    _ ride: String, _ more: String, rider: String = "rider-42", id: String = "change"
  ) -> Letter {
    Letter(
      #"{"riderIdentifier":"\#(rider)","rideIdentifier":"\#(ride)"\#(more)}"#,
      type: "change-ride.handle"
    ).id(id)
  }

  /// A sedan on its way to the Loop, paid with a card, for the airport.
  private func booked(
    _ payments: (any PaymentGateway)? = nil
  ) throws -> (world: World, ride: String, price: Int64) {
    let world = try World(payments: payments)
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    return (world, ride, try price(world, ride))
  }

  private func price(_ world: World, _ ride: String) throws -> Int64 {
    let status = try #require(try world.document(ride)).status
    return try #require(status.rideOption.priceRange?.maximumPrice).minorUnits
  }

  private func holds(_ world: World, _ ride: String) throws -> [Int64] {
    try #require(try world.document(ride)).account.charges.map(\.requested.minorUnits)
  }

  @Test("B15: More than agreed is refused with the new price; agreed to, the hold is enlarged")
  func B15_consent() throws {
    let (world, ride, price) = try booked()
    let refused = try world.book(change(ride, Self.stop))[0]
    #expect(refused.reason == "priceTooHigh" && refused.path == "maximumPrice")
    let needed = try #require(refused.response?["error"]?["price"]?["amount"]?.string)
    #expect(refused.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
    #expect(try self.price(world, ride) == price && holds(world, ride).count == 1)

    let maximum = #","maximumPrice":{"amount":"\#(needed)","currencyCode":"USD"}"#
    let letter = change(ride, Self.stop + maximum, id: "agreed")
    let confirmed = try world.book(letter.confirm)[0]
    #expect(confirmed.code == "ready" && confirmed.events == [])
    #expect(confirmed.response?["rideStatus"]?["phase"]?.string == "unknown")
    let changed = try world.book(letter)[0]
    #expect(changed.code == "success" && changed.told == ["confirmed 2"])
    let option = changed.response?["rideStatus"]?["rideOption"]
    #expect(option?["priceRange"]?["maximumPrice"]?.string == needed)
    let held = try holds(world, ride)
    let now = try self.price(world, ride)
    #expect(held.count == 2 && held.reduce(0, +) == (now * 12 + 5) / 10)

    let again = try world.book(letter)[0]
    #expect(again.responses == changed.responses && again.events == changed.events)
    let same = try world.book(letter.id("same"))[0]
    #expect(same.code == "success" && same.events == [])
    _ = try world.dispatch(try world.drive(ride))
    #expect(try world.payment(ride) == "settled \(needed)")
    #expect(try world.balances(ride)["gatewayClearing"] == now)
    let receipt = try #require(try world.document(ride)?.account.receipt)
    #expect(receipt.price.minorUnits == now)
    let late = try world.book(change(ride, Self.midway, id: "late"))[0]
    #expect(late.reason == "illegalMove" && late.events == [])
  }

  @Test("B15: What costs less is captured from the hold, whose rest is released")
  func B15_cheaper() throws {
    let (world, ride, price) = try booked()
    #expect(try world.book(change(ride, Self.midway))[0].told == ["confirmed 2"])
    let now = try self.price(world, ride)
    #expect(now < price)
    #expect(try holds(world, ride).count == 1)
    _ = try world.dispatch(try world.drive(ride))
    #expect(try world.balances(ride)["gatewayClearing"] == now)
  }

  /// Approves all but a second hold.
  private struct OneHold: PaymentGateway {
    func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? {
      let isSecond = command.key.contains(":fare2:authorise:")
      return PaymentResult(
        key: command.key, outcome: isSecond ? .declined : .approved, reference: "p")
    }
  }

  @Test("B15: A higher price that the card does not bear changes nothing")
  func B15_declined() throws {
    let (world, ride, price) = try booked(OneHold())
    let refused = try world.book(change(ride, Self.stop + Self.consent))[0]
    #expect(refused.reason == "paymentDeclined" && refused.events == [])
    #expect(try self.price(world, ride) == price && holds(world, ride).count == 1)
  }

  @Test("B15: A hold that is refused later leaves the change, and a charge at the end")
  func B15_declinedLater() throws {
    let (world, ride, _) = try PaymentsByMessageTests.world()
    _ = try world.dispatch(.result("\(ride):fare:authorise:1", "approved", of: ride))
    // Far more than the buffer of the first hold.
    let far = #","waypoints":[\#(Letter.midway)]"#
    let changed = try world.book(change(ride, far + Self.consent))[0]
    let key = "\(ride):fare2:authorise:1"
    #expect(changed.payments.map(\.properties.messageID) == [key])
    _ = try world.dispatch(.result(key, "declined", of: ride))
    #expect(try world.phases(ride).last == "confirmed")
    _ = try world.dispatch(try world.drive(ride))
    let account = try #require(try world.document(ride)).account
    #expect(account.charges.map(\.requested).count == 3, "the rest is asked for once more")
  }

  @Test("B15: A change and a cancellation of one moment are in one order")
  func B15_canceled() throws {
    for isFirst in [true, false] {
      let (world, ride, _) = try booked()
      let wanted = change(ride, Self.stop + Self.consent)
      let cancel = Letter.cancel(ride)
      let outcomes = try isFirst ? world.book(wanted, cancel) : world.book(cancel, wanted)
      let (changed, canceled) = isFirst ? (outcomes[0], outcomes[1]) : (outcomes[1], outcomes[0])
      #expect(canceled.code == "success")
      #expect(changed.reason == (isFirst ? nil : "illegalMove"))
      #expect(canceled.told == ["completed \(isFirst ? 3 : 2)"])
      #expect(try world.balances(ride).values.reduce(0, +) == 0)
      let account = try #require(try world.document(ride)).account
      #expect(account.charges.allSatisfy { $0.state == .voided }, "nothing stays held")
    }
  }

  @Test("B15: Of two changes of one moment the later one holds")
  func B15_two() throws {
    let (world, ride, _) = try booked()
    let outcomes = try world.book(
      change(ride, Self.stop + Self.consent), change(ride, Self.midway + Self.consent, id: "two"))
    #expect(outcomes.map(\.told) == [["confirmed 2"], ["confirmed 3"]])
    let status = try #require(try world.document(ride)).status
    #expect(status.dropOffLocation?.name == "Midway" && status.waypoints.count == 1)
  }

  @Test("B15: A change beside its booking comes after the vehicle of that ride")
  func B15_atOnce() throws {
    // Names are digests: the same booking has the same name in every world.
    let other = try booked()
    let outcomes = try World().book(.paid(), change(other.ride, Self.midway + Self.consent))
    #expect(outcomes.map(\.told) == [["received 1"], ["received 2"]])
    let busy = try World()
    _ = try busy.dispatch(.onDuty("veh-7"))
    let both = try busy.book(.paid(), change(other.ride, Self.midway + Self.consent))
    #expect(both.map(\.told) == [["confirmed 1"], ["confirmed 2"]])
    #expect(try busy.document(other.ride)?.status.sequence == 2)
    #expect(try busy.vehicle("veh-7")?.ride?.rawValue == other.ride)
  }

  @Test("B15: A rider changes no ride of another, and no pickup of a vehicle on its way")
  func B15_refused() throws {
    let (world, ride, _) = try booked()
    let other = try world.book(change(ride, Self.midway, rider: "rider-1"))[0]
    #expect(other.reason == "unknownRide" && other.response?["rideStatus"] == nil)
    let pickup = #","pickupLocation":{"latitude":41.9,"longitude":-87.63}"#
    let late = try world.book(change(ride, pickup, id: "late"))[0]
    #expect(late.reason == "illegalMove" && late.path == "pickupLocation")
    let same = try world.book(
      change(ride, #","waypoints":[\#(Letter.loop)]"#, id: "same"))[0]
    #expect(same.reason == "sameAsPickup" && same.path == "waypoints[0]")
  }

  @Test("B15: A waiting ride with another pickup is sought for there at once")
  func B15_pickup() throws {
    let world = try World()
    let ride = try world.ride(.paid())
    let pickup = #","pickupLocation":{"latitude":41.9,"longitude":-87.63,"name":"North"}"#
    let changed = try world.book(change(ride, pickup + Self.consent))[0]
    #expect(changed.told == ["received 2"] && changed.searches == [ride])
    #expect(try world.record(ride)?.pickup.latitude == 41.9)
  }

  @Test("B15: A change aboard is priced by what was driven and the rest of the way")
  func B15_aboard() throws {
    let scene = try DriverScene()
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    let north = Coordinate(latitude: 41.95, longitude: -87.6251)!  // Within the ranges.
    try scene.world.move("veh-7", to: north)
    let changed = try scene.world.book(change(ride, Self.midway + Self.consent))[0]
    #expect(changed.told == ["ongoing 4"])
    let ridden = try price(scene.world, ride)
    let direct = try World()
    _ = try direct.dispatch(.onDuty("veh-7"))
    let other = try direct.ride(.booking(to: Letter.midway))
    #expect(try ridden > price(direct, other) + 1_000, "by the north it is far longer")
    let midway = Coordinate(latitude: 41.7868, longitude: -87.7522)!  // Within the ranges.
    try scene.world.move("veh-7", to: midway)
    #expect(try scene.world.dispatch(scene.report("ended", ride))[0].note.doubt == nil)
    #expect(try scene.world.balances(ride)["gatewayClearing"] == ridden)
  }

  @Test("B15: A stop that is added aboard lies ahead, also where the vehicle has passed it")
  func B15_stopBehind() throws {
    let scene = try DriverScene()
    let ride = try scene.ride("Sedan")
    try scene.board(ride)
    let (loop, airport) = (DriverScene.loop, DriverScene.airport)
    func place(_ share: Double) throws -> Coordinate {
      try #require(
        Coordinate(
          latitude: loop.latitude + (airport.latitude - loop.latitude) * share,
          longitude: loop.longitude + (airport.longitude - loop.longitude) * share))
    }
    // 21 of 26 km are driven.
    for share in [0.2, 0.4, 0.6, 0.8] { try scene.world.move("veh-7", to: place(share)) }
    let (before, behind) = (try price(scene.world, ride), try place(0.1))
    let stop =
      #","waypoints":[{"latitude":\#(behind.latitude),"longitude":\#(behind.longitude)}]"#
    #expect(try scene.world.book(change(ride, stop + Self.consent))[0].code == "success")
    // Back by 18 km to the stop, and again by 23 km to the airport: 37 km more.
    #expect(try price(scene.world, ride) > before + 3_000)
    let status = try #require(try scene.world.document(ride)?.status)
    let rest = try #require(status.estimatedDropOffDate.map(scene.world.now.seconds(to:)))
    #expect(rest > 1_800, "also the drop-off is estimated by the stop")
  }
}

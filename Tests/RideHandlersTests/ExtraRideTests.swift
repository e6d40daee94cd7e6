import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Rides with extras") struct ExtraRideTests {
  let world: World

  init() throws {
    world = try World { catalogue in
      let currency = catalogue.serviceAreas[0].currency
      catalogue.serviceAreas[0].extras = [
        Extra(
          key: ExtraKey("seat"), names: ["en_US": "Child seat", "es_US": "Asiento infantil"],
          price: Money(minorUnits: 1_000, currency: currency), atMost: 2, requiresVehicle: true),
        Extra(
          key: ExtraKey("bag"), names: ["en_US": "Bag", "es_US": "Maleta"],
          price: Money(minorUnits: 50, currency: currency), atMost: 9),
      ]
    }
  }

  private static func extras(_ counts: (String, Int)...) -> String {
    let each = counts.map { #"{"extraIdentifier":"\#($0.0)","count":\#($0.1)}"# }
    return #","extras":[\#(each.joined(separator: ","))]"#
  }

  private static let seats = extras(("seat", 2), ("bag", 1))

  /// The first report of a vehicle with some extras.
  private static func vehicle(_ name: String, _ extras: String = "") -> Letter {
    .onDuty(name).with { $0.body = String($0.body.dropLast()) + extras + "}" }
  }

  @Test("M12: A booked ride shows its extras to the rider and in events, and keeps them to its end")
  func M12_shown() throws {
    _ = try world.dispatch(Self.vehicle("veh-7", Self.extras(("seat", 2))))
    // So near that no position contradicts the end.
    let nearby = #"{"latitude":41.8829,"longitude":-87.6271}"#
    let outcome = try world.book(.booking(to: nearby, more: Self.seats))[0]
    #expect(outcome.told == ["confirmed 1"])
    let ride = try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    try world.finish(ride, by: "veh-7", after: 600)
    let status = try world.ask(.query(ride))[0].response?["rideStatus"]
    for status in [outcome.response?["rideStatus"], status] {
      #expect(
        status?["extras"]?.array?.map { $0["name"]?.string } == ["Child seat", "Bag"])
      #expect(status?["extras"]?.array?.map { $0["count"]?.integer } == [2, 1])
      let lines = try #require(status?["rideOption"]?["fareLineItems"]?.array)
      #expect(lines.suffix(2).map { $0["title"]?.string } == ["2 × Child seat", "Bag"])
      #expect(lines.suffix(2).map { $0["price"]?.string } == ["20.00", "0.50"])
    }
    let account = try #require(try world.document(ride)).account
    #expect(account.receipt?.lines.suffix(2).map(\.title) == ["2 × Child seat", "Bag"])
    #expect(account.bill?.suffix(2).map(\.account) == [.chargeRevenue, .chargeRevenue])
  }

  @Test("The same id with other extras is a conflict, and with the same ones a repeat")
  func repeated() throws {
    let first = try world.book(.booking(more: Self.seats))[0]
    let again = try world.book(.booking(more: Self.seats))[0]
    #expect(again.response == first.response)
    for more in ["", Self.extras(("seat", 1), ("bag", 1))] {
      let other = try world.book(.booking(more: more))[0]
      #expect(
        other.response?["error"]?["reason"]?.string == "conflictingMessageIdentifier", "\(more)")
    }
  }

  @Test(
    "An extra that is not sold, named twice or too often is refused with its path",
    arguments: [
      (extras(("sled", 1)), "unknownOption", "extras[0].extraIdentifier"),
      (extras(("bag", 1), ("bag", 1)), "aboveCapacity", "extras[1].extraIdentifier"),
      (extras(("seat", 3)), "aboveCapacity", "extras[0].count"),
      (extras(("seat", 0)), "outOfRange", "extras[0].count"),
      (#","extras":[{"count":1}]"#, "missingField", "extras[0].extraIdentifier"),
    ])
  func refused(more: String, reason: String, path: String) throws {
    let error = try world.book(.booking(more: more))[0].response?["error"]
    #expect(error?["reason"]?.string == reason && error?["path"]?.string == path)
  }

  @Test("B11: A vehicle without them is not sent, also when it comes later; the first with them is")
  func B11_matched() throws {
    _ = try world.dispatch(
      Self.vehicle("veh-1"), Self.vehicle("veh-2", Self.extras(("seat", 1), ("bag", 4))))
    let ride = try world.ride(.booking(more: Self.seats))
    #expect(try world.phases(ride) == ["received"])
    #expect(try world.dispatch(.due(ride))[0].told == [])
    // It reports another seat, and then that it has none again, before the ride looks for one.
    for (sequence, seats, searches) in [(2, 2, [ride]), (3, 0, [])] {
      let extras = seats == 0 ? #","extras":[]"# : Self.extras(("seat", seats))
      #expect(try world.dispatch(.vehicle("veh-2", sequence, extras))[0].searches == searches)
    }
    #expect(try world.dispatch(.due(ride, id: "due-2"))[0].told == [])
    #expect(
      try world.dispatch(Self.vehicle("veh-3", Self.extras(("seat", 2))))[0].searches == [ride])
    #expect(try world.dispatch(.due(ride, id: "due-3"))[0].told == ["confirmed 2"])
    #expect(try world.vehicle("veh-3")?.ride == RideIdentifier(ride))
    #expect(try world.vehicle("veh-1")?.ride == nil)
  }

  @Test("A ride without extras passes one that no vehicle can take yet")
  func passing() throws {
    _ = try world.dispatch(Self.vehicle("veh-1"))
    let seated = try world.ride(.booking(rider: "a", more: Self.seats))
    let plain = try world.book(.booking(rider: "b", more: Self.extras(("bag", 2))).id("m-2"))[0]
    #expect(plain.told == ["confirmed 1"])
    #expect(try world.phases(seated) == ["received"])
  }

  @Test("What a vehicle leaves out of a report stays as it was")
  func kept() throws {
    _ = try world.dispatch(
      Self.vehicle("veh-1", Self.extras(("seat", 1))), .vehicle("veh-1", 2, #","capacity":3"#))
    #expect(
      try world.vehicle("veh-1")?.extras
        == [ExtraCount(identifier: ExtraKey("seat"), count: 1)])
  }
}

import Catalogues
import Foundation
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("A catalogue that changes while a ride is under way") struct ChangedCatalogueTests {
  /// The end of a ride, with the meter's figure.
  private static func ended(_ ride: String, _ fare: String) -> Letter {
    let more = #","meteredFare":{"amount":"\#(fare)","currencyCode":"USD"}}"#
    return Letter.report("ended", of: ride, by: "veh-7", at: noon.advanced(bySeconds: 600)).with {
      $0.body = $0.body.dropLast() + more
    }
  }

  /// A ride to the airport, under way in a taxi.
  private static func ride(_ world: World) throws -> String {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let ride = try world.ride(.paid(option: "Taxi"))
    _ = try world.dispatch(.report("accepted", of: ride, by: "veh-7"))
    _ = try world.drive(ride)
    return ride
  }

  /// Has a worker take a message whose catalogue sells no taxis and knows no charges any more.
  private static func dispatch(_ letter: Letter, in world: World) throws -> Outcome {
    let other = try World { catalogue in
      catalogue.serviceAreas[0].products.removeAll { $0.key == ProductKey("taxi") }
      catalogue.serviceAreas[0].charges = []
    }
    return try world.take(
      [letter], by: DispatchHandler(dependencies: other.dependencies, store: world.store),
      at: world.now)[0]
  }

  @Test("The meter is billed, and the airport fee passed on, though the catalogue has neither")
  func gone() throws {
    let (before, after) = (try World(), try World())
    let rides = (try Self.ride(before), try Self.ride(after))
    // So long that the vehicles can be at the airport.
    for world in [before, after] { world.wait(600) }
    _ = try before.dispatch(Self.ended(rides.0, "45.00"))
    let outcome = try Self.dispatch(Self.ended(rides.1, "45.00"), in: after)
    #expect(outcome.code == "success" && outcome.note.doubt == nil)
    #expect(try after.balances(rides.1)["fareRevenue"] == -4_500)
    #expect(try after.balances(rides.1)["passThrough"] ?? 0 < 0)
    #expect(try after.balances(rides.1) == before.balances(rides.0))
    #expect(try after.payment(rides.1) == before.payment(rides.0))
  }

  @Test(
    "Rides are driven, billed, tipped and canceled under any new catalogue",
    arguments: [
      ("\"USD\"", "\"EUR\""), ("\"key\": \"chicago\"", "\"key\": \"elsewhere\""),
      ("America/Chicago", "Europe/Berlin"), ("\"key\": \"taxi\"", "\"key\": \"cab\""),
      ("\"es_US\"", "\"fr_CA\""),
    ])
  func anything(text: String, other: String) throws {
    let world = try World()
    let (driven, canceled) = (
      try Self.ride(world), try world.ride(.booking(rider: "another").id("another"))
    )
    let bytes = try String(contentsOfFile: World.chicago, encoding: .utf8)
    try #require(bytes.contains(text))
    let changed = try CatalogueFile.decode(
      Array(bytes.replacingOccurrences(of: text, with: other).utf8), name: "changed")
    let dependencies = try World { $0 = changed }.dependencies
    let dispatcher = DispatchHandler(dependencies: dependencies, store: world.store)
    #expect(try world.take([Self.ended(driven, "45.00")], by: dispatcher)[0].code == "success")
    let booker = RequestRideHandler(dependencies: dependencies, store: world.store)
    let cancel = Letter.cancel(canceled, rider: "another")
    for letter in [cancel.confirm.id("c"), cancel, .rating(5, of: driven)] {
      let outcome = try world.take([letter], by: booker)[0]
      #expect(outcome.note.error == nil, "\(outcome.note)")
    }
    _ = try world.take([.tip("2.00", for: driven)], by: booker)
    #expect(try world.balances(driven)["fareRevenue"] == -4_500)
  }

  @Test("A ride of an earlier build that cannot be billed exactly is logged and noted")
  func earlier() throws {
    let world = try World()
    let identifier = try Self.ride(world)
    let record = try #require(try world.record(identifier))
    var ride = try #require(try world.document(identifier))
    ride.agreedFare = nil
    var older = record
    older.document = RideDocument.encode(ride)
    try world.store.writing([RideUpdate(record: older, expectedRevision: record.revision)])
    let outcome = try Self.dispatch(Self.ended(identifier, "45.00"), in: world)
    #expect(outcome.note.doubt == "the catalogue has lost the product taxi")
    #expect(try world.balances(identifier)["fareRevenue"] == -4_500)
    let reasons = try world.store.ledger(of: RideIdentifier(identifier)).map(\.reason)
    #expect(reasons.contains("fare: the catalogue has lost the product taxi"))
  }
}

extension RideStore {
  fileprivate func writing(_ updates: [RideUpdate]) throws(StoreError) {
    try transaction(.write) { () throws(StoreError) in try update(updates) }
  }
}

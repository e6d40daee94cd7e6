import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Tolls that were driven") struct PaidTollTests {
  /// Chicago with a toll of at most 7.20 and one of at most 3.00, and with a fixed fare, if so, on
  /// top of which charges of those keys come.
  private static func world(fixedFareWith onTop: [String]? = nil) throws -> World {
    try World { catalogue in
      let usd = catalogue.serviceAreas[0].currency
      catalogue.serviceAreas[0].rules.tolls = [("skyway", 720), ("port", 300)].map { key, cents in
        Toll(
          key: key, titles: ["en_US": "Toll \(key)", "es_US": "Peaje \(key)"],
          atMost: Money(minorUnits: cents, currency: usd))
      }
      guard let onTop else { return }
      let everywhere = [catalogue.serviceAreas[0].boundary]
      catalogue.serviceAreas[0].rules.fixedFares = [
        FixedFare(
          key: "flat", titles: ["en_US": "Flat fare", "es_US": "Tarifa plana"],
          amount: Money(minorUnits: 5_000, currency: usd),
          occasion: .way(from: everywhere, to: everywhere),
          onTop: onTop)
      ]
    }
  }

  private static func tolls(_ tolls: [(String, String)], _ currency: String = "USD") -> String {
    let each = tolls.map { identifier, amount in
      #"{"tollIdentifier":"\#(identifier)","#
        + #""amount":{"amount":"\#(amount)","currencyCode":"\#(currency)"}}"#
    }
    return #","tolls":[\#(each.joined(separator: ","))]}"#
  }

  /// A ride to its end, with tolls in the report.
  private static func ended(
    _ world: World, _ tolls: [(String, String)], _ currency: String = "USD"
  ) throws -> (ride: String, outcome: Outcome) {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    let ended = try world.drive(ride)
    let outcome = try world.dispatch(
      ended.with { $0.body = $0.body.dropLast() + Self.tolls(tolls, currency) })[0]
    return (ride, outcome)
  }

  /// The lines of the bill that come on top of the fare.
  private static func onTop(_ world: World, _ ride: String) throws -> [String] {
    let bill = try world.document(ride)?.account.bill ?? []
    return bill.filter { $0.account == .passThrough }.map {
      "\($0.item.title) \($0.item.price.decimalString)"
    }
  }

  @Test("M14: Tolls of the catalogue are lines that are passed through, in the rider's language")
  func M14_billed() throws {
    let world = try Self.world()
    let (ride, outcome) = try Self.ended(world, [("skyway", "7.20"), ("port", "0.50")])
    #expect(outcome.note.doubt == nil)
    let lines = try Self.onTop(world, ride)
    #expect(lines.suffix(2) == ["Toll skyway 7.20", "Toll port 0.50"])
    let places = lines.dropLast(2).count
    #expect(places == 1)
    #expect(try world.balances(ride)["passThrough"] == -(400 + 770))
  }

  @Test(
    "M14: A toll that is not as the catalogue has it leaves the whole bill to the operator",
    arguments: [
      ([("skyway", "7.21")], "\"skyway\" is 7.21 USD, expected at most 7.20"),
      ([("port", "1.00"), ("skyway", "7.20"), ("skyway", "0.01")], "reported twice"),
      ([("port", "1.00"), ("bridge", "2.00")], "no toll \"bridge\", of which 2.00 USD"),
    ] as [([(String, String)], String)])
  func M14_held(tolls: [(String, String)], words: String) throws {
    let world = try Self.world()
    let (ride, outcome) = try Self.ended(world, tolls)
    #expect(outcome.code == "success" && outcome.note.doubt?.contains(words) == true)
    let document = try #require(try world.document(ride))
    #expect(document.account.bill == nil && document.heldReason?.contains(words) == true)
    #expect(try world.vehicle("veh-7")?.ride == nil && world.balances(ride) == [:])
    // The price without what comes on top of it.
    let price = try #require(document.status.rideOption.priceRange?.maximumPrice)
    #expect(document.heldFare?.minorUnits == price.minorUnits - 400)
  }

  @Test("The operator's fare is billed with the other tolls, or with those that the operator names")
  func settled() throws {
    for names in [false, true] {
      let world = try Self.world()
      let (ride, _) = try Self.ended(world, [("port", "1.00"), ("skyway", "9.90")])
      let bare = try world.dispatch(
        Letter.settle(ride).id("bare").with {
          $0.body = $0.body.dropLast() + Self.tolls([("skyway", "9.90")])
        })[0]
      #expect(bare.reason == "illegalMove" && bare.path == "fare")
      let fare = #","fare":{"amount":"20.00","currencyCode":"USD"}"#
      let tolls = names ? Self.tolls([("skyway", "9.90"), ("Ferry", "3.00")]) : "}"
      let outcome = try world.dispatch(
        Letter.settle(ride).with { $0.body = $0.body.dropLast() + fare + tolls })[0]
      #expect(outcome.code == "success")
      #expect(
        try Self.onTop(world, ride).dropFirst()
          == (names ? ["Toll skyway 9.90", "Ferry 3.00"] : ["Toll port 1.00"]))
      #expect(try world.balances(ride).values.reduce(0, +) == 0)
    }
  }

  @Test("A toll in another currency is refused, and the ride goes on")
  func foreign() throws {
    let world = try Self.world()
    let (ride, outcome) = try Self.ended(world, [("skyway", "720")], "JPY")
    #expect(outcome.reason == "currencyUnsupported")
    #expect(outcome.path == "tolls[0].amount.currencyCode")
    #expect(try world.document(ride)?.status.phase == .ongoing)
  }

  @Test("A fixed fare includes the tolls that do not come on top of it")
  func fixedFare() throws {
    for (onTop, lines) in [([], []), (["skyway"], ["Toll skyway 7.20"])] as [([String], [String])] {
      let world = try Self.world(fixedFareWith: onTop)
      let (ride, outcome) = try Self.ended(world, [("skyway", "7.20"), ("port", "99.00")])
      #expect(outcome.note.doubt == nil)
      #expect(try Self.onTop(world, ride) == lines)
    }
  }
}

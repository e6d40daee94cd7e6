import Rides
import Testing

@Suite("Quotes for a booking") struct BookingQuoteTests {
  static func quote(
    _ selection: OptionSelection, trip: Trip = Fixture.trip, supply: Supply = Fixture.supply()
  ) throws -> Quote {
    try Fixture.quoter().quote(
      selection, for: trip, locale: "en_US", supply: supply, at: Fixture.now)
  }

  @Test(
    "P3, P8: The price is that of the tier of the party",
    arguments: [(1, 3775, 1), (2, 4175, 2), (3, 4175, 2), (4, 4575, 4), (6, 4575, 4)])
  func P3_P8_tiers(partySize: Int, price: Int64, minimum: Int) throws {
    let option = try Self.quote(OptionSelection(name: "SUV", partySize: partySize)).option
    #expect(option.priceRange == PriceRange(price: Fixture.cents(price)))
    #expect(option.availablePartySizeOptions.map(\.partySize.minimum) == [minimum])
    let extras = option.fareLineItems.filter { $0.title == "Extra people" }
    #expect(extras.map(\.price.minorUnits) == (price == 3775 ? [] : [price - 3775]))
  }

  @Test(
    "P3, P6, L6: A selection that names no option or no fitting party is refused",
    arguments: [
      (OptionSelection(name: "SUV"), Refusal.Reason.partySizeRequired, "partySize"),
      (OptionSelection(name: "SUV", partySize: 0), .belowOne, "partySize"),
      (OptionSelection(name: "SUV", partySize: -3), .belowOne, "partySize"),
      (OptionSelection(name: "SUV", partySize: 7), .aboveCapacity, "partySize"),
      (OptionSelection(name: "Compact", partySize: 2), .aboveCapacity, "partySize"),
      (OptionSelection(name: "Taxi", partySize: 5), .aboveCapacity, "partySize"),
      (OptionSelection(name: "Limousine", partySize: 1), .unknownOption, "rideOptionName"),
      (OptionSelection(name: nil, partySize: 1), .unknownOption, "rideOptionName"),
      (
        OptionSelection(name: "SUV", optionIdentifier: ProductKey("limo"), partySize: 1),
        .unknownOption, "optionIdentifier"
      ),
    ])
  func P3_P6_L6_refusals(selection: OptionSelection, reason: Refusal.Reason, path: String) {
    let refusal = #expect(throws: Refusal.self) { try Self.quote(selection) }
    #expect(refusal?.reason == reason)
    #expect(refusal?.path == path)
  }

  @Test("L4, L6: A name of any locale books, and a key does too")
  func L4_L6_names() throws {
    for selection in [
      OptionSelection(name: " camioneta", partySize: 1),
      OptionSelection(name: nil, optionIdentifier: ProductKey("suv"), partySize: 1),
      OptionSelection(name: "?", optionIdentifier: ProductKey("suv"), partySize: 1),
    ] {
      #expect(try Self.quote(selection).option.name == "SUV")
    }
  }

  @Test("A product with a price needs a drop-off, a metered one does not")
  func dropOff() throws {
    let trip = Trip(pickup: Fixture.downtown, dropOff: nil)
    let refusal = #expect(throws: Refusal.self) {
      try Self.quote(OptionSelection(name: "Compact"), trip: trip)
    }
    #expect(refusal?.reason == .notAvailableHere && refusal?.path == "dropOffLocation")
    #expect(try Self.quote(OptionSelection(name: "Taxi"), trip: trip).option.usesMeteredFare)
  }

  @Test("A ride can be booked while no vehicle is on duty")
  func noVehicle() throws {
    let empty = Supply(takenAt: Fixture.now, entries: [])
    let option = try Self.quote(OptionSelection(name: "Compact"), supply: empty).option
    #expect(option.estimatedPickupDate == Fixture.now.advanced(bySeconds: 900))
  }

  @Test("A price beyond the range of money is refused, not wrapped")
  func hugePrice() throws {
    var product = try Fixture.compact()
    product.tariff.rates.bands[0].rate = .perMile(Rate(microUnits: .max, currency: Fixture.dollars))
    let quoter = Quoter(catalogue: try Fixture.catalogue([try Fixture.area(products: [product])]))
    let refusal = #expect(throws: Refusal.self) {
      try quoter.quote(
        OptionSelection(name: "Compact"), for: Fixture.trip, locale: nil,
        supply: Fixture.supply(), at: Fixture.now)
    }
    #expect(refusal?.reason == .notAvailableHere)
  }
}

import Rides
import Testing

@Suite("What options show where the catalogue says so") struct OptionDetailTests {
  private static func list(
    _ trip: Trip = Fixture.trip, _ details: [String: [ProductDetail]]
  ) throws -> [RideOption] {
    var catalogue = try Fixture.catalogue()
    for index in catalogue.serviceAreas[0].products.indices {
      let key = catalogue.serviceAreas[0].products[index].key.rawValue
      catalogue.serviceAreas[0].products[index].details = details[key] ?? []
    }
    return try Quoter(catalogue: catalogue)
      .optionList(for: trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
      .quotes.map(\.option)
  }

  @Test("An option shows its capacity, its luggage and its picture where the catalogue has them")
  func L13_details() throws {
    let picture = "https://example.org/suv.png"
    let options = try Self.list(Fixture.trip, ["suv": [.capacity, .luggage(3), .image(picture)]])
    #expect(options[1].capacity == 6 && options[1].luggage == 3 && options[1].image == picture)
    #expect(options[1].booked.capacity == 6 && options[1].booked.image == picture)
    #expect(options[0].capacity == nil && options[0].luggage == nil && options[0].image == nil)
    #expect(options.allSatisfy { $0.estimatedPriceRange == nil })
  }

  @Test("A metered option estimates its price by the route, and has no price for all that")
  func L13_estimate() throws {
    let trip = Trip(pickup: Fixture.airport, dropOff: Fixture.uptown)
    let options = try Self.list(trip, ["taxi": [.estimate]])
    let taxi = try #require(options.first { $0.usesMeteredFare })
    #expect(taxi.priceRange == nil)
    let estimate = try #require(taxi.estimatedPriceRange)
    #expect(estimate.minimumPrice == estimate.maximumPrice)
    // The base and the charge of the airport, and some of the way.
    #expect(try #require(estimate.minimumPrice).minorUnits > 325 + 400)
    let open = try Self.list(Trip(pickup: Fixture.airport, dropOff: nil), ["taxi": [.estimate]])
    #expect(open.allSatisfy { $0.estimatedPriceRange == nil }, "of a trip without an end")
  }

  @Test("The lines of each tier add up to its price")
  func P9_tierLines() throws {
    let suv = try Self.list(Fixture.trip, ["suv": [.tierLines]])[1]
    #expect(suv.availablePartySizeOptions.count == 3)
    for tier in suv.availablePartySizeOptions {
      let sum = tier.fareLineItems.reduce(0) { $0 + $1.price.minorUnits }
      #expect(tier.priceRange == PriceRange(price: Fixture.cents(sum)))
    }
    #expect(
      suv.availablePartySizeOptions.map { $0.fareLineItems.last?.title }
        == ["SUV surcharge", "Extra people", "Extra people"])
    let plain = try Self.list(Fixture.trip, [:])[1]
    #expect(plain.availablePartySizeOptions.allSatisfy { $0.fareLineItems.isEmpty })
  }
}

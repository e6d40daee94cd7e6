import Testing

@testable import Rides

/// Each leg is ten miles in 25 minutes, whatever its places.
@Suite("Trips with stops on the way") struct StopTests {
  private static let west = Place(coordinate: Fixture.point(41.88, -87.8))

  private static func trip(
    _ stops: [Place], from pickup: Place = Fixture.downtown, to dropOff: Place? = Fixture.uptown
  ) -> Trip {
    Trip(pickup: pickup, dropOff: dropOff, stops: stops)
  }

  // 3.00, and for each leg 16.00 and 6.25.
  @Test(
    "B14: Distance and time are the sums of the legs, in list and booking",
    arguments: [([], 300 + 2_225), ([west], 300 + 4_450), ([west, Fixture.uptown], 300 + 6_675)]
      as [([Place], Int64)])
  func B14_legs(stops: [Place], price: Int64) throws {
    let trip = Self.trip(stops, to: Place(coordinate: Fixture.point(41.97, -87.65)))
    let quoter = try Fixture.quoter()
    let listed = try AreaRuleTests.list(quoter, trip)
    #expect(listed[0].priceRange == PriceRange(price: Fixture.cents(price)))
    let booked = try AreaRuleTests.book(quoter, "Compact", trip)
    #expect(booked.option.fareLineItems == listed[0].fareLineItems)
    #expect(booked.route?.seconds == Double(1_500 * (stops.count + 1)))
    let estimate = try quoter.estimate(of: "taxi", for: trip, locale: nil, at: Fixture.now)
    let metres = 16_093.44 * Double(stops.count + 1)
    #expect(abs(estimate.route.metres - metres) < 0.1)
  }

  @Test("B14: A leg is driven at the speed of the hour at which the one before it ends")
  func B14_hours() throws {
    var area = try Fixture.area()
    // From five o'clock on twice as fast as before.
    area.travel.metresPerSecondByHour = (0..<24).map { $0 < 5 ? 10 : 20 }
    let (start, routing) = (Fixture.now.advanced(bySeconds: -600), GreatCircleRouting())
    let trip = Self.trip([Self.west])
    let end = Fixture.uptown.coordinate
    let route = routing.route(of: trip, to: end, in: area, at: start)
    let legs = zip(trip.way, trip.way.dropFirst()).map { GreatCircle.metres($0, $1) * 1.2 }
    #expect(route.metres == legs[0] + legs[1])
    #expect(route.seconds == legs[0] / 10 + legs[1] / 20)
  }

  @Test("B14: A fixed fare is for the way between two places, and a meter counts one with stops")
  func B14_fixedFare() throws {
    let quoter = try AreaRuleTests.quoter { area in
      area.charges = []
      area.rules.fixedFares = [
        FixedFare(
          key: "airport", titles: Fixture.text("Flat", "Plana"), amount: Fixture.cents(7_000),
          occasion: .place(.either, [Fixture.airportZone]))
      ]
    }
    let (direct, stopping) = (Self.trip([], to: Fixture.airport), Self.trip([Fixture.airport]))
    let fixed = try AreaRuleTests.list(quoter, direct)
    #expect(fixed.allSatisfy { $0.priceRange?.minimumPrice == Fixture.cents(7_000) })
    for trip in [stopping, Self.trip([Self.west], to: Fixture.airport)] {
      let options = try AreaRuleTests.list(quoter, trip)
      #expect(options[0].priceRange == PriceRange(price: Fixture.cents(300 + 4_450)))
      #expect(options[2].usesMeteredFare && options[2].priceRange == nil)
    }
  }

  /// Trips that pay a charge of 4.00, and those that do not.
  @Test(
    "B14: For charges of places a stop counts as a drop-off, and each is paid once",
    arguments: [
      (.place(.either, [Fixture.airportZone]), [Fixture.airport], true),
      (.place(.dropOff, [Fixture.airportZone]), [west, Fixture.airport], true),
      (.place(.pickup, [Fixture.airportZone]), [Fixture.airport], false),
      (.place(.either, [Fixture.airportZone]), [west], false),
      (.way(from: [Fixture.airportZone], to: [north]), [Fixture.airport], true),
      (.way(from: [north], to: [Fixture.airportZone]), [Fixture.airport], false),
      (.way(from: [north], to: [Fixture.airportZone], bothWays: true), [Fixture.airport], true),
      (.way(from: [downtown], to: [Fixture.airportZone]), [west, Fixture.airport], true),
      (.way(from: [downtown], to: [north]), [west], true),
    ] as [(FareCharge.Occasion, [Place], Bool)])
  func B14_charges(occasion: FareCharge.Occasion, stops: [Place], isPaid: Bool) throws {
    let quoter = try AreaRuleTests.quoter { $0.charges[0].conditions.occasion = occasion }
    let lines = try AreaRuleTests.list(quoter, Self.trip(stops))[0].fareLineItems
    #expect(lines.count { $0.title == "Airport fee" } == (isPaid ? 1 : 0))
  }

  private static let downtown = Region(Fixture.square(41.8, -87.7, size: 0.1))
  private static let north = Region(Fixture.square(41.92, -87.7, size: 0.1))

  // The way goes 0.08 degrees north and back, all on one meridian: a half of each leg is in the
  // north, where both rates are twice as high.
  @Test("B14: Each part of a way with stops has the rates of its zone, in the order of the legs")
  func B14_zones() throws {
    let quoter = try AreaRuleTests.quoter { area in
      var period = TariffPeriod(
        hours: nil, counts: .ride, base: Fixture.cents(300),
        rates: RateCard(
          distance: .perMile(try Fixture.rate("3.20")), perMinute: try Fixture.rate("0.50")),
        minimumFare: nil)
      period.inZones = [Self.north]
      area.products[0].tariff.periods = [period]
    }
    let stop = Place(coordinate: Fixture.point(41.96, -87.63))
    let end = Place(coordinate: Fixture.point(41.8801, -87.6301))
    let price = try AreaRuleTests.list(quoter, Self.trip([stop], to: end))[0].priceRange
    let legs = 2 * (800 + 1_600 + 312.5 + 625)
    let whole = Double(try #require(price?.minimumPrice).minorUnits)
    #expect(abs(whole - 300 - legs) < 5)
    // Alone the direct way is not in the north at all.
    let direct = try AreaRuleTests.list(quoter, Self.trip([], to: end))[0].priceRange
    #expect(direct == PriceRange(price: Fixture.cents(300 + 2_225)))
  }

  @Test(
    "B14: A place that is the one before it, or that no vehicle reaches, is refused by its path",
    arguments: [
      ([Fixture.downtown], Fixture.uptown, "sameAsPickup", "waypoints[0]"),
      ([west, west], Fixture.uptown, "sameAsPickup", "waypoints[1]"),
      ([Fixture.uptown], Fixture.uptown, "sameAsPickup", "dropOffLocation"),
      ([west], nil, "notAvailableHere", "dropOffLocation"),
      ([west, sea], Fixture.uptown, "outsideServiceArea", "waypoints[1]"),
      ([vague], Fixture.uptown, "tooImprecise", "waypoints[0]"),
    ] as [([Place], Place?, String, String)])
  func B14_refused(stops: [Place], dropOff: Place?, reason: String, path: String) throws {
    let trip = Self.trip(stops, to: dropOff)
    let refusal = try #require(
      AreaRuleTests.refusal {
        try trip.checkPlaces()
        return try AreaRuleTests.list(try Fixture.quoter(), trip)
      })
    #expect("\(refusal.reason)" == reason && refusal.path == path)
  }

  private static let sea = Place(coordinate: Fixture.point(0, 0))
  private static let vague = Place(coordinate: west.coordinate, accuracyMetres: 2_000)

  @Test("B14: A way that ends where it began is a trip, if it stops in between")
  func B14_roundTrip() throws {
    try Self.trip([Self.west], to: Fixture.downtown).checkPlaces()
    let same = AreaRuleTests.refusal { try Self.trip([], to: Fixture.downtown).checkPlaces() }
    #expect(same?.reason == .sameAsPickup)
  }

  @Test("B14: A quote is for its stops in their order, and one without stops has none")
  func B14_quote() throws {
    let trip = Self.trip([Self.west, Fixture.airport])
    let claims = try QuoteClaimsTests.claims("compact", trip: trip)
    #expect(claims.stops.count == 2 && QuoteClaims(encoded: claims.encoded[...]) == claims)
    #expect(claims.matches(trip: trip))
    let others = [[Fixture.airport, Self.west], [Self.west], [], [Self.west, Fixture.downtown]]
    for stops in others {
      #expect(!claims.matches(trip: Self.trip(stops)))
      let other = try QuoteClaimsTests.claims("compact", trip: Self.trip(stops))
      #expect(!other.matches(trip: trip) && other.encoded != claims.encoded)
    }
    let booked = try QuoteClaimsTests.book(
      claims, OptionSelection(name: "Compact"), trip: trip,
      quoter: QuoteClaimsTests.dearerQuoter())
    #expect(booked.priceRange == PriceRange(price: Fixture.cents(300 + 6_675 + 400)))
  }

  @Test("B14: A ride ends too soon that no vehicle can drive by its stops")
  func B14_haste() throws {
    var ride = RideTests.waiting()
    ride.status.waypoints = [Fixture.airport]
    ride.status.dropOffLocation = Fixture.downtown
    ride.status.pickupLocation = Fixture.downtown
    ride.startedAt = Fixture.now
    let policy = PositionPolicy()
    // 55 km at 60 m/s.
    for (seconds, isDoubted) in [(60, true), (600, true), (1_000, false)] {
      let end = Fixture.now.advanced(bySeconds: seconds)
      ride.endedAt = end
      ride.status.vehicle = Vehicle(
        identifier: VehicleIdentifier("v"), location: Fixture.downtown.coordinate, locatedAt: end)
      let words = ride.endContradiction(policy, at: end)
      #expect((words != nil) == isDoubted, "\(words ?? "no doubt")")
      #expect(words?.contains("by its stops") != false)
    }
  }
}

import Testing

@testable import Rides

/// Each leg is ten miles in 25 minutes, whatever its places.
@Suite("Changes of a booked ride") struct RideChangeTests {
  private static let west = Place(coordinate: Fixture.point(41.88, -87.8))
  private static let farWest = Place(coordinate: Fixture.point(41.88, -87.9))

  /// A compact for 25.25 from downtown to uptown.
  private static func ride(
    _ name: String = "Compact", by quoter: Quoter? = nil, in phase: RidePhase = .received
  ) throws -> Ride {
    let quote = try AreaRuleTests.book(try quoter ?? Fixture.quoter(), name)
    var ride = RideTests.waiting()
    ride.status.rideOption = quote.option.booked
    ride.product = quote.product.key
    ride.agreedFare = quote.agreed
    ride.partySize = nil
    ride.status.estimatedPickupDate = Fixture.now
    guard phase != .received else { return ride }
    ride.status.phase = phase
    ride.status.vehicle = RideTests.vehicle
    if phase == .ongoing { ride.startedAt = Fixture.now }
    return ride
  }

  private static func change(
    _ ride: inout Ride, _ change: RideChange, by quoter: Quoter? = nil, fix: Fix? = nil
  ) throws -> Bool {
    let quoter = try quoter ?? Fixture.quoter()
    return try RideRepricing(quoter, supply: Fixture.supply(), at: RideTests.later)
      .change(&ride, by: change, fix: fix)
  }

  private static let consent = Fixture.cents(100_000)

  @Test("B15: What is not named stays, and a change to the same changes nothing")
  func B15_same() throws {
    var ride = try Self.ride()
    let before = ride
    let same = RideChange(pickup: Fixture.downtown, dropOff: Fixture.uptown, stops: [])
    #expect(try !Self.change(&ride, RideChange()) && !Self.change(&ride, same))
    #expect(ride == before)
  }

  @Test("B15: A ride costs its new trip, where the rider has agreed to that")
  func B15_price() throws {
    let (start, change) = (try Self.ride(), RideChange(stops: [Self.west]))
    for (maximum, reason) in [
      (nil, Refusal.Reason.priceTooHigh), (Fixture.cents(4_749), .priceTooHigh),
      (Fixture.cents(4_750), nil),
    ] as [(Money?, Refusal.Reason?)] {
      var ride = start
      var wanted = change
      wanted.maximumPrice = maximum
      do throws(Refusal) {
        #expect(try Fixture.repricing.change(&ride, by: wanted, fix: nil))
        #expect(reason == nil)
        #expect(ride.status.rideOption.priceRange == PriceRange(price: Fixture.cents(4_750)))
        #expect(ride.status.waypoints == [Self.west] && ride.status.sequence == 2)
        #expect(ride.routeSeconds == 3_000)
        #expect(ride.status.estimatedDropOffDate == Fixture.now.advanced(bySeconds: 3_000))
        #expect(ride.status.rideOption.fareLineItems.count == ride.agreedFare?.accounts.count)
      } catch {
        #expect(error.reason == reason && error.price == Fixture.cents(4_750))
        #expect(ride == start)
      }
    }
  }

  @Test("B15: What costs less needs no consent")
  func B15_cheaper() throws {
    var ride = try Self.ride()
    #expect(
      try Self.change(&ride, RideChange(stops: [Self.west], maximumPrice: Self.consent)))
    #expect(try Self.change(&ride, RideChange(stops: [])))
    #expect(ride.status.rideOption.priceRange == PriceRange(price: Fixture.cents(2_525)))
    #expect(ride.status.sequence == 3)
  }

  /// What a phase allows: pickup, drop-off and stops, time.
  @Test(
    "B15: A pickup is changed before a vehicle has the ride, the rest before its end",
    arguments: [
      (.received, true, true), (.confirmed, false, true), (.approachingPickup, false, true),
      (.pickup, false, true), (.ongoing, false, true), (.completed, false, false),
    ] as [(RidePhase, Bool, Bool)])
  func B15_phases(phase: RidePhase, pickup: Bool, rest: Bool) throws {
    let changes = [
      (RideChange(pickup: Self.west), pickup), (RideChange(dropOff: Self.west), rest),
      (RideChange(stops: [Self.west]), rest),
    ]
    for (change, isAllowed) in changes {
      var (ride, change) = (try Self.ride(in: phase), change)
      change.maximumPrice = Self.consent
      let refusal: Refusal?
      do throws(Refusal) {
        _ = try Fixture.repricing.change(&ride, by: change, fix: nil)
        refusal = nil
      } catch {
        refusal = error
      }
      #expect((refusal == nil) == isAllowed && refusal.map { $0.reason == .illegalMove } ?? true)
    }
    var ride = try Self.ride(in: phase)
    let later = RideChange(
      scheduledPickup: RequestedPickup(start: .instant(RideTests.later), end: nil))
    #expect(throws: Refusal.self, "it is not booked ahead") { try Self.change(&ride, later) }
  }

  // The vehicle is in the west while the drop-off changes: two legs.
  @Test("B15: With the rider aboard the trip goes by the place where the vehicle is")
  func B15_aboard() throws {
    let fix = Fix(location: Self.west.coordinate, at: RideTests.later)
    let change = RideChange(dropOff: Fixture.airport, maximumPrice: Self.consent)
    for (fix, legs) in [
      (fix, 2), (nil, 1),
      // Too old, and at the pickup.
      (Fix(location: Self.west.coordinate, at: Fixture.now.advanced(bySeconds: -9_000)), 1),
      (Fix(location: Fixture.downtown.coordinate, at: RideTests.later), 1),
    ] as [(Fix?, Int64)] {
      var ride = try Self.ride(in: .ongoing)
      #expect(try Self.change(&ride, change, fix: fix))
      let price = Fixture.cents(300 + 2_225 * legs + 400)
      #expect(ride.status.rideOption.priceRange == PriceRange(price: price))
      #expect(ride.turns.count == Int(legs - 1))
      let rest = RideTests.later.advanced(bySeconds: 1_500)
      #expect(legs == 1 || ride.status.estimatedDropOffDate == rest)
    }
  }

  /// Where the vehicle was, how many seconds ago, and whether a ride may become cheaper then.
  private typealias Seen = (place: Place?, age: Int, phase: RidePhase, isAllowed: Bool)

  // The start was reported 60 s ago.
  @Test(
    "B15: After the arrival a ride becomes cheaper only where a position shows what was driven",
    arguments: [
      (nil, 0, .approachingPickup, true), (west, 0, .approachingPickup, true),
      (Fixture.downtown, 0, .pickup, true), (Fixture.downtown, 120, .pickup, true),
      (Fixture.downtown, 121, .pickup, false), (west, 0, .pickup, false),
      (west, 121, .pickup, false), (nil, 0, .pickup, false),
      (west, 0, .ongoing, true), (west, 60, .ongoing, true), (west, 61, .ongoing, false),
      (west, 121, .ongoing, false), (nil, 0, .ongoing, false),
    ] as [Seen])
  func B15_unseen(_ seen: (place: Place?, age: Int, phase: RidePhase, isAllowed: Bool)) throws {
    let fix = seen.place.map {
      Fix(location: $0.coordinate, at: RideTests.later.advanced(bySeconds: -seen.age))
    }
    let airport = RideChange(dropOff: Fixture.airport, maximumPrice: Self.consent)
    let west = Fix(location: Self.west.coordinate, at: RideTests.later)
    let metered = try Self.ride("Taxi", in: .ongoing)
    var fixed = try Self.ride(in: .ongoing)
    #expect(try Self.change(&fixed, airport, fix: west))
    for (start, change, quoter) in [
      (fixed, RideChange(dropOff: Self.farWest), nil), (metered, airport, try Self.flat()),
    ] {
      // From the turn aboard on no fixed fare counts.
      if seen.phase == .ongoing, quoter != nil { continue }
      var ride = start
      ride.status.phase = seen.phase
      ride.startedAt = RideTests.later.advanced(bySeconds: -60)
      let done = Result { try Self.change(&ride, change, by: quoter, fix: fix) }
      #expect(((try? done.get()) ?? false) == seen.isAllowed, "\(done)")
    }
  }

  /// With a fixed fare to the airport.
  private static func flat() throws -> Quoter {
    try AreaRuleTests.quoter { area in
      area.rules.fixedFares = [
        FixedFare(
          key: "airport", titles: Fixture.text("Flat", "Plana"), amount: Fixture.cents(7_000),
          occasion: .place(.either, [Fixture.airportZone]))
      ]
    }
  }

  @Test("B15: With the rider aboard a stop can be added, and none is taken away")
  func B15_stopsAboard() throws {
    for (stops, isAllowed) in [
      ([Self.west], true), ([Self.west, Self.farWest], true), ([Self.farWest, Self.west], true),
      ([], false), ([Self.farWest], false),
    ] {
      var ride = try Self.ride(in: .ongoing)
      ride.status.waypoints = [Self.west]
      let change = RideChange(dropOff: Fixture.airport, stops: stops, maximumPrice: Self.consent)
      let isDone = (try? Self.change(&ride, change)) ?? false
      #expect(isDone == isAllowed)
    }
  }

  @Test("B15: A turn is where it lengthens the way the least, after the turn before it")
  func B15_turns() {
    func place(_ longitude: Double) -> Place { Place(coordinate: Fixture.point(41.8, longitude)) }
    var trip = Trip(pickup: place(-88), dropOff: place(-87.6), stops: [place(-87.9), place(-87.7)])
    trip.turns = [-87.8, -87.75, -87.95].map { Turn(place: place($0).coordinate) }
    #expect(
      trip.way.map(\.longitude) == [-88, -87.9, -87.8, -87.75, -87.95, -87.7, -87.6])
    // With the last one the first stop was added.
    trip.turns[2].stopsBefore = 0
    #expect(
      trip.way.map(\.longitude) == [-88, -87.8, -87.75, -87.95, -87.9, -87.7, -87.6])
    trip.turns = []
    #expect(trip.way.map(\.longitude) == [-88, -87.9, -87.7, -87.6])
  }

  @Test("B15: A meter keeps its rates, and has the charges of the new places")
  func B15_meter() throws {
    var ride = try Self.ride("Taxi")
    let meter = ride.agreedFare?.meter
    let dearer = try AreaRuleTests.quoter { area in
      area.products[2].tariff.base = Fixture.cents(9_900)
      area.products[2].tariff.rates = RateCard(
        distance: .perMile(try Fixture.rate("9.00")), perMinute: try Fixture.rate("9.00"))
    }
    #expect(try Self.change(&ride, RideChange(dropOff: Fixture.airport), by: dearer))
    #expect(ride.agreedFare?.meter == meter)
    let lines = ride.status.rideOption.fareLineItems
    #expect(lines.map(\.title) == ["Base charge", "Airport fee", "Per mile", "Per minute"])
    #expect(lines.map(\.price.minorUnits) == [325, 400, 225, 33])
    #expect(throws: Refusal.self, "a meter has no price to agree to") {
      try Self.change(&ride, RideChange(dropOff: Self.west, maximumPrice: Self.consent))
    }
  }

  @Test("B15: A price does not become a meter's, and a meter's only with consent a price")
  func B15_kind() throws {
    let quoter = try Self.flat()
    var ride = try Self.ride("Taxi", by: quoter)
    let toAirport = RideChange(dropOff: Fixture.airport)
    #expect(throws: Refusal.self) { try Self.change(&ride, toAirport, by: quoter) }
    var agreed = toAirport
    agreed.maximumPrice = Self.consent
    #expect(try Self.change(&ride, agreed, by: quoter))
    #expect(ride.status.rideOption.priceRange == PriceRange(price: Fixture.cents(7_400)))
    #expect(ride.agreedFare?.meter == nil && !ride.status.rideOption.usesMeteredFare)
    agreed.dropOff = Self.west
    #expect(throws: Refusal.self) { try Self.change(&ride, agreed, by: quoter) }
  }

  @Test("B15: The special pricing of the booking stays, and none is added")
  func B15_surge() throws {
    func surge(_ key: String, below free: Int? = nil) -> SpecialPricing {
      SpecialPricing(
        key: key, titles: Fixture.text(key, key),
        value: .multiplier(Multiplier(basisPoints: 20_000)), belowFreeVehicles: free)
    }
    let (busy, quiet) = (
      try AreaRuleTests.quoter { $0.rules.specialPricing = [surge("rush", below: 5)] },
      try AreaRuleTests.quoter { _ in }
    )
    let change = RideChange(stops: [Self.west], maximumPrice: Self.consent)
    for (booking, today, price) in [
      (busy, busy, 9_500), (quiet, busy, 4_750), (busy, quiet, 4_750),
    ] as [(Quoter, Quoter, Int64)] {
      var ride = try Self.ride(by: booking)
      #expect(try Self.change(&ride, change, by: today))
      #expect(ride.status.rideOption.priceRange == PriceRange(price: Fixture.cents(price)))
    }
  }
}

extension Fixture {
  /// Changes rides of the city, whose catalogue has no mistakes.
  fileprivate static var repricing: RideRepricing {
    get throws(Refusal) {
      guard let quoter = try? quoter() else { throw Refusal(.notAvailableHere, "no catalogue") }
      return RideRepricing(quoter, supply: supply(), at: RideTests.later)
    }
  }
}

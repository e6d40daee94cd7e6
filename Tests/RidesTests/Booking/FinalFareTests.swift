import RandomFixture
import Rides
import Testing

@Suite("The final fare") struct FinalFareTests {
  static let waiting = WaitingTerms(
    freeMinutes: 2, perMinute: Rate(microUnits: 500_000, currency: Fixture.dollars),
    titles: Fixture.text("Waiting", "Espera"))

  /// The city with waiting on every product.
  static func quoter(routing: any Routing = Fixture.TenMiles()) throws -> Quoter {
    var catalogue = try Fixture.catalogue()
    for index in catalogue.serviceAreas[0].products.indices {
      catalogue.serviceAreas[0].products[index].tariff.waiting = waiting
    }
    return Quoter(catalogue: catalogue, routing: routing)
  }

  /// A ride as it was booked and driven.
  ///
  /// More than five parameters: each test names the one or two that it is about.
  static func ride(
    _ name: String, partySize: Int? = nil, pickup: Place = Fixture.downtown,
    dropOff: Place? = Fixture.airport, waited: Int = 0, locale: String = "en_US",
    by other: Quoter? = nil
  ) throws -> Ride {
    let quote = try (other ?? quoter()).quote(
      OptionSelection(name: name, partySize: partySize),
      for: Trip(pickup: pickup, dropOff: dropOff), locale: locale,
      supply: Fixture.supply(), at: Fixture.now)
    var ride = Self.ride(of: quote, Trip(pickup: pickup, dropOff: dropOff))
    ride.locale = locale
    ride.startedAt = Fixture.now.advanced(bySeconds: waited)
    ride.endedAt = ride.startedAt?.advanced(bySeconds: 1_200)
    return ride
  }

  /// A ride of a quote, whose rider got in at once.
  static func ride(of quote: Quote, _ trip: Trip) -> Ride {
    var ride = RideTests.waiting()
    ride.status.rideOption = quote.option
    ride.status.pickupLocation = trip.pickup
    ride.status.dropOffLocation = trip.dropOff
    ride.product = quote.product.key
    ride.agreedFare = quote.agreed
    ride.partySize = trip.partySize
    ride.routeSeconds = quote.route.map { Int($0.seconds) }
    ride.arrivedAt = Fixture.now
    ride.startedAt = Fixture.now
    ride.endedAt = Fixture.now.advanced(bySeconds: 1_200)
    return ride
  }

  static func total(_ lines: [RideAccount.BilledLine]) -> Int64 {
    lines.map(\.item.price.minorUnits).reduce(0, +)
  }

  // Planted: waiting whose line is called as the option is.
  @Test("Invariant 8: The fare is at most what was quoted, and what is added has its own line")
  func bounded() throws {
    let quoter = try Self.quoter()
    var generator = SeededNumbers(seed: 8)
    for _ in 0..<2_000 {
      let isCompact = Bool.random(using: &generator)
      let waited = Int.random(in: -600...3_000, using: &generator)
      let ride = try Self.ride(
        isCompact ? "Compact" : "SUV",
        partySize: isCompact ? nil : .random(in: 1...6, using: &generator),
        dropOff: Bool.random(using: &generator) ? Fixture.airport : Fixture.uptown, waited: waited)
      let lines = quoter.finalFare(of: ride).lines
      let quoted = try #require(ride.status.rideOption.priceRange?.maximumPrice)
      let added = lines.filter { $0.item.title == "Waiting" }
      #expect(Self.total(lines) - Self.total(added) <= quoted.minorUnits)
      #expect(added.isEmpty == (waited <= 120))
      #expect(
        lines.dropLast(added.count).map(\.item)
          == ride.status.rideOption.fareLineItems.filter(\.kind.isPartOfSum))
    }
  }

  @Test(
    "A minute of waiting that has begun is charged in full, from the end of the free ones",
    arguments: [
      (0, 0), (120, 0), (121, 50), (180, 50), (181, 100), (3_600, 2_900), (-5, 0),
      (40_000_000, 0),
    ])
  func waits(seconds: Int, cents: Int64) throws {
    let lines = try Self.quoter().finalFare(of: try Self.ride("Compact", waited: seconds)).lines
    let line = lines.first { $0.item.title == "Waiting" }
    #expect((line?.item.price.minorUnits ?? 0) == cents)
    #expect(line.map(\.account) ?? .fareRevenue == .fareRevenue)
  }

  @Test("A vehicle that arrives before the booked time charges no waiting until then")
  func scheduled() throws {
    var ride = try Self.ride("Compact", waited: 700)
    let start = Fixture.now.advanced(bySeconds: 600)
    ride.status.scheduledPickupTime = PickupWindow(
      start: start, end: start.advanced(bySeconds: 600))
    let lines = try Self.quoter().finalFare(of: ride).lines
    #expect(!lines.contains { $0.item.title == "Waiting" })
  }

  @Test("The lines speak the rider's language, and a charge of a place is passed on")
  func lines() throws {
    let lines = try Self.quoter().finalFare(
      of: try Self.ride("SUV", partySize: 3, waited: 130, locale: "es_US")
    ).lines
    #expect(
      lines.map(\.item.title) == [
        "Tarifa base", "Distancia", "Tiempo", "Recargo", "Cargo de aeropuerto",
        "Personas adicionales", "Espera",
      ])
    #expect(lines.filter { $0.account == .passThrough }.map(\.item.price.minorUnits) == [400])
    #expect(Self.total(lines) == 500 + 2_100 + 875 + 300 + 400 + 400 + 50)
  }

  @Test("The meter's own figure is the fare, with the charges of places on top and no waiting")
  func meter() throws {
    let lines = try Self.quoter().finalFare(
      of: try Self.ride("Taxi", waited: 900), meteredFare: Fixture.cents(2_345)
    ).lines
    #expect(lines.map(\.item.title) == ["Taxi", "Airport fee"])
    #expect(lines.map(\.account) == [.fareRevenue, .passThrough])
    #expect(Self.total(lines) == 2_745)
  }

  @Test("A meter's fare is billed with the charges of the actual end")
  func realEnd() throws {
    let quoter = try Self.quoter()
    func lines(
      _ dropOff: Place?, _ end: Place, located seconds: Int, after tripSeconds: Int? = nil
    ) throws -> [Int64] {
      var ride = try Self.ride("Taxi", dropOff: dropOff)
      if let tripSeconds { ride.endedAt = ride.startedAt?.advanced(bySeconds: tripSeconds) }
      ride.status.vehicle = Vehicle(
        identifier: VehicleIdentifier("v"), location: end.coordinate,
        locatedAt: ride.startedAt?.advanced(bySeconds: seconds))
      return quoter.finalFare(of: ride, meteredFare: Fixture.cents(2_345)).lines
        .map(\.item.price.minorUnits)
    }
    #expect(try lines(nil, Fixture.airport, located: 1_150) == [2_345, 400])
    #expect(try lines(nil, Fixture.uptown, located: 1_150) == [2_345])
    #expect(try lines(Fixture.uptown, Fixture.airport, located: 1_150) == [2_345, 400])
    #expect(try lines(Fixture.airport, Fixture.uptown, located: 1_150) == [2_345])
    // Where the vehicle was before the rider came aboard says nothing of the end.
    #expect(try lines(Fixture.airport, Fixture.downtown, located: 0) == [2_345, 400])
    #expect(try lines(nil, Fixture.airport, located: 0) == [2_345])
    // Nor does where it was long before the end, or has gone since, as far as it could.
    #expect(try lines(Fixture.airport, Fixture.uptown, located: 600) == [2_345, 400])
    #expect(try lines(Fixture.airport, Fixture.uptown, located: 1_079) == [2_345])
    // What contradicts the drop-off takes its charge, also where the end is not known.
    #expect(try lines(Fixture.airport, Fixture.downtown, located: 0, after: 2) == [2_345])
    #expect(try lines(Fixture.airport, Fixture.downtown, located: 13, after: 1) == [2_345])
    #expect(try lines(Fixture.airport, Fixture.airport, located: 13, after: 1) == [2_345, 400])
    #expect(try lines(Fixture.downtown, Fixture.airport, located: 1_211) == [2_345])
    #expect(try lines(Fixture.downtown, Fixture.airport, located: 1_210) == [2_345, 400])
  }

  @Test("The catalogue has the charges of another end; the pickup's charges stay as booked")
  func bookedPickup() throws {
    var area = try Fixture.area()
    area.charges[0].value = .amount(Fixture.cents(900))
    let dearer = Quoter(catalogue: try Fixture.catalogue([area]), routing: Fixture.TenMiles())
    func lines(
      from pickup: Place, to dropOff: Place?, ended end: Place
    ) throws -> [Int64] {
      var ride = try Self.ride("Taxi", pickup: pickup, dropOff: dropOff)
      ride.status.vehicle = Vehicle(
        identifier: VehicleIdentifier("v"), location: end.coordinate,
        locatedAt: ride.startedAt?.advanced(bySeconds: 1_150))
      return dearer.finalFare(of: ride, meteredFare: Fixture.cents(2_345)).lines
        .map(\.item.price.minorUnits)
    }
    #expect(
      try lines(from: Fixture.airport, to: Fixture.uptown, ended: Fixture.downtown) == [2_345, 400])
    #expect(try lines(from: Fixture.airport, to: nil, ended: Fixture.downtown) == [2_345, 400])
    #expect(
      try lines(from: Fixture.uptown, to: Fixture.airport, ended: Fixture.downtown) == [2_345])
    #expect(
      try lines(from: Fixture.downtown, to: Fixture.uptown, ended: Fixture.airport) == [2_345, 900])
    #expect(try lines(from: Fixture.downtown, to: nil, ended: Fixture.airport) == [2_345, 900])
  }

  /// A way by positions that was ten miles.
  static func tenMiles(of ride: Ride, _ quoter: Quoter) throws -> DrivenWay {
    var way = try #require(quoter.drivenWay(of: ride, from: nil))
    #expect(way.anchor == ride.status.pickupLocation.coordinate)
    way.sections[0].metres = 16_093.44
    return way
  }

  @Test(
    "Without a meter's fare the tariff is applied to the driven distance and time",
    arguments: [true, false])
  func driven(hasDropOff: Bool) throws {
    let quoter = try Self.quoter()
    var ride = try Self.ride("Taxi", dropOff: hasDropOff ? Fixture.airport : nil, waited: 180)
    ride.driven = try Self.tenMiles(of: ride, quoter)
    ride.status.vehicle = Vehicle(
      identifier: VehicleIdentifier("v"), location: Fixture.airport.coordinate,
      locatedAt: ride.startedAt?.advanced(bySeconds: 1_150))
    let fare = quoter.finalFare(of: ride)
    // Ten miles in twenty minutes, not in the 25 that the way usually takes.
    #expect(fare.lines.map(\.item.price.minorUnits) == [325, 2_250, 667, 400, 50])
    #expect(fare.doubt == nil)
  }

  @Test("Without a plausible position of the trip it is the minimum fare, with a doubt")
  func unseen() throws {
    let quoter = try Self.quoter()
    var ride = try Self.ride("Taxi", dropOff: nil)
    let fare = quoter.finalFare(of: ride)
    #expect(Self.total(fare.lines) == 325)
    #expect(fare.doubt == "no meter's fare was reported, and none can be estimated")
    #expect(quoter.expectedFare(of: ride) == Fixture.cents(325 + 1_000))
    ride.agreedFare?.meter?.minimumFare = Fixture.cents(900)
    #expect(Self.total(quoter.finalFare(of: ride).lines) == 900)
    let held = try #require(quoter.heldFare(of: ride, meteredFare: nil, at: Fixture.now))
    #expect(held.fare == Fixture.cents(900))
    #expect(held.reason == "no meter's fare was reported, and no position shows the way")
  }

  @Test("A price that no meter decides needs no sum of the way")
  func priced() throws {
    #expect(try Self.quoter().drivenWay(of: Self.ride("SUV", partySize: 2), from: nil) == nil)
  }

  @Test(
    "The way begins where the vehicle was when the rider came aboard, if a position shows it",
    arguments: [(-121, false), (-120, true), (0, true), (10, true), (11, false)])
  func beginning(seconds: Int, isShown: Bool) throws {
    let ride = try Self.ride("Taxi")
    let fix = Fix(
      location: Fixture.uptown.coordinate,
      at: try #require(ride.startedAt).advanced(bySeconds: seconds))
    let way = try #require(try Self.quoter().drivenWay(of: ride, from: fix))
    #expect(way.anchor == (isShown ? Fixture.uptown : Fixture.downtown).coordinate)
  }

  @Test("What an odometer adds far beyond the positions is held, and so is a way with a long gap")
  func doubtful() throws {
    let quoter = try Self.quoter()
    var ride = try Self.ride("Taxi", dropOff: nil)
    ride.status.vehicle = Vehicle(
      identifier: VehicleIdentifier("v"), location: Fixture.airport.coordinate,
      locatedAt: ride.endedAt)
    func reason(byPosition metres: Double, gap: Double = 0) throws -> String? {
      var ride = ride
      var way = try Self.tenMiles(of: ride, quoter)
      (way.metresByPosition, way.longestGap) = (metres, gap)
      ride.driven = way
      return quoter.heldFare(
        of: ride, meteredFare: nil, at: Fixture.now.advanced(bySeconds: 1_200))?
        .reason
    }
    #expect(try reason(byPosition: 16_093) == nil)
    #expect(try reason(byPosition: 8_000) == nil)
    #expect(try reason(byPosition: 5_000)?.contains("the odometer shows 16093 m") == true)
    #expect(try reason(byPosition: 0)?.contains("the tariff for the trip comes to 32.42") == true)
    #expect(try reason(byPosition: 16_093, gap: 600) == nil)
    #expect(try reason(byPosition: 16_093, gap: 601)?.contains("the way for 601 s") == true)
    ride.endedAt = ride.endedAt?.advanced(bySeconds: 121)
    #expect(try reason(byPosition: 16_093)?.contains("where the trip ended") == true)
  }

  @Test("What was booked is the fare, waiting too, even when its product is no longer sold")
  func gone() throws {
    let ride = try Self.ride("Compact", waited: 600)
    let other = Quoter(
      catalogue: try Fixture.catalogue([Fixture.area(products: [Fixture.taxi()])]),
      routing: Fixture.TenMiles())
    let price = try #require(ride.status.rideOption.priceRange?.maximumPrice)
    // Eight minutes of waiting were to be paid when it was booked.
    #expect(Self.total(other.finalFare(of: ride).lines) == price.minorUnits + 400)
    #expect(other.expectedFare(of: ride) == price)
  }

  @Test(
    "Tips are suggested in percent of the fare, rounded half away from zero",
    arguments: [
      (1_000, [10, 15, 20], [100, 150, 200]), (905, [10, 15, 20], [91, 136, 181]),
      (4, [10, 15, 20], [1]), (0, [10], []), (1_000, [0, -5, 10, 10], [100]),
    ] as [(Int64, [Int], [Int64])])
  func tips(fare: Int64, percentages: [Int], tips: [Int64]) {
    let policy = Fixture.with(FeedbackPolicy()) { $0.tipPercentages = percentages }
    #expect(policy.tippingOptions(for: Fixture.cents(fare)).map(\.minorUnits) == tips)
  }

  @Test("What is held is the price and a buffer")
  func hold() throws {
    let policy = Fixture.with(PaymentPolicy()) { $0.authorizationBufferPercent = 15 }
    #expect(try policy.hold(for: Fixture.cents(905)) == Fixture.cents(1_041))
    #expect(throws: MoneyError.self) { try policy.hold(for: Fixture.cents(Money.limit)) }
  }
}

import RandomFixture
import Testing

@testable import Rides

@Suite("One price all the way") struct PricePropertyTests {
  /// A route that a seed has drawn.
  private struct Drawn: Routing {
    let drawn: Route

    func route(
      from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
    ) -> Route { drawn }
  }

  @Test("M5: List, quote, booking, receipt and books have the same price, for a thousand tariffs")
  func M5_onePrice() throws {
    var priced = (byTariff: 0, byMeter: 0)
    for seed in 1...1_000 {
      var draw = RandomTariffs(random: SeededNumbers(seed: UInt64(seed)))
      let route = Route(
        metres: .random(in: 0...30_000, using: &draw.random),
        seconds: Double(Int.random(in: 0...4_000, using: &draw.random)), slowSeconds: 300)
      let quoter = Quoter(
        catalogue: try Fixture.catalogue([try draw.area()]), routing: Drawn(drawn: route))
      let now = Fixture.now.advanced(bySeconds: .random(in: 0...86_400, using: &draw.random))
      let ends = [Fixture.downtown, Fixture.airport, Fixture.uptown].shuffled(using: &draw.random)
      let trip = Trip(
        pickup: ends[0], dropOff: ends[1], partySize: .random(in: 1...4, using: &draw.random))
      for quote in try quoter.optionList(
        for: trip, locale: nil, supply: Fixture.supply(), at: now
      ).quotes {
        let extras = draw.some(of: quote.option.extras)
        if try Self.isOnePrice(quote, extras, trip, quoter, at: now, seed) {
          priced.byTariff += 1
        } else {
          try Self.followMeter(quote.productKey, trip, quoter, at: now, seed)
          try Self.followWay(quote, trip, quoter, at: now, &draw)
          priced.byMeter += 1
        }
      }
    }
    #expect(priced.byTariff > 2_000 && priced.byMeter > 500)
  }

  /// Follows a product with a meter: what is estimated is billed where the meter shows as much.
  private static func followMeter(
    _ product: ProductKey, _ trip: Trip, _ quoter: Quoter, at now: Instant, _ seed: Int
  ) throws {
    let estimate = try quoter.estimate(of: product, for: trip, locale: nil, at: now)
    let booked = try quoter.quote(
      OptionSelection(name: nil, optionIdentifier: product), for: trip, locale: nil,
      supply: Fixture.supply(), at: now)
    var ride = FinalFareTests.ride(of: booked, trip)
    drive(&ride, from: now)
    #expect(quoter.expectedFare(of: ride) == estimate.total, "seed \(seed)")
    let agreed = try #require(booked.agreed)
    let explained = try quoter.explanation(
      of: OptionSelection(name: nil, optionIdentifier: product), for: trip, locale: nil,
      supply: Fixture.supply(), at: now)
    #expect(explained.lines.map(\.item) == estimate.lines, "seed \(seed)")
    let expected = try #require(
      quoter.meterEstimate(
        of: ride, agreed, booked.option.billedLines(agreed), to: trip.dropOff?.coordinate,
        seconds: booked.route?.seconds))
    #expect(
      expected.map(\.item) == estimate.lines.filter { $0.price.minorUnits != 0 }, "seed \(seed)")
    let shown = expected.filter { !$0.account.isOfCharges }.map(\.item.price)
    let billed = RidePayments(quoter: quoter, gateway: PaymentsByMessage(), now: now)
      .bill(&ride, meteredFare: shown.sum(in: Fixture.dollars))
    let charges = expected.filter(\.account.isOfCharges)
    #expect(ride.account.bill?.filter(\.account.isOfCharges) == charges, "seed \(seed)")
    #expect(revenue(of: billed.effects) == estimate.total.minorUnits, "seed \(seed)")
  }

  private static let revenues: [LedgerAccount] = [
    .fareRevenue, .surgeRevenue, .passThrough, .chargeRevenue,
  ]

  /// Follows one listed quote; false for one whose price a meter decides.
  ///
  /// More than five parameters: all that a seed has drawn.
  private static func isOnePrice(
    _ quote: ListedQuote, _ extras: [ExtraCount], _ trip: Trip, _ quoter: Quoter, at now: Instant,
    _ seed: Int
  ) throws -> Bool {
    guard var price = quote.priceBounds?.least else { return false }
    for extra in quote.option.extras {
      let count = extras.first { $0.identifier == extra.identifier }?.count ?? 0
      price += extra.price.minorUnits * Int64(count)
    }
    let claims = QuoteClaims(quote: quote, expires: now.advanced(bySeconds: 300))
    let held = try #require(QuoteClaims(encoded: claims.encoded[...]))
    let selection = OptionSelection(
      name: nil, optionIdentifier: quote.productKey, partySize: 1, extras: extras)
    let plain = try quoter.quote(
      selection, for: trip, locale: nil, supply: Fixture.supply(), at: now)
    let locked = try quoter.quote(
      held, selection: selection, for: trip, locale: nil, supply: Fixture.supply(), at: now)
    let explained = try quoter.explanation(
      of: selection, for: trip, locale: nil, supply: Fixture.supply(), at: now)
    #expect(explained.lines.map(\.item) == plain.option.fareLineItems, "seed \(seed)")
    try checkBases(of: explained, in: quote.area, seed)
    for booked in [plain, locked] {
      #expect(booked.option.priceRange?.maximumPrice?.minorUnits == price, "seed \(seed)")
      let listed = quote.option.fareLineItems
      #expect(Array(booked.option.fareLineItems.prefix(listed.count)) == listed, "seed \(seed)")
      #expect(booked.option.fareLineItems == plain.option.fareLineItems, "seed \(seed)")
      #expect(booked.agreed?.accounts == plain.agreed?.accounts, "seed \(seed)")
      var ride = FinalFareTests.ride(of: booked, trip)
      let payments = RidePayments(quoter: quoter, gateway: PaymentsByMessage(), now: now)
      let billed = payments.bill(&ride, meteredFare: nil)
      #expect(ride.account.bill?.map(\.item) == booked.option.fareLineItems, "seed \(seed)")
      #expect(revenue(of: billed.effects) == price, "seed \(seed)")
    }
    return true
  }

  /// Compares what is said to be a part of a sum with that part of it.
  private static func checkBases(
    of fare: FareExplanation, in area: ServiceArea, _ seed: Int
  ) throws {
    for line in fare.lines {
      guard let basis = line.basis else { continue }
      switch line.rule {
      case .charge(let index):
        let part = try area.charges[index].value.amount(on: basis, and: .zero(basis.currency))
        #expect(part == line.item.price, "seed \(seed)")
      case .specialPricing(let index):
        let part = try area.rules.specialPricing[index].value.addition(to: basis)
        let isLimited = area.products[fare.product].tariff.maximumFare != nil || fare.period != nil
        #expect(part == line.item.price || isLimited, "seed \(seed)")
      default: Issue.record("seed \(seed): \(line.rule) is of no sum")
      }
    }
  }

  private static func revenue(of effects: MoneyEffects) -> Int64 {
    effects.transactions.flatMap(\.entries).filter { revenues.contains($0.account) }
      .reduce(0) { $0 - $1.amount.minorUnits }
  }

  /// Lets a ride begin when it is booked, and take as long as before.
  private static func drive(_ ride: inout Ride, from now: Instant) {
    (ride.createdAt, ride.arrivedAt, ride.startedAt) = (now, now, now)
    ride.endedAt = now.advanced(bySeconds: 1_200)
  }

  /// Follows a metered quote over a drawn way and a paid toll to the books.
  private static func followWay(
    _ quote: ListedQuote, _ trip: Trip, _ quoter: Quoter, at now: Instant,
    _ draw: inout RandomTariffs
  ) throws {
    let booked = try quoter.quote(
      OptionSelection(name: nil, optionIdentifier: quote.productKey), for: trip, locale: nil,
      supply: Fixture.supply(), at: now)
    var ride = FinalFareTests.ride(of: booked, trip)
    drive(&ride, from: now)
    var way = try #require(quoter.drivenWay(of: ride, from: nil))
    draw.drive(&way.sections)
    for leg in way.later.indices { draw.drive(&way.later[leg].sections) }
    ride.driven = way
    ride.tolls = [PaidToll(identifier: "bridge", amount: draw.cents(1...900))]
    let fare = quoter.finalFare(of: ride).lines.map(\.item) + quoter.tollLines(of: ride).map(\.item)
    let minimum = ride.agreedFare?.meter?.minimumFare?.minorUnits ?? 0
    #expect(fare.map(\.price.minorUnits).reduce(0, +) > minimum)
    let payments = RidePayments(quoter: quoter, gateway: PaymentsByMessage(), now: now)
    let billed = payments.bill(&ride, meteredFare: nil)
    #expect(billed.doubt == nil && ride.account.bill?.map(\.item) == fare)
    #expect(revenue(of: billed.effects) == fare.map(\.price.minorUnits).reduce(0, +))
  }
}

/// A product with its texts and its constant lines in every locale.
final class PricedProduct: Sendable {
  /// The texts of a product in one locale.
  final class Texts: Sendable {
    let name: String
    let disclaimer: String?
    let prompt: String?
    let tierDescriptions: [String]
    let surcharges: [FareLine]
    /// The forms of the prices of a unit of distance and of time, as a meter shows them.
    let distanceRate: Int
    let timeRate: Int
    /// The forms of the lines for base, distance, time, the differences to the lowest and the
    /// highest fare, and the extra of a tier.
    let base: Int
    let distance: Int
    let time: Int
    let minimumFare: Int
    let maximumFare: Int
    let partySize: Int
    let waitingTitle: String

    fileprivate init(
      _ product: Product, locales: LocaleTable, locale: Int, forms: inout [FareForm]
    ) {
      func text(_ table: [String: String], _ otherwise: String = "") -> String {
        locales.texts(table, otherwise: otherwise)[locale]
      }
      let tariff = product.tariff
      name = text(product.names, product.key.rawValue)
      disclaimer = product.disclaimers.map { text($0) }
      if case .tiered(let tiers) = product.pricing {
        prompt = text(tiers.prompts)
        tierDescriptions = tiers.tiers.map { text($0.descriptions) }
      } else {
        prompt = nil
        tierDescriptions = []
      }
      func form(_ title: String, _ kind: FareLineItem.Kind = .amount) -> Int {
        forms.append(FareForm(title, .fareRevenue, kind: kind))
        return forms.count - 1
      }
      let titles = tariff.titles
      base = form(text(titles.base, "base"))
      surcharges = tariff.surcharges.map {
        FareLine(form: form(text($0.titles, "surcharge")), minorUnits: $0.amount.minorUnits)
      }
      distanceRate = form(
        text(tariff.distanceRate ?? titles.distanceRate, "distance"), .ratePerDistance)
      timeRate = form(text(tariff.timeRate ?? titles.timeRate, "time"), .ratePerTime)
      distance = form(text(titles.distance, "distance"))
      time = form(text(titles.time, "time"))
      minimumFare = form(text(titles.minimumFare, "minimum fare"))
      maximumFare = form(text(titles.maximumFare ?? [:], "highest fare"), .discount)
      partySize = form(text(titles.partySize, "party size"))
      waitingTitle = text(tariff.waiting?.titles ?? [:], "waiting")
    }
  }

  /// The prices of a tariff for some trips.
  ///
  /// A class, so that each quote refers to them at the cost of one reference count.
  final class Prices: Sendable {
    /// The index of the period that has them; nil is the tariff.
    let period: Int?
    let base: Money
    let rates: RateCard
    let minimumFare: Money?
    let minimumCover: MinimumCover
    let maximumFare: Money?
    /// The rates that take over within a ride from `start` on.
    let changes: [RateChange]
    /// The rates of each place, see `RideRates`.
    let zones: [[Region]]
    let places: [PlaceRates]
    private let line: [Coordinate]
    /// Nil where none take over.
    private let start: Instant?
    /// Nil also where rates take over.
    private let proportionalRates: ProportionalRates?

    /// More than five parameters: the last five are of rates that take over.
    init(
      _ terms: TariffPeriod, period: Int?, changes: [RateChange] = [], zones: [[Region]] = [],
      places: [PlaceRates] = [], from start: Instant? = nil,
      along line: [Coordinate] = []
    ) {
      self.period = period
      base = terms.base
      rates = terms.rates
      minimumFare = terms.minimumFare
      minimumCover = terms.minimumCover
      maximumFare = terms.maximumFare
      self.changes = changes
      self.zones = zones
      self.places = places
      self.line = line
      self.start = start
      proportionalRates = start == nil ? terms.rates.proportionalRates : nil
    }

    /// The price of the distance and that of the time of a route.
    func amounts(for route: Route) throws(MoneyError) -> (distance: Money, time: Money) {
      if let proportionalRates { return try proportionalRates.amounts(for: route) }
      guard let start else { return try rates.amounts(for: route) }
      return try rideRates.amounts(for: route, from: start)
    }

    var rideRates: RideRates {
      RideRates(first: rates, changes: changes, zones: zones, places: places, line: line)
    }

    /// What a sum lacks to the lowest fare that covers it; nil where it lacks nothing.
    func lack(of sum: Money, covering cover: MinimumCover) -> Money? {
      guard let minimumFare, minimumFare.minorUnits > sum.minorUnits, minimumCover == cover else {
        return nil
      }
      return minimumFare.minus(sum)
    }

    /// Base, distance and time of a route.
    func counted(over route: Route) throws(MoneyError) -> Money {
      let counted = try amounts(for: route)
      return try base.adding(counted.distance).adding(counted.time)
    }
  }

  let product: Product
  /// Its index in the area.
  let number: Int
  private let ownPrices: Prices
  /// With the index of the list of zones in which each holds; nil is everywhere.
  private let periods: [(period: TariffPeriod, prices: Prices, zones: Int?)]
  /// Empty unless rates change within a ride by time, or by place.
  private let rideTurns: [Int]
  private let rideZones: [[Region]]
  /// By the number of the locale.
  let texts: [Texts]
  /// Nil when the party does not change the price.
  let tiers: [PartyTier]?
  let isMetered: Bool
  let extras: PricedExtras

  init(
    _ product: Product, extras: [Extra] = [], number: Int, locales: LocaleTable,
    forms: inout [FareForm]
  ) {
    self.product = product
    self.number = number
    let tariff = product.tariff
    ownPrices = Prices(tariff.otherwise, period: nil)
    rideTurns = tariff.rideTurns
    let rideZones = tariff.rideZones
    self.rideZones = rideZones
    periods = tariff.periods.enumerated().map {
      ($1, Prices($1, period: $0), rideZones.firstIndex(of: $1.inZones))
    }
    texts = locales.locales.indices.map {
      Texts(product, locales: locales, locale: $0, forms: &forms)
    }
    isMetered = product.pricing == .metered
    self.extras = PricedExtras(of: product, among: extras, locales: locales)
    if case .tiered(let tiers) = product.pricing { self.tiers = tiers.tiers } else { tiers = nil }
  }

  /// The prices at the pickup of a trip, without the rates that take over later.
  func pickupPrices(for trip: Trip, at time: LocalMoment) -> Prices {
    if periods.isEmpty { return ownPrices }
    let place = rideZones.place(of: trip.pickup.coordinate)
    return periods.first {
      place.isIn($0.zones) && $0.period.conditions.hold(for: trip, at: time)
    }?.prices ?? ownPrices
  }

  /// The prices of a trip.
  func prices(for trip: Trip, at time: LocalMoment) -> Prices {
    if periods.isEmpty { return ownPrices }
    let prices = pickupPrices(for: trip, at: time)
    guard rideZones.isEmpty else { return pricesByPlace(of: trip, at: time, from: prices) }
    guard !rideTurns.isEmpty else { return prices }
    let changes = changes(after: prices.rates, for: trip, from: time, at: 0)
    if changes.isEmpty { return prices }
    return Prices(
      terms(of: prices.period), period: prices.period, changes: changes, from: time.instant)
  }

  /// The prices of a trip whose rates depend on where it is driven: those of the pickup, and the
  /// rates of all zones.
  private func pricesByPlace(of trip: Trip, at time: LocalMoment, from first: Prices) -> Prices {
    let places = (0..<1 << rideZones.count).map { place in
      let rates = terms(of: period(at: time.instant, for: trip, from: time, in: place)).rates
      return PlaceRates(
        rates: rates, changes: changes(after: rates, for: trip, from: time, at: place))
    }
    return Prices(
      terms(of: first.period), period: first.period,
      changes: places[rideZones.place(of: trip.pickup.coordinate)].changes, zones: rideZones,
      places: places, from: time.instant,
      along: trip.way)
  }

  private func terms(of period: Int?) -> TariffPeriod {
    period.map { periods[$0].period } ?? product.tariff.otherwise
  }

  /// The rates that take over at a place in the 24 hours from a pickup on.
  private func changes(
    after first: RateCard, for trip: Trip, from pickup: LocalMoment, at place: Int
  ) -> [RateChange] {
    var changes: [RateChange] = []
    for instant in rideTurns.isEmpty ? [] : pickup.turns(at: rideTurns) {
      let rates = terms(of: period(at: instant, for: trip, from: pickup, in: place)).rates
      guard rates != changes.last?.rates ?? first else { continue }
      changes.append(RateChange(at: instant, rates: rates))
    }
    return changes
  }

  /// The index of the period that holds at an instant of a ride and a place; nil is the tariff.
  func period(
    at instant: Instant, for trip: Trip, from pickup: LocalMoment, in place: Int
  ) -> Int? {
    let moment = pickup.moved(to: instant)
    return periods.firstIndex { period, _, zones in
      place.isIn(zones)
        && period.conditions.hold(for: trip, at: period.counts == .ride ? moment : pickup)
    }
  }

  /// The number of the tier for a party; nil for a product without tiers.
  ///
  /// A tiered product never guesses the size (rule P6), and no tier, open as it may be, exceeds the
  /// vehicle (1.10). Cargo has no party (rule P7).
  func tier(for partySize: Int?) throws(Refusal) -> Int? {
    guard product.isPartySizeRelevant else { return nil }
    guard let partySize else {
      guard tiers != nil else { return nil }
      throw Refusal(
        .partySizeRequired, "\(product.key) is priced by the size of the party", path: "partySize")
    }
    guard partySize >= 1 else {
      throw Refusal(
        .belowOne, "expected a party of at least 1, came \(partySize)", path: "partySize")
    }
    guard partySize <= product.capacity else {
      throw Refusal(
        .aboveCapacity, "expected a party of at most \(product.capacity), came \(partySize)",
        path: "partySize")
    }
    guard let tiers else { return nil }
    guard let tier = tiers.firstIndex(where: { $0.partySize.contains(partySize) }) else {
      throw Refusal(
        .noTier, "\(product.key) has no price for a party of \(partySize)",
        path: "partySize")
    }
    return tier
  }
}

extension Int {
  /// Whether a place is in the list of zones with that index; nil is everywhere.
  fileprivate func isIn(_ list: Int?) -> Bool { list.map { self & 1 << $0 != 0 } ?? true }
}

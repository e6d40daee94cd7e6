/// The agreed terms of a fare at the booking, beyond the lines shown to the rider.
///
/// They are stored with the ride, so that later changes of the catalogue do not affect it.
package struct AgreedFare: Hashable, Sendable {
  /// The accounts of the option's lines, in their order.
  package var accounts: [LedgerAccount]
  /// The indexes of the charges of places in those lines that apply wherever a metered ride ends;
  /// nil for a price, and for a ride of an earlier build.
  package var pickupCharges: [Int]?
  /// The charges among those lines that are shares of the fare.
  package var shares: [Share]
  /// The keys of the charges and tolls that come on top of a fixed fare; nil where all do.
  package var onTop: [String]?
  /// The indexes in those lines of the extras that the rider has chosen, which are paid wherever
  /// the ride ends.
  package var extraLines: [Int]
  /// Nil if waiting at the pickup is free.
  package var waiting: Waiting?
  /// Nil unless the meter decides.
  package var meter: Meter?
  /// What becomes of a price whose ride ends elsewhere; `held` for a ride of an earlier build.
  package var endElsewhere = EndElsewhere.Fare.held

  package init(
    accounts: [LedgerAccount], pickupCharges: [Int]? = nil, extraLines: [Int] = [],
    shares: [Share] = [],
    waiting: Waiting? = nil, meter: Meter? = nil
  ) {
    self.accounts = accounts
    self.pickupCharges = pickupCharges
    self.shares = shares
    self.extraLines = extraLines
    self.waiting = waiting
    self.meter = meter
  }

  /// A charge that is a share of the fare.
  package struct Share: Hashable, Sendable {
    /// Its index in the option's lines.
    package var line: Int
    package var share: FareShare

    package init(line: Int, share: FareShare) {
      self.line = line
      self.share = share
    }
  }

  /// The price of waiting at the pickup.
  package struct Waiting: Hashable, Sendable {
    /// Of its line.
    package var title: String
    package var freeMinutes: Int
    package var perMinute: Rate

    package init(title: String, freeMinutes: Int, perMinute: Rate) {
      self.title = title
      self.freeMinutes = freeMinutes
      self.perMinute = perMinute
    }
  }

  /// The rates of a meter, for a ride without a meter reading.
  package struct Meter: Hashable, Sendable {
    package var rates: RateCard
    /// Those that take over within the ride, ascending: of the 24 hours from the booked pickup on.
    package var changes: [RateChange]
    /// The lists of zones that have rates of their own, and the rates of each place by which of
    /// them contain it: 2 to the power of their number, or none.
    package var zones: [[Region]]
    package var places: [PlaceRates]
    package var minimumFare: Money?
    package var minimumCover: MinimumCover
    package var maximumFare: Money?
    /// Of the lines for distance, time, and the differences to the lowest and the highest fare.
    package var titles: Titles

    package init(
      rates: RateCard, changes: [RateChange] = [], zones: [[Region]] = [],
      places: [PlaceRates] = [], minimumFare: Money?, minimumCover: MinimumCover = .fare,
      maximumFare: Money? = nil, titles: Titles
    ) {
      self.minimumCover = minimumCover
      self.rates = rates
      self.changes = changes
      self.zones = zones
      self.places = places
      self.minimumFare = minimumFare
      self.maximumFare = maximumFare
      self.titles = titles
    }

    /// The titles of a meter's lines.
    package struct Titles: Hashable, Sendable {
      package var distance: String
      package var time: String
      package var minimumFare: String
      /// Nil without a highest fare.
      package var maximumFare: String?

      package init(
        distance: String, time: String, minimumFare: String, maximumFare: String? = nil
      ) {
        self.distance = distance
        self.time = time
        self.minimumFare = minimumFare
        self.maximumFare = maximumFare
      }
    }
  }

  /// The terms of a product beyond its lines, in one locale.
  init(
    of product: PricedProduct, prices: PricedProduct.Prices, texts: PricedProduct.Texts,
    forms: FareForms, accounts: [LedgerAccount]
  ) {
    let tariff = product.product.tariff
    self.accounts = accounts
    shares = []
    extraLines = []
    waiting = tariff.waiting.map { waiting in
      Waiting(
        title: texts.waitingTitle, freeMinutes: waiting.freeMinutes, perMinute: waiting.perMinute)
    }
    endElsewhere = product.product.endElsewhere.fare
    guard product.isMetered else { return }
    meter = Meter(
      rates: prices.rates, changes: prices.changes, zones: prices.zones, places: prices.places,
      minimumFare: prices.minimumFare, minimumCover: prices.minimumCover,
      maximumFare: prices.maximumFare,
      titles: Meter.Titles(
        distance: forms.all[texts.distance].title, time: forms.all[texts.time].title,
        minimumFare: forms.all[texts.minimumFare].title,
        maximumFare: prices.maximumFare == nil ? nil : forms.all[texts.maximumFare].title))
  }

  /// Whether a meter counts distance or time.
  var hasRates: Bool {
    meter?.cards.contains(where: \.hasRates) ?? false
  }
}

extension AgreedFare.Waiting {
  /// The line for a wait of `seconds` at the pickup, with each started minute in full; nil for a
  /// free wait.
  func line(waited seconds: Double) -> FareLineItem? {
    let terms = WaitingTerms(freeMinutes: freeMinutes, perMinute: perMinute, titles: [:])
    let minutes = terms.chargedMinutes(waited: seconds)
    guard minutes > 0, let price = try? perMinute.amount(for: Double(minutes)),
      price.minorUnits > 0
    else { return nil }
    return FareLineItem(title: title, kind: .amount, price: price)
  }
}

extension AgreedFare.Meter {
  /// All rates that may count.
  var cards: [RateCard] {
    [rates] + changes.map(\.rates) + places.flatMap { [$0.rates] + $0.changes.map(\.rates) }
  }

  /// The rates of a ride.
  var rideRates: RideRates {
    RideRates(first: rates, changes: changes, zones: zones, places: places)
  }

  /// The meter's fare for a distance and a time, line by line.
  ///
  /// The fixed lines of the booking, distance and time, each rounded once, and the difference to
  /// the lowest or the highest fare; throws beyond the range of money.
  func lines(
    fixed: [FareLineItem], over route: Route, from start: Instant,
    along line: [Coordinate]
  ) throws(MoneyError) -> [FareLineItem] {
    var rates = rideRates
    rates.line = line
    return try lines(fixed: fixed, try rates.amounts(for: route, from: start))
  }

  /// The most that it can show for a distance and a time: the fare by the dearest rates.
  func mostFare(fixed: [FareLineItem], over route: Route) throws(MoneyError) -> Money? {
    try cards.map { (card) throws(MoneyError) -> Money in
      try lines(fixed: fixed, try card.amounts(for: route)).map(\.price)
        .checkedSum(in: card.time.rate.currency)
    }.max { $0.minorUnits < $1.minorUnits }
  }

  /// The same for a way that was driven in that many seconds, or for none: the minimum fare.
  func lines(
    fixed: [FareLineItem], over way: DrivenWay?, from start: Instant, seconds: Double
  ) throws(MoneyError) -> [FareLineItem] {
    guard let way else {
      return try lines(fixed: fixed, try rates.amounts(for: Route(metres: 0, seconds: 0)))
    }
    return try lines(fixed: fixed, try rideRates.amounts(for: way, from: start, seconds: seconds))
  }

  /// The line of what a sum lacks to the lowest fare; nil where it lacks nothing.
  func lack(of sum: Money) -> FareLineItem? {
    guard let minimumFare, minimumFare.minorUnits > sum.minorUnits else { return nil }
    return FareLineItem(
      title: titles.minimumFare, kind: .amount, price: minimumFare.minus(sum))
  }

  private func lines(
    fixed: [FareLineItem], _ counted: (distance: Money, time: Money)
  ) throws(MoneyError) -> [FareLineItem] {
    var lines = Array(fixed.prefix(1))
    lines.append(
      FareLineItem(title: titles.distance, kind: .amount, price: counted.distance))
    lines.append(FareLineItem(title: titles.time, kind: .amount, price: counted.time))
    lines += fixed.dropFirst()
    let total = try lines.map(\.price).checkedSum(in: counted.time.currency)
    if minimumCover == .fare, let lack = lack(of: total) { lines.append(lack) }
    if let maximumFare, let title = titles.maximumFare, maximumFare.minorUnits < total.minorUnits {
      lines.append(
        FareLineItem(title: title, kind: .discount, price: maximumFare.minus(total)))
    }
    return lines.filter { $0.price.minorUnits != 0 }
  }
}

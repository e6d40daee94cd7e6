/// The components of the price of a trip (rules M3, M4), all in one currency (rule M8).
package struct Tariff: Hashable, Sendable {
  /// The fixed price of every ride.
  package var base: Money
  package var rates: RateCard
  /// Prices in the place of base, rates, minimum and maximum at certain times and places; the first
  /// that holds for a trip counts.
  package var periods: [TariffPeriod]
  /// Fixed parts beyond the base, such as the SUV surcharge.
  package var surcharges: [Surcharge]
  /// The minimum of base, distance, time and surcharges together, and of what else it covers; party
  /// extras are added to it.
  package var minimumFare: Money?
  package var minimumCover: MinimumCover
  /// The maximum of base, distance, time, surcharges and special pricing together, as the minimum
  /// without what is added.
  package var maximumFare: Money?
  /// Nil if waiting at the pickup is free.
  package var waiting: WaitingTerms?
  /// The highest meter fare of a ride; nil is the fare for `meterLimitMetres` and
  /// `meterLimitSeconds`.
  package var meterLimit: Money?
  package var titles: FareTitles
  /// What a meter's rates are called in the place of those titles, where its units are others.
  package var distanceRate: [String: String]?
  package var timeRate: [String: String]?

  package init(
    base: Money, rates: RateCard, periods: [TariffPeriod] = [], surcharges: [Surcharge] = [],
    minimumFare: Money? = nil, minimumCover: MinimumCover = .fare, maximumFare: Money? = nil,
    waiting: WaitingTerms? = nil, meterLimit: Money? = nil, titles: FareTitles
  ) {
    self.base = base
    self.rates = rates
    self.periods = periods
    self.surcharges = surcharges
    self.minimumFare = minimumFare
    self.minimumCover = minimumCover
    self.maximumFare = maximumFare
    self.waiting = waiting
    self.meterLimit = meterLimit
    self.titles = titles
  }

  /// A thousand kilometers, farther than any taxi ride.
  package static let meterLimitMetres = 1_000_000.0
  /// A day, longer than any taxi ride.
  package static let meterLimitSeconds = 86_400.0
}

/// What a lowest fare is the least of (rule M18).
package enum MinimumCover: String, Sendable, CaseIterable {
  /// Base, distance, time and surcharges.
  case fare
  /// These and the charges of the trip.
  case charges
  /// These and the chosen extras.
  case chargesAndExtras
}

/// The prices of a tariff at certain times and places, such as at night or to an airport.
package struct TariffPeriod: Hashable, Sendable {
  /// The time that has to be within its hours.
  package enum Moment: String, Hashable, Sendable, CaseIterable {
    /// That of the pickup, for the whole ride.
    case pickup
    /// Each moment of the ride, for the rates alone (rules M16, M21).
    case ride
  }

  /// The trips that it is for; of products it has its own alone.
  package var conditions: TripConditions
  package var counts: Moment
  /// The zones in which a moment of the ride has to be; none is everywhere (rule M21).
  package var inZones: [Region] = []
  package var base: Money
  package var rates: RateCard
  package var minimumFare: Money?
  package var minimumCover: MinimumCover
  package var maximumFare: Money?

  package init(
    hours: OperatingHours?, counts: Moment = .pickup, occasion: FareCharge.Occasion = .anywhere,
    base: Money, rates: RateCard, minimumFare: Money? = nil, minimumCover: MinimumCover = .fare,
    maximumFare: Money? = nil
  ) {
    self.minimumCover = minimumCover
    conditions = TripConditions(occasion: occasion, hours: hours)
    self.counts = counts
    self.base = base
    self.rates = rates
    self.minimumFare = minimumFare
    self.maximumFare = maximumFare
  }
}

extension Tariff {
  /// Its own prices, which hold where those of no period do.
  package var otherwise: TariffPeriod {
    TariffPeriod(
      hours: nil, base: base, rates: rates, minimumFare: minimumFare, minimumCover: minimumCover,
      maximumFare: maximumFare)
  }

  /// The minutes of a day at which rates may change within a ride, ascending.
  var rideTurns: [Int] {
    Set(periods.filter { $0.counts == .ride }.flatMap { $0.conditions.hours?.turns ?? [] }).sorted()
  }

  /// The different lists of zones that have rates of their own within a ride.
  var rideZones: [[Region]] {
    periods.map(\.inZones).reduce(into: []) { lists, zones in
      if !zones.isEmpty, !lists.contains(zones) { lists.append(zones) }
    }
  }
}

/// A fixed part of a fare with a name.
package struct Surcharge: Hashable, Sendable {
  /// By locale.
  package var titles: [String: String]
  package var amount: Money

  package init(titles: [String: String], amount: Money) {
    self.titles = titles
    self.amount = amount
  }
}

/// The price of waiting at the pickup.
package struct WaitingTerms: Hashable, Sendable {
  /// The free minutes.
  package var freeMinutes: Int
  /// For each started minute after that.
  package var perMinute: Rate
  /// Of the line of a fare, by locale.
  package var titles: [String: String]

  package init(freeMinutes: Int, perMinute: Rate, titles: [String: String]) {
    self.freeMinutes = freeMinutes
    self.perMinute = perMinute
    self.titles = titles
  }

  /// The charged minutes of a wait of `seconds`, with each started minute in full.
  package func chargedMinutes(waited seconds: Double) -> Int {
    let charged = seconds - Double(freeMinutes) * 60
    // A wait of more than a year is a wrong clock.
    guard charged > 0, charged < 31_536_000 else { return 0 }
    return Int((charged / 60).rounded(.up))
  }
}

/// The titles of the lines that explain a fare, each by locale.
package struct FareTitles: Hashable, Sendable {
  package var base: [String: String]
  package var distance: [String: String]
  package var time: [String: String]
  package var minimumFare: [String: String]
  /// Nil where no tariff has a highest fare.
  package var maximumFare: [String: String]?
  /// Of a party-size tier's extra.
  package var partySize: [String: String]
  /// Of the price of one mile or kilometre of a metered fare.
  package var distanceRate: [String: String]
  /// Of the price of one minute of a metered fare.
  package var timeRate: [String: String]

  package init(
    base: [String: String], distance: [String: String], time: [String: String],
    minimumFare: [String: String], partySize: [String: String], distanceRate: [String: String],
    timeRate: [String: String], maximumFare: [String: String]? = nil
  ) {
    self.base = base
    self.distance = distance
    self.time = time
    self.minimumFare = minimumFare
    self.maximumFare = maximumFare
    self.partySize = partySize
    self.distanceRate = distanceRate
    self.timeRate = timeRate
  }
}

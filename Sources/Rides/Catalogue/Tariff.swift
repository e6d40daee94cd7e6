/// The parts from which the price of a trip is made (rules M3, M4), all in one currency (rule M8).
package struct Tariff: Hashable, Sendable {
  /// What every ride costs before it moves.
  package var base: Money
  package var distance: DistanceRate
  package var perMinute: Rate
  /// Fixed parts beyond the base, such as the SUV surcharge.
  package var surcharges: [Surcharge]
  /// What base, distance, time and surcharges come to at least; charges of places and party extras
  /// go on top.
  package var minimumFare: Money?
  /// Nil when waiting at the pickup costs nothing.
  package var waiting: WaitingTerms?
  /// The most that a meter may show at the end of a ride; nil is what the tariff comes to over
  /// `meterLimitMetres` and `meterLimitSeconds`.
  package var meterLimit: Money?
  package var titles: FareTitles

  package init(
    base: Money, distance: DistanceRate, perMinute: Rate, surcharges: [Surcharge] = [],
    minimumFare: Money? = nil, waiting: WaitingTerms? = nil, meterLimit: Money? = nil,
    titles: FareTitles
  ) {
    self.base = base
    self.distance = distance
    self.perMinute = perMinute
    self.surcharges = surcharges
    self.minimumFare = minimumFare
    self.waiting = waiting
    self.meterLimit = meterLimit
    self.titles = titles
  }

  /// Farther than anybody takes a taxi, in a thousand kilometres.
  package static let meterLimitMetres = 1_000_000.0
  /// Longer than anybody takes a taxi: a day.
  package static let meterLimitSeconds = 86_400.0
}

/// The price of distance, in the unit in which the operator states it.
package enum DistanceRate: Hashable, Sendable {
  case perMile(Rate)
  case perKilometre(Rate)

  /// The price of one unit.
  package var rate: Rate {
    switch self {
    case .perMile(let rate), .perKilometre(let rate): rate
    }
  }

  /// The metres of one unit; the mile is the international one.
  package var metresPerUnit: Double {
    switch self {
    case .perMile: 1_609.344
    case .perKilometre: 1_000
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

/// What it costs to keep a vehicle waiting at the pickup.
package struct WaitingTerms: Hashable, Sendable {
  /// How long the vehicle waits for nothing.
  package var freeMinutes: Int
  /// For each minute begun after that.
  package var perMinute: Rate
  /// Of the line of a fare, by locale.
  package var titles: [String: String]

  package init(freeMinutes: Int, perMinute: Rate, titles: [String: String]) {
    self.freeMinutes = freeMinutes
    self.perMinute = perMinute
    self.titles = titles
  }

  /// The minutes that are charged for a wait of so many seconds, each one begun in full.
  package func chargedMinutes(waited seconds: Double) -> Int {
    let charged = seconds - Double(freeMinutes) * 60
    // A wait that outlives a year is a wrong clock.
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
  /// Of what a party-size tier costs beyond the tariff.
  package var partySize: [String: String]
  /// Of the price of one mile or kilometre of a metered fare.
  package var distanceRate: [String: String]
  /// Of the price of one minute of a metered fare.
  package var timeRate: [String: String]

  package init(
    base: [String: String], distance: [String: String], time: [String: String],
    minimumFare: [String: String], partySize: [String: String], distanceRate: [String: String],
    timeRate: [String: String]
  ) {
    self.base = base
    self.distance = distance
    self.time = time
    self.minimumFare = minimumFare
    self.partySize = partySize
    self.distanceRate = distanceRate
    self.timeRate = timeRate
  }
}

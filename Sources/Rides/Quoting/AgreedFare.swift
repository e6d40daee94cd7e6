/// What was agreed of a fare when its ride was booked, beyond the lines that the rider is shown.
///
/// It is kept with the ride, so that the ride ends on what was booked, whatever the catalogue says
/// by then.
package struct AgreedFare: Hashable, Sendable {
  /// Whose money the lines of the option are, in their order.
  package var accounts: [LedgerAccount]
  /// Where the charges of places stand among the lines that hold wherever a metered ride ends; nil
  /// for a price, and for a ride of an earlier build.
  package var pickupCharges: [Int]?
  /// Nil when waiting at the pickup costs nothing.
  package var waiting: Waiting?
  /// Nil unless the meter decides.
  package var meter: Meter?

  package init(
    accounts: [LedgerAccount], pickupCharges: [Int]? = nil, waiting: Waiting? = nil,
    meter: Meter? = nil
  ) {
    self.accounts = accounts
    self.pickupCharges = pickupCharges
    self.waiting = waiting
    self.meter = meter
  }

  /// What it costs to keep the vehicle waiting at the pickup.
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

  /// The rates by which a meter counts, for a ride whose meter reports nothing.
  package struct Meter: Hashable, Sendable {
    package var distance: DistanceRate
    package var perMinute: Rate
    package var minimumFare: Money?
    /// Of the lines of distance, of time, and of what lacks to the minimum.
    package var titles: Titles

    package init(
      distance: DistanceRate, perMinute: Rate, minimumFare: Money?, titles: Titles
    ) {
      self.distance = distance
      self.perMinute = perMinute
      self.minimumFare = minimumFare
      self.titles = titles
    }

    /// The titles of what a meter counts.
    package struct Titles: Hashable, Sendable {
      package var distance: String
      package var time: String
      package var minimumFare: String

      package init(distance: String, time: String, minimumFare: String) {
        self.distance = distance
        self.time = time
        self.minimumFare = minimumFare
      }
    }
  }

  /// What holds of a product beyond its lines, in one locale.
  init(of product: PricedProduct, texts: PricedProduct.Texts, accounts: [LedgerAccount]) {
    let tariff = product.product.tariff
    self.accounts = accounts
    waiting = tariff.waiting.map { waiting in
      Waiting(
        title: texts.waitingTitle, freeMinutes: waiting.freeMinutes, perMinute: waiting.perMinute)
    }
    guard product.isMetered else { return }
    meter = Meter(
      distance: tariff.distance, perMinute: tariff.perMinute, minimumFare: tariff.minimumFare,
      titles: Meter.Titles(
        distance: texts.distanceTitle, time: texts.timeTitle, minimumFare: texts.minimumFareTitle))
  }

  /// Whether a meter counts a way or a time.
  var hasRates: Bool {
    meter.map { $0.distance.rate.microUnits > 0 || $0.perMinute.microUnits > 0 } ?? false
  }
}

extension AgreedFare.Waiting {
  /// The line of a wait at the pickup of so many seconds, each minute begun in full; nil for one
  /// that is free.
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
  /// What the meter would show for a way and a time, line by line: what was fixed at the booking,
  /// distance and time, each rounded once, and what lacks to the minimum; nil beyond what money
  /// holds.
  func lines(
    fixed: [FareLineItem], metres: Double, seconds: Double
  ) throws(MoneyError) -> [FareLineItem] {
    var lines = Array(fixed.prefix(1))
    lines.append(
      FareLineItem(
        title: titles.distance, kind: .amount,
        price: try distance.rate.amount(for: metres / distance.metresPerUnit)))
    lines.append(
      FareLineItem(
        title: titles.time, kind: .amount, price: try perMinute.amount(for: seconds / 60)))
    lines += fixed.dropFirst()
    let total = try lines.map(\.price).checkedSum(in: perMinute.currency)
    if let minimumFare, minimumFare.minorUnits > total.minorUnits {
      lines.append(
        FareLineItem(
          title: titles.minimumFare, kind: .amount, price: minimumFare.minus(total)))
    }
    return lines.filter { $0.price.minorUnits != 0 }
  }
}

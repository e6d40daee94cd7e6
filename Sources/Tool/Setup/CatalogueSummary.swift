import Rides

extension Catalogue {
  /// What is in the catalogue: its locales and holidays, then each service area with its zones,
  /// products, charges and rules.
  var summary: [String] {
    let locales = locales.map { $0 == defaultLocale ? "\($0) (default)" : $0 }
    return ["locales: \(locales.joined(separator: ", "))"]
      + holidays.map {
        "holiday \($0.name): \($0.dates.map(\.description).joined(separator: ", "))"
      }
      + serviceAreas.flatMap { AreaSummary(area: $0, locale: defaultLocale).lines }
  }
}

/// What is in a service area, as lines.
struct AreaSummary {
  let area: ServiceArea
  let locale: String

  var lines: [String] {
    let zones = area.zones.keys.sorted().joined(separator: ", ")
    let content = [
      zones.isEmpty ? [] : ["zones: \(zones)"],
      area.products.flatMap { [product($0)] + TariffTable($0, self).lines.map { "  \($0)" } },
      rules,
    ]
    let hours = area.hours.map(\.shown) ?? "at all hours"
    return ["area \(area.key): \(area.currency.code), \(area.timeZone.name), \(hours)"]
      + content.joined().map { "  \($0)" }
  }

  /// What changes a price or a booking beside the tariffs.
  var rules: [String] {
    let lists: [[String]] = [
      area.extras.map(extra), area.charges.map(charge), area.rules.fixedFares.map(fixed),
      area.rules.tolls.map(toll), area.rules.specialPricing.map(pricing),
      area.rules.discounts.map(discount),
      area.rules.appBookings.map { "book in app: \($0.activityType)\(shown($0.scope))" },
      area.rules.restrictedZones.map { "restricted: \(names(of: $0.zones))" },
    ]
    return Array(lists.joined())
  }

  private func product(_ product: Product) -> String {
    let acceptance = product.requiresAcceptance ? ", accepted by drivers" : ""
    let hours = product.hours.map { ", \($0.shown)" } ?? ""
    let extras = product.extras.map { keys in
      ", extras " + (keys.isEmpty ? "none" : keys.map(\.rawValue).joined(separator: ", "))
    }
    return "product \(product.key): \(title(product.names, product.key.rawValue)), carries "
      + "\(product.capacity), \(product.pricing.word)\(acceptance)\(hours)\(extras ?? "")"
      + fees(of: product)
  }

  /// What may come to a ride beside its fare, and what the meter shows at most.
  private func fees(of product: Product) -> String {
    let end = product.endElsewhere.fare
    let limit =
      (product.tariff.meterLimit.map { ", meter limit \($0.decimalString)" } ?? "")
      + (end == .held ? "" : ", \(end) when it ends elsewhere")
    guard let policy = product.cancellation else { return limit }
    return limit + ", late cancellation \(policy.fee.decimalString)"
      + ", missed pickup \(policy.missedPickupFee.decimalString)"
  }

  private func toll(_ toll: Toll) -> String {
    "toll \(toll.key): \(title(toll.titles, toll.key)), at most \(toll.atMost.decimalString)"
  }

  private func extra(_ extra: Extra) -> String {
    "extra \(extra.key): \(title(extra.names, extra.key.rawValue)), \(terms(of: extra))"
  }

  /// What an extra costs, and how many a ride may have.
  func terms(of extra: Extra) -> String {
    "\(extra.price.decimalString), at most \(extra.atMost)"
      + (extra.requiresVehicle ? ", in vehicles that have it" : "")
      + (extra.fromPartySize.map {
        extra.isForEachPassenger
          ? ", one for each passenger from number \($0) on"
          : ", always for \($0) or more passengers"
      } ?? "")
      + (extra.fixedFares.map { ", beside the fixed fares \($0.joined(separator: ", "))" } ?? "")
  }

  /// Where and when a product has other prices.
  func shown(_ period: TariffPeriod) -> String {
    shown(period.conditions)
      + (period.inZones.isEmpty ? "" : ", where it is driven in \(names(of: period.inZones))")
      + (period.counts == .ride ? ", by each moment of the ride" : "")
  }

  /// The trips that something holds for.
  private func shown(_ conditions: TripConditions) -> String {
    shown(conditions.occasion) + (conditions.beyondMetres.map { ", beyond \($0.shortest) m" } ?? "")
      + (conditions.upToMetres.map { ", up to \($0.shortest) m" } ?? "")
      + (conditions.fromPartySize.map { ", for \($0) or more passengers" } ?? "")
      + shown(RuleScope(conditions))
  }

  private func shown(_ occasion: FareCharge.Occasion) -> String {
    switch occasion {
    case .anywhere: "everywhere"
    case .place(.either, let zones): "pickup or drop-off in \(names(of: zones))"
    case .place(.pickup, let zones): "pickup in \(names(of: zones))"
    case .place(.dropOff, let zones): "drop-off in \(names(of: zones))"
    case .way(let origins, let destinations, let bothWays):
      "from \(names(of: origins)) to \(names(of: destinations))\(bothWays ? " and back" : "")"
    }
  }

  private func charge(_ charge: FareCharge) -> String {
    "charge \(charge.key): \(title(charge.titles, charge.key)), \(terms(of: charge))"
  }

  /// What a charge adds, where, when and for what.
  func terms(of charge: FareCharge) -> String {
    "\(charge.value.shown), \(shown(charge.conditions))"
      + (charge.isKept ? ", kept by the operator" : "")
  }

  private func fixed(_ fare: FixedFare) -> String {
    "fixed fare \(fare.key): \(title(fare.titles, fare.key)), \(terms(of: fare))"
  }

  /// What a fixed fare is, where, when and for what.
  func terms(of fare: FixedFare) -> String {
    let charges = fare.onTop.map { $0.isEmpty ? "no charges" : $0.joined(separator: ", ") }
    let extras = fare.extrasOnTop.map { keys in
      keys.isEmpty
        ? " and no extras" : " and the extras \(keys.map(\.rawValue).joined(separator: ", "))"
    }
    return "\(fare.amount.decimalString), \(shown(fare.conditions))"
      + ", with \(charges ?? "all charges")\(extras ?? "") on top"
  }

  private func pricing(_ rule: SpecialPricing) -> String {
    "special pricing \(rule.key): \(title(rule.titles, rule.key)), \(terms(of: rule))"
  }

  /// What special pricing adds, when, where and for what.
  func terms(of rule: SpecialPricing) -> String {
    let few = rule.belowFreeVehicles.map { ", below \($0) free vehicles" } ?? ""
    let value =
      switch rule.value {
      case .multiplier(let multiplier): "times \(multiplier.decimalString)"
      case .amount(let amount): "\(amount.decimalString) more"
      }
    return "\(value)\(shown(rule.scope))\(few)"
  }

  private func discount(_ rule: Discount) -> String {
    "discount \(rule.key): \(title(rule.titles, rule.key)), \(terms(of: rule))"
  }

  /// What a discount takes off, when, where and for what.
  func terms(of rule: Discount) -> String {
    let value =
      switch rule.value {
      case .amount(let amount): amount.decimalString
      case .percent(let basisPoints): basisPoints.percentage
      }
    let sponsor = rule.sponsor.map { ", borne by \($0)" } ?? ""
    return "\(value)\(shown(rule.scope))\(sponsor)"
  }

  private func title(_ titles: [String: String], _ key: String) -> String { titles[locale] ?? key }

  /// When, where and for what a rule holds.
  private func shown(_ scope: RuleScope) -> String {
    let products = scope.products.map(\.rawValue).joined(separator: ", ")
    return (scope.zones.isEmpty ? "" : ", pickup in \(names(of: scope.zones))")
      + (products.isEmpty ? "" : ", for \(products)") + (scope.hours.map { ", \($0.shown)" } ?? "")
  }

  private func names(of zones: [Region]) -> String {
    let named = area.zones.sorted { $0.key < $1.key }
    return zones.map { zone in named.first { $0.value == zone }?.key ?? "a zone without a name" }
      .joined(separator: ", ")
  }
}

extension Int {
  /// Hundredths of a percent.
  fileprivate var percentage: String {
    self % 100 == 0 ? "\(self / 100) %" : "\((Double(self) / 100).rounded(digits: 2)) %"
  }
}

extension FareCharge.Value {
  /// `2.50`, `25 % of the fare, nearest multiple of 0.05`.
  fileprivate var shown: String {
    switch self {
    case .amount(let amount): return amount.decimalString
    case .share(let share):
      let rounding = share.rounding.map {
        ", rounded \($0.direction == .nearest ? "to the nearest" : "\($0.direction) to a")"
          + " multiple of \($0.step.decimalString)"
      }
      return "\(share.basisPoints.percentage) of the fare"
        + (share.basis == .fareAndCharges ? " and the charges before it" : "") + (rounding ?? "")
    }
  }
}

extension OperatingHours {
  /// `friday, saturday 22:00-06:00 the next day; …`.
  fileprivate var shown: String { spans.map(\.shown).joined(separator: "; ") }
}

extension OperatingHours.Span {
  fileprivate var shown: String {
    let isNextDay = toMinute > 1_440
    let booked = condition?.booked.map { ", booked \($0.rawValue)" } ?? ""
    return
      "\(shownDays) \(Self.time(fromMinute))-\(Self.time(isNextDay ? toMinute - 1_440 : toMinute))"
      + (isNextDay ? " the next day" : "") + booked
  }

  /// `monday to friday, not on holidays`, `on christmas, 2026-07-04`.
  private var shownDays: String {
    let named = condition.map { $0.holidays.map(\.name) + $0.dates.map(\.description) } ?? []
    let isAnyDay = days.count == Weekday.allCases.count
    let day = named.isEmpty ? shownWeek : isAnyDay ? "" : "\(shownWeek) "
    return day + (named.isEmpty ? "" : "on \(named.joined(separator: ", "))")
      + (condition?.notOn.isEmpty ?? true ? "" : ", not on holidays,")
  }

  private var shownWeek: String {
    let week = Weekday.allCases.filter(days.contains)
    if week.count == Weekday.allCases.count { return "every day" }
    // Three or more in a row.
    if week.count > 2, let first = week.first, let last = week.last,
      zip(week, week.dropFirst()).allSatisfy({ $0.next == $1 })
    {
      return "\(first) to \(last)"
    }
    return week.map(\.rawValue).joined(separator: ", ")
  }

  private static func time(_ minute: Int) -> String {
    "\((minute / 60).padded(to: 2)):\((minute % 60).padded(to: 2))"
  }
}

extension Product.Pricing {
  fileprivate var word: String {
    switch self {
    case .fixed: "fixed price"
    case .tiered(let tiers): "\(tiers.tiers.count) party-size tiers"
    case .metered: "metered"
    }
  }
}

/// When the products of an area are sold and its rules hold, by days that stand for all others.
struct SaleHours {
  private let area: ServiceArea
  /// From 2026 on.
  private let days: [Int]
  /// The same, and days of certain years that rules name, which may be past.
  private let allDays: [Int]
  /// The minutes of a day at which something may begin or end, ascending.
  private let minutes: [Int]
  /// How rides can be booked.
  private let bookings: [OperatingHours.Booked]

  init(_ area: ServiceArea) {
    self.area = area
    bookings = area.policies.scheduling == nil ? [.now] : [.now, .ahead]
    let sale = [area.hours] + area.products.map(\.hours)
    let all = (sale + area.rulesWithHours.map(\.hours)).compactMap(\.self)
    days = OperatingHours.kindsOfDays(in: sale.compactMap(\.self))
    allDays = OperatingHours.kindsOfDays(in: all) + all.flatMap(\.namedDays)
    minutes = Set([0] + all.flatMap(\.turns)).sorted()
  }

  /// Hours in which the area is served and nothing is sold.
  func gaps(_ path: String) -> [CatalogueMistake] {
    let found = days.flatMap { day in gaps(on: day).map { (hours: $0, day: day) } }
    return Dictionary(grouping: found, by: \.hours).sorted { $0.key < $1.key }.map { hours, gaps in
      let found = gaps.map(\.day)
      let date = LocalDateTime(clockSeconds: found[0] * 86_400).description.prefix(10)
      let some =
        found.count == days.count
        ? "on any day" : "on some days, such as \(Weekday(daysSinceEpoch: found[0])), \(date)"
      return CatalogueMistake(
        path: "\(path).products", message: "none is sold from \(hours) \(some)")
    }
  }

  private func gaps(on day: Int) -> [String] {
    var gaps: [String] = []
    var start: Int?
    for minute in minutes + [1_440] {
      let served = bookings.filter { minute < 1_440 && isServed(minute, day, $0) }
      let isGap =
        !served.isEmpty
        && !served.contains { booking in
          area.products.contains { isSold($0, minute, day, booking) }
        }
      if isGap, start == nil { start = minute }
      if !isGap, let from = start {
        gaps.append("\(Self.time(from)) to \(Self.time(minute))")
        start = nil
      }
    }
    return gaps
  }

  /// Products and rules with hours at which nothing of theirs is ever sold.
  func unmet(_ path: String) -> [CatalogueMistake] {
    area.rulesWithHours.filter { !isMet($0, bookings) }.map { rule in
      let isForAhead = isMet(rule, [.ahead])
      return CatalogueMistake(
        path: "\(path).\(rule.path)",
        message: "it never holds, since "
          + (isForAhead
            ? "rides are for now only, without scheduling in policies"
            : "none of its products is sold at its hours"))
    }
  }

  /// Whether a product of a rule is ever sold at its hours.
  private func isMet(_ rule: ServiceArea.TimedRule, _ bookings: [OperatingHours.Booked]) -> Bool {
    let products = area.products.filter {
      rule.products.isEmpty || rule.products.contains($0.key)
    }
    return bookings.contains { booking in
      allDays.contains { day in
        minutes.contains { minute in
          rule.hours?.contains(minute, on: day, for: booking) ?? true
            && isServed(minute, day, booking)
            && products.contains { isSold($0, minute, day, booking) }
        }
      }
    }
  }

  /// Products and rules that hold at no date any more.
  func past(_ path: String, on today: Int) -> [CatalogueMistake] {
    area.rulesWithHours.filter { $0.hours?.areOver(on: today) ?? false }.map {
      CatalogueMistake(
        path: "\(path).\($0.path)", message: "it holds no more, since all of its dates are past")
    }
  }

  private func isServed(
    _ minute: Int, _ day: Int, _ booking: OperatingHours.Booked
  ) -> Bool {
    area.hours?.contains(minute, on: day, for: booking) ?? true
  }

  private func isSold(
    _ product: Product, _ minute: Int, _ day: Int, _ booking: OperatingHours.Booked
  ) -> Bool {
    product.hours?.contains(minute, on: day, for: booking) ?? true
  }

  private static func time(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }
}

extension ServiceArea {
  fileprivate typealias TimedRule = (path: String, hours: OperatingHours?, products: [ProductKey])

  /// What has hours or products of its own, by its path in the area.
  fileprivate var rulesWithHours: [TimedRule] {
    func timed<Rule>(
      _ name: String, _ rules: [Rule], _ scope: (Rule) -> RuleScope
    ) -> [TimedRule] {
      rules.enumerated().map {
        ("\(name)[\($0.offset)]", scope($0.element).hours, scope($0.element).products)
      }
    }
    let periods = products.enumerated().flatMap { number, product in
      // A ride may last beyond the hours in which its product is sold.
      timed("products[\(number)].tariff.periods", product.tariff.periods) {
        RuleScope(hours: $0.counts == .ride ? nil : $0.conditions.hours, products: [product.key])
      }
    }
    return timed("products", products) { RuleScope(hours: $0.hours, products: [$0.key]) }
      + periods + timed("charges", charges) { RuleScope($0.conditions) }
      + timed("fixedFares", rules.fixedFares) { RuleScope($0.conditions) }
      + timed("specialPricing", rules.specialPricing, \.scope)
      + timed("discounts", rules.discounts, \.scope)
      + timed("bookInApp", rules.appBookings, \.scope)
  }
}

import Catalogues
import Rides

/// Why the lines of fares are what they are: where the catalogue says so, and in which words.
struct FareReasons {
  /// The rule of one line.
  struct Reason: Hashable {
    let path: String
    /// Empty where the price alone is all that it says.
    let words: String

    var text: String { words.isEmpty ? path : "\(path): \(words)" }
  }

  let catalogue: Catalogue
  let paths: CataloguePaths

  func reason(of line: FareExplanation.Line, in fare: FareExplanation) -> Reason {
    let area = catalogue.serviceAreas[fare.area]
    let basis = line.basis.map { "; of a sum of \($0.decimalString)" } ?? ""
    let path = paths.path(of: line.rule, in: fare)
    let summary = AreaSummary(area: area, locale: catalogue.defaultLocale)
    let product = area.products[fare.product]
    // A key that a period leaves out holds at all times.
    let period =
      path.contains(".tariff.periods[") ? fare.period.map { product.tariff.periods[$0] } : nil
    return Reason(
      path: path,
      words: (period.map { "\(summary.shown($0)): " } ?? "")
        + words(of: line, in: fare, summary, product) + basis)
  }

  private func words(
    of line: FareExplanation.Line, in fare: FareExplanation, _ summary: AreaSummary,
    _ product: Product
  ) -> String {
    let area = summary.area
    let period = fare.period.map { product.tariff.periods[$0] }
    let rates = period?.rates ?? product.tariff.rates
    switch line.rule {
    case .base:
      let included = TariffTable.included(rates)
      return included.isEmpty ? "for any trip" : "with \(included)"
    case .distance: return distance(line, rates, fare) + Self.counted(rates)
    case .time: return time(line, rates, fare) + Self.counted(rates)
    case .minimumFare:
      let least = period ?? product.tariff.otherwise
      return "at least \(TariffTable.shown(least.minimumFare, least.minimumCover))"
    case .maximumFare:
      let most = period.map(\.maximumFare) ?? product.tariff.maximumFare
      return "at most \(most?.decimalString ?? "")"
    case .surcharge: return "for any trip"
    case .tier(let index):
      guard case .tiered(let tiers) = product.pricing else { return "" }
      return tiers.tiers[index].descriptions[catalogue.defaultLocale] ?? ""
    case .charge(let index): return summary.terms(of: area.charges[index])
    case .fixedFare(let index): return summary.terms(of: area.rules.fixedFares[index])
    case .specialPricing(let index): return summary.terms(of: area.rules.specialPricing[index])
    case .discount(let index): return summary.terms(of: area.rules.discounts[index])
    case .extra(let index): return summary.terms(of: area.extras[index])
    }
  }

  /// The metres in each band at its rate; of a meter's rate the first.
  private func distance(
    _ line: FareExplanation.Line, _ rates: RateCard, _ fare: FareExplanation
  ) -> String {
    guard line.item.kind == .amount, !fare.parts.isEmpty else {
      return TariffTable.shown(rates.bands[0])
    }
    var start = 0.0
    let parts = fare.parts.map { part in
      let end = start + part.route.metres
      defer { start = end }
      if !part.rates.fareBands.isEmpty {
        return stages(of: part) {
          "\($1.metres.shortest) m, \(TariffTable.shown($0.bands[0]))"
        }
      }
      return part.rates.bands.enumerated().compactMap { index, band in
        let metres = part.rates.metres(of: index, from: start, to: end)
        return metres > 0 ? "\(metres.shortest) m, \(TariffTable.shown(band))" : nil
      }.joined(separator: "; ")
    }
    return joined(parts, line, fare) + Self.less(rates.includedMetres, "m")
      + (rates.sharesIncluded ? Self.less(rates.includedSeconds, "s", beside: "time") : "")
  }

  private func time(
    _ line: FareExplanation.Line, _ rates: RateCard, _ fare: FareExplanation
  ) -> String {
    guard line.item.kind == .amount, !fare.parts.isEmpty else {
      return TariffTable.shown(rates.time)
    }
    let parts = fare.parts.map { part in
      var time = part.rates.time
      // What is free of a stop is free once.
      if fare.parts.count > 1 { time.freeSecondsPerStop = 0 }
      if !part.rates.fareBands.isEmpty {
        return stages(of: part) { "\($1.seconds.shortest) s, \(TariffTable.shown($0.time))" }
      }
      return "\(time.counted(of: part.route).shortest) s, \(TariffTable.shown(part.rates.time))"
    }
    return joined(parts, line, fare) + Self.less(rates.includedSeconds, "s")
      + (rates.sharesIncluded ? Self.less(rates.includedMetres, "m", beside: "distance") : "")
  }

  /// What the base includes; beside what uses it up first it is the rest.
  private static func less(_ free: Double, _ unit: String, beside first: String? = nil) -> String {
    guard free > 0 else { return "" }
    let rest = first.map { "what the \($0) leaves of " } ?? ""
    return "; less \(rest)\(free.shortest) \(unit) in the base"
  }

  /// What each band by fare counts, of distance or of time.
  private func stages(
    of part: FareExplanation.Part, _ words: (RateCard, Route) -> String
  ) -> String {
    let stages = (try? part.rates.parts(of: part.route)) ?? []
    return stages.enumerated().map { index, stage in
      (index == 0 ? "" : "from a higher fare on ") + words(stage.rates, stage.route)
    }.joined(separator: "; ")
  }

  /// The parts of a ride, each later one with its time and the key that counts it.
  private func joined(
    _ words: [String], _ line: FareExplanation.Line, _ fare: FareExplanation
  ) -> String {
    zip(words, fare.parts).enumerated().map { index, part in
      guard index > 0 else { return part.0 }
      let path = paths.path(of: line.rule, in: fare, period: part.1.period)
      return "from \(part.1.from.description.dropFirst(11).prefix(5)) by \(path): \(part.0)"
    }.joined(separator: "; ")
  }

  /// How distance and time become money.
  private static func counted(_ rates: RateCard) -> String {
    (rates.steps.map { "; counted \(TariffTable.shown($0))" } ?? "")
      + (rates.rounding.map { "; rounded \(TariffTable.shown($0))" } ?? "")
  }
}

import Replay
import Rides

/// The tariff of a product in the words of an ordinance: a row for each term, a column for the
/// prices at each time, or a line for each time.
struct TariffTable {
  /// What is in force at some time.
  private struct Prices {
    let hours: String
    let base: Money
    let rates: RateCard
    let minimumFare: Money?
    let minimumCover: MinimumCover
    let maximumFare: Money?
  }

  private let product: Product
  private let columns: [Prices]

  init(_ product: Product, _ area: AreaSummary) {
    self.product = product
    let tariff = product.tariff
    let otherwise = tariff.periods.isEmpty ? "at all times" : "otherwise"
    columns =
      tariff.periods.map {
        Prices(
          hours: area.shown($0), base: $0.base, rates: $0.rates, minimumFare: $0.minimumFare,
          minimumCover: $0.minimumCover, maximumFare: $0.maximumFare)
      } + [
        Prices(
          hours: otherwise, base: tariff.base, rates: tariff.rates,
          minimumFare: tariff.minimumFare, minimumCover: tariff.minimumCover,
          maximumFare: tariff.maximumFare)
      ]
  }

  /// The table.
  var html: String {
    let heads = columns.map { "<th>\(Markup.escaped($0.hours))</th>" }
    let rows = terms.map { term, text in
      "<tr><th>\(Markup.escaped(term))</th>"
        + columns.map { "<td>\(Markup.escaped(text($0)))</td>" }.joined() + "</tr>"
    }
    return "<table><thead><tr><th></th>\(heads.joined())</tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table>"
  }

  /// The prices at each time with their terms.
  var lines: [String] {
    let terms = terms
    return columns.enumerated().map { number, prices in
      let period = number + 1 < columns.count ? "period: " : ""
      let texts = terms.compactMap { term, text in
        text(prices).isEmpty ? nil : "\(term) \(text(prices))"
      }
      return "\(period)\(prices.hours): \(texts.joined(separator: ", "))"
    }
  }

  /// The terms that a column at least has.
  private var terms: [(term: String, text: (Prices) -> String)] {
    let all: [(term: String, text: (Prices) -> String)] = [
      ("Base", { $0.base.decimalString }),
      ("Included in it", { Self.included($0.rates) }),
      (
        "Distance",
        {
          ($0.rates.bands.map(Self.shown) + Self.shown($0.rates.fareBands, base: $0.base))
            .joined(separator: "; ")
        }
      ),
      ("Time", { Self.shown($0.rates.time) }),
      ("Counted", { $0.rates.steps.map(Self.shown) ?? "" }),
      ("Rounded", { $0.rates.rounding.map(Self.shown) ?? "" }),
      ("Minimum fare", { Self.shown($0.minimumFare, $0.minimumCover) }),
      ("Highest fare", { $0.maximumFare?.decimalString ?? "" }),
    ]
    let surcharges = product.tariff.surcharges.map { surcharge in
      let title = surcharge.titles.sorted { $0.key < $1.key }.first?.value ?? "Surcharge"
      return (title, { (_: Prices) in surcharge.amount.decimalString })
    }
    let waiting = product.tariff.waiting.map { waiting in
      ("Waiting at the pickup", { (_: Prices) in Self.shown(waiting) })
    }
    return all.filter { term in columns.contains { !term.text($0).isEmpty } } + surcharges
      + (waiting.map { [$0] } ?? [])
  }

  static func shown(_ minimum: Money?, _ cover: MinimumCover) -> String {
    let amount = minimum?.decimalString ?? ""
    return switch cover {
    case .fare: amount
    case .charges: "\(amount), charges included"
    case .chargesAndExtras: "\(amount), charges and extras included"
    }
  }

  static func included(_ rates: RateCard) -> String {
    let other = { (name: String) in
      rates.sharesIncluded ? " or the \(name) that costs as much" : ""
    }
    return [
      rates.includedMetres > 0 ? "\(rates.includedMetres.shortest) m\(other("time"))" : nil,
      rates.includedSeconds > 0 ? "\(rates.includedSeconds.shortest) s\(other("distance"))" : nil,
    ].compactMap(\.self).joined(separator: " and ")
  }

  /// Each with the fare from which on it counts.
  private static func shown(_ bands: [FareBand], base: Money) -> [String] {
    bands.map { band in
      let fare = Money(
        minorUnits: base.minorUnits + band.fromAmount.minorUnits, currency: base.currency)
      return "from a fare of \(fare.decimalString): "
        + shown(
          DistanceBand(fromMetres: 0, rate: band.rate, secondsPerUnit: band.secondsPerUnit))
    }
  }

  static func shown(_ band: DistanceBand) -> String {
    let unit =
      switch band.rate.metresPerUnit {
      case DistanceRate.metresPerMile: "mile"
      case 1_000: "kilometer"
      default: "\(band.rate.metresPerUnit.shortest) m"
      }
    var text = "\(band.rate.rate.decimalString) for each \(unit)"
    if band.fromMetres > 0 { text = "from \(band.fromMetres.shortest) m: \(text)" }
    if let seconds = band.secondsPerUnit { text += ", a unit of time of \(seconds.shortest) s" }
    return text
  }

  static func shown(_ time: TimeRate) -> String {
    guard time.rate.microUnits > 0 else { return "" }
    let unit = time.secondsPerUnit == 60 ? "minute" : "\(time.secondsPerUnit.shortest) s"
    var text = "\(time.rate.decimalString) for each \(unit)"
    if time.onlyWhenSlow { text += " that the vehicle stands or is slow" }
    if time.freeSecondsPerStop > 0 {
      text += ", less \(time.freeSecondsPerStop.shortest) s of each stop"
    }
    return text
  }

  private static func shown(_ waiting: WaitingTerms) -> String {
    "\(waiting.perMinute.decimalString) for each minute after \(waiting.freeMinutes)"
  }

  static func shown(_ steps: FareSteps) -> String {
    let units =
      steps.distance == steps.time
      ? "in \(steps.distance.rawValue) units"
      : "in \(steps.distance.rawValue) units of distance, \(steps.time.rawValue) ones of time"
    return steps.areShared ? "\(units), to which distance and time add up" : units
  }

  static func shown(_ rounding: FareRounding) -> String {
    let words =
      switch rounding.direction {
      case .nearest: "to the nearest"
      case .up: "up to the next"
      case .down: "down to the last"
      }
    return "\(words) \(rounding.step.decimalString)"
  }
}

extension Double {
  /// Without the `.0` of a whole number, and with three decimals at most.
  var shortest: String {
    let rounded = (self * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int64(rounded))" : "\(rounded)"
  }
}

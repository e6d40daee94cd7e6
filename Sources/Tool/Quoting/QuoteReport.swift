import JSON
import Messages
import Replay
import Rides

/// Quotes as a table for a person, or as one JSON object.
struct QuoteReport {
  let quotes: OfflineQuotes
  /// Nil where lines are not explained.
  var reasons: FareReasons?

  var lines: [StyledText] {
    let names = quotes.entries.map { "\($0.option.optionIdentifier)" }
    let width = names.map(\.count).max() ?? 0
    return [StyledText(heading)]
      + quotes.entries.flatMap { entry in
        [title(of: entry, width)] + tiers(of: entry.option).map { StyledText($0) }
          + fareLines(of: entry)
      }
  }

  private var heading: String {
    let places = [quotes.trip.pickup, quotes.trip.dropOff].compactMap { $0?.shown }
    let way = quotes.route.map {
      ", \(($0.metres / 1_000).rounded(digits: 1)) km in \(Int(($0.seconds / 60).rounded())) min"
    }
    return "\(quotes.area.key) at \(localTime) (\(quotes.area.timeZone.name)): "
      + places.joined(separator: " to ") + (way ?? "")
  }

  /// What the clocks of the area show.
  private var localTime: String { quotes.area.timeZone.rfc3339(quotes.at) }

  private func title(of entry: OfflineQuotes.Entry, _ width: Int) -> StyledText {
    let option = entry.option
    let price =
      option.priceRange?.shown
      ?? entry.estimate.map { "about \(PriceRange(price: $0.total).shown) by the meter" }
      ?? "by the meter"
    let notes = [option.specialPricing, option.disclaimerMessage].compactMap(\.self)
    let key = "\(option.optionIdentifier)".leftAligned(in: width)
    return "\(key, .strong)  \(([option.name, price] + notes).joined(separator: "  "))"
  }

  private func tiers(of option: RideOption) -> [String] {
    option.availablePartySizeOptions.map { "    \($0.sizeDescription): \($0.priceRange.shown)" }
  }

  private func fareLines(of entry: OfflineQuotes.Entry) -> [StyledText] {
    let lines = entry.lines
    let said = entry.explanation.map { explanation in
      explanation.lines.map { reasons?.reason(of: $0, in: explanation).text }
    }
    let width = lines.map { $0.price.decimalString.count }.max() ?? 0
    return zip(lines, said ?? lines.map { _ in nil }).flatMap { line, reason in
      let price = line.price.decimalString.rightAligned(in: width)
      let percent = line.kind == .ratePerFare ? " (percent of the fare)" : ""
      let indent = String(repeating: " ", count: width + 6)
      return [StyledText("    \(price)  \(line.title)\(percent)", .dim)]
        + (reason.map { [StyledText("\(indent)\($0)", .dim)] } ?? [])
    }
  }
}

extension QuoteReport {
  /// The options as on the wire, each with its estimate.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([
        ("area", quotes.area.key), ("at", quotes.at.rfc3339), ("localTime", localTime),
        ("timeZone", quotes.area.timeZone.name),
      ])
      writer.key("route")
      if let route = quotes.route { write(route, into: &writer) } else { writer.null() }
      writer.key("options")
      writer.objects(quotes.entries) { entry, writer in
        writer.key("rideOption")
        RideOptionCoding.write(entry.option, into: &writer)
        writer.key("estimate")
        if let estimate = entry.estimate { write(estimate, into: &writer) } else { writer.null() }
        if let reasons, let explanation = entry.explanation {
          write(explanation, reasons, into: &writer)
        }
      }
    }
  }

  private func write(_ route: Route, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("metres", route.metres.rounded())
    writer.member("seconds", route.seconds.rounded())
    writer.endObject()
  }

  private func write(_ estimate: FareEstimate, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.texts([
      ("price", estimate.total.decimalString), ("currencyCode", estimate.total.currency.code),
    ])
    writer.key("fareLineItems")
    writer.objects(estimate.lines) { line, writer in
      writer.texts([("title", line.title), ("price", line.price.decimalString)])
    }
    writer.endObject()
  }

  private func write(
    _ explanation: FareExplanation, _ reasons: FareReasons, into writer: inout JSONWriter
  ) {
    writer.key("explanation")
    writer.objects(explanation.lines) { line, writer in
      let reason = reasons.reason(of: line, in: explanation)
      writer.texts([
        ("title", line.item.title), ("price", line.item.price.decimalString),
        ("rule", reason.path), ("says", reason.words),
      ])
    }
  }
}

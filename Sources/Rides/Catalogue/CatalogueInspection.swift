/// Inspects a catalogue and reports each mistake with its path.
struct CatalogueInspection {
  let catalogue: Catalogue
  private(set) var mistakes: [CatalogueMistake] = []

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  mutating func inspect() {
    check(!catalogue.locales.isEmpty, "locales", "expected at least one locale")
    checkUnique(catalogue.locales, "locales") { "locales[\($0)]" }
    check(
      catalogue.locales.contains(catalogue.defaultLocale), "defaultLocale",
      "expected one of the locales, came \"\(catalogue.defaultLocale)\"")
    check(!catalogue.serviceAreas.isEmpty, "serviceAreas", "expected at least one service area")
    checkUnique(catalogue.serviceAreas.map(\.key), "keys") { "serviceAreas[\($0)].key" }
    inspect(catalogue.wording)
    for (index, area) in catalogue.serviceAreas.enumerated() {
      inspect(area, "serviceAreas[\(index)]")
    }
  }

  /// Reports a mistake unless the condition holds.
  mutating func check(_ condition: Bool, _ path: String, _ message: String) {
    if !condition { report(path, message) }
  }

  mutating func report(_ path: String, _ message: String) {
    mistakes.append(CatalogueMistake(path: path, message: message))
  }

  /// Reports every repeated value.
  mutating func checkUnique(
    _ values: [String], _ what: String, path: (Int) -> String
  ) {
    var seen: Set<String> = []
    for (index, value) in values.enumerated() {
      check(
        seen.insert(value).inserted, path(index), "expected different \(what), \"\(value)\" repeats"
      )
    }
  }

  /// Reports a text that lacks, or is blank, in a locale.
  mutating func inspect(texts: [String: String], _ path: String) {
    for locale in catalogue.locales {
      let text = texts[locale] ?? ""
      check(
        !OptionName.folded(text).isEmpty, "\(path).\(locale)",
        "expected a text for every locale of the catalogue")
    }
    for locale in texts.keys.sorted() where !catalogue.locales.contains(locale) {
      check(false, "\(path).\(locale)", "expected only the locales of the catalogue")
    }
  }

  mutating func inspect(_ number: Int, _ range: ClosedRange<Int>, _ path: String) {
    check(
      range.contains(number), path,
      "expected \(range.lowerBound) to \(range.upperBound), came \(number)")
  }

  mutating func inspect(key: String, _ path: String) {
    check(!key.isEmpty, path, "expected a key that is not empty")
  }

  /// Reports an amount that is negative or of another currency than its area (rule M8).
  mutating func inspect(amount: Money, _ area: ServiceArea, _ path: String) {
    check(
      amount.minorUnits >= 0, path, "expected no negative amount, came \(amount.decimalString)")
    inspect(currency: amount.currency, area, path)
  }

  mutating func inspect(rate: Rate, _ area: ServiceArea, _ path: String) {
    check(rate.microUnits >= 0, path, "expected no negative rate")
    inspect(currency: rate.currency, area, path)
  }

  private mutating func inspect(currency: Currency, _ area: ServiceArea, _ path: String) {
    check(
      currency == area.currency, path,
      "expected the area's currency \(area.currency.code), came \(currency.code)")
  }

  mutating func inspect(_ area: ServiceArea, _ path: String) {
    inspect(key: area.key, "\(path).key")
    inspect(area.boundary, "\(path).boundary")
    if let hours = area.hours { inspect(hours, "\(path).hours") }
    inspect(area.rules, of: area, path)
    inspect(area.travel, "\(path).travel")
    inspect(area.policies, "\(path).policies")
    check(!area.products.isEmpty, "\(path).products", "expected at least one product")
    checkUnique(area.products.map(\.key.rawValue), "keys") { "\(path).products[\($0)].key" }
    inspectNames(of: area, path)
    inspectPictures(of: area, path)
    for (index, product) in area.products.enumerated() {
      inspect(product, area, "\(path).products[\(index)]")
    }
    inspectExtras(of: area, path)
    checkUnique(area.charges.map(\.key), "keys") { "\(path).charges[\($0)].key" }
    for (index, charge) in area.charges.enumerated() {
      inspect(charge, area, "\(path).charges[\(index)]")
    }
  }

  private mutating func inspect(_ charge: FareCharge, _ area: ServiceArea, _ path: String) {
    inspect(key: charge.key, "\(path).key")
    inspect(texts: charge.titles, "\(path).titles")
    switch charge.value {
    case .amount(let amount): inspect(amount: amount, area, "\(path).amount")
    case .share(let share):
      inspect(basisPoints: share.basisPoints, "\(path).percent")
      if let rounding = share.rounding { inspect(rounding, area, "\(path).rounding") }
    }
    inspect(charge.conditions, of: area, path)
    let products = charge.conditions.products
    inspect(
      partySizeOf: charge.conditions,
      for: area.products.filter { products.isEmpty || products.contains($0.key) }, path)
  }

  /// Reports places without a zone.
  mutating func inspect(_ occasion: FareCharge.Occasion, _ path: String) {
    switch occasion {
    case .anywhere: break
    case .place(_, let zones): inspect(needed: zones, "\(path).zones")
    case .way(let origins, let destinations, _):
      inspect(needed: origins, "\(path).fromZones")
      inspect(needed: destinations, "\(path).toZones")
    }
  }

  private mutating func inspect(needed zones: [Region], _ path: String) {
    check(!zones.isEmpty, path, "expected at least one zone")
    inspect(zones, path)
  }

  mutating func inspect(_ travel: TravelModel, _ path: String) {
    check(travel.circuity, 1...100, "\(path).circuity")
    check(travel.metresPerSecond, 0.1...100, "\(path).metresPerSecond")
    check(travel.fixedSeconds, 0...3_600, "\(path).fixedSeconds")
    check(travel.slowShare, 0...1, "\(path).slowShare")
    if let hours = travel.metresPerSecondByHour {
      check(
        hours.count == 24, "\(path).metresPerSecondByHour",
        "expected a number for each of the 24 hours, came \(hours.count)")
      for (hour, speed) in hours.enumerated() {
        check(speed, 0.1...100, "\(path).metresPerSecondByHour[\(hour)]")
      }
    }
    if let roads = travel.fastRoads {
      check(roads.beyondMetres, 0...1_000_000, "\(path).fastRoads.beyondMetres")
      check(roads.timesFaster, 1...100, "\(path).fastRoads.timesFaster")
    }
  }

  private mutating func check(_ number: Double, _ range: ClosedRange<Double>, _ path: String) {
    // NaN is in no range.
    check(
      range.contains(number), path,
      "expected \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound)), came \(number)")
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Reports spans without a day, with a day twice, that start beyond their day, that last longer
  /// than a day or not at all, or that begin on no day.
  mutating func inspect(_ hours: OperatingHours, _ path: String) {
    check(!hours.spans.isEmpty, path, "expected at least one span")
    for (index, span) in hours.spans.enumerated() {
      let spanPath = "\(path)[\(index)]"
      check(!span.days.isEmpty, "\(spanPath).days", "expected at least one day")
      checkUnique(span.days.map(\.rawValue), "days") { "\(spanPath).days[\($0)]" }
      if !span.days.isEmpty {
        check(span.everBegins, spanPath, "expected a day that meets all of it, there is none")
      }
      guard (0..<1_440).contains(span.fromMinute) else {
        check(false, "\(spanPath).from", "expected a time from 00:00 to 23:59")
        continue
      }
      let latest = span.fromMinute + 1_440
      check(
        span.toMinute > span.fromMinute && span.toMinute <= latest, "\(spanPath).to",
        "expected another time than \"from\", at most 24 hours after it")
    }
  }

  /// Reports rings that cross themselves or each other, and holes that are in no ring.
  mutating func inspect(_ region: Region, _ path: String) {
    for mistake in region.mistakes(path) { report(mistake.path, mistake.message) }
  }

  mutating func inspect(_ zones: [Region], _ path: String) {
    for (index, zone) in zones.enumerated() { inspect(zone, "\(path)[\(index)]") }
  }
}

extension Region {
  /// What is wrong with the rings of a region at that path.
  package func mistakes(_ path: String) -> [CatalogueMistake] {
    polygons.enumerated().compactMap { index, polygon in
      polygon.mistake.map {
        CatalogueMistake(
          path: polygons.count == 1 ? path : "\(path).coordinates[\(index)]", message: $0)
      }
    }
  }
}

extension Polygon {
  fileprivate var mistake: String? {
    if let (ring, edge) = longEdge {
      let (from, to) = Self.edge(edge, of: rings[ring])
      return
        "expected edges of at most 180 degrees; in ring \(ring) the edge from point \(edge) leads "
        + "from longitude \(from.longitude) to \(to.longitude), the long way around the earth. "
        + "Draw a MultiPolygon with one piece up to 180 and another one from -180; if that way is "
        + "meant, put a point between"
    }
    if let crossing = selfCrossing {
      return
        "expected a ring that does not cross itself; in ring \(crossing.ring) the edges from "
        + "points \(crossing.edges.0) and \(crossing.edges.1) meet"
    }
    if let (first, second) = meetingRings {
      return "expected rings that keep apart; rings \(first) and \(second) meet"
    }
    return strayHole.map { "expected holes inside the outer ring and apart; ring \($0) is not" }
  }
}

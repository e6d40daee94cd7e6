import Replay
import Rides

/// The fares of an area's products over the distance of a trip, as curves for a day, a night, a
/// Sunday and a holiday.
///
/// The trip begins and ends in no zone, if the area has such a place, and goes at the speed of the
/// travel model.
struct FareCurves {
  /// When a fare is asked for.
  private struct Occasion {
    let title: String
    let at: Instant
  }

  /// Kilometers and a fare in main units.
  private typealias Point = (x: Double, y: Double)

  private static let kilometres = 25
  private static let stepMetres = 100.0
  private static let size = (width: 680.0, height: 240.0)

  private let occasions: [Occasion]
  /// For each product, by the occasion.
  private let curves: [ProductKey: [[Point]]]

  init(of area: ServiceArea, in catalogue: Catalogue, at now: Instant) {
    let occasions = area.occasions(from: now, catalogue.holidays).map {
      Occasion(title: $0.title, at: $0.at)
    }
    let trip = area.plainTrip
    var curves: [ProductKey: [[Point]]] = [:]
    for product in area.products {
      curves[product.key] = Array(repeating: [], count: occasions.count)
    }
    for step in 1...Int(Double(Self.kilometres) * 1_000 / Self.stepMetres) {
      let metres = Double(step) * Self.stepMetres
      for (number, occasion) in occasions.enumerated() {
        let route = area.route(ofMetres: metres, at: occasion.at)
        let quoter = Quoter(catalogue: catalogue, routing: StatedRouting(route: route))
        for key in area.products.map(\.key) {
          let fare = try? quoter.estimate(of: key, for: trip, locale: nil, at: occasion.at)
          guard let fare = fare.flatMap({ Double($0.total.decimalString) }) else { continue }
          curves[key]?[number].append((metres / 1_000, fare))
        }
      }
    }
    self.occasions = occasions
    self.curves = curves
  }

  /// The curves of a product.
  func svg(_ key: ProductKey) -> String {
    let curves = curves[key] ?? []
    guard let highest = curves.joined().map(\.y).max().map(Self.roundedUp) else { return "" }
    let scale = (x: Self.size.width / Double(Self.kilometres), y: Self.size.height / highest)
    func place(_ point: Point) -> String {
      "\((point.x * scale.x).drawn),\((Self.size.height - point.y * scale.y).drawn)"
    }
    let lines = curves.enumerated().map { number, curve in
      "<polyline class=\"curve c\(number)\" points=\"\(curve.map(place).joined(separator: " "))\">"
        + "<title>\(occasions[number].title)</title></polyline>"
    }
    return """
      <svg viewBox="-60 -10 \((Self.size.width + 70).drawn) \((Self.size.height + 62).drawn)" \
      width="750" role="img" aria-label="Fares over kilometers">
      \(Self.axes(to: highest))
      \(lines.joined(separator: "\n"))
      \(legend)
      </svg>
      """
  }

  /// The end of the axis of fares: four times 1, 2, 2.5 or 5 of a power of ten.
  private static func roundedUp(_ highest: Double) -> Double {
    var power = 0.01
    while power * 40 < highest { power *= 10 }
    return [1, 2, 2.5, 5, 10].map { $0 * power * 4 }.first { $0 >= highest } ?? highest
  }

  private static func axes(to highest: Double) -> String {
    let across = stride(from: 0, through: kilometres, by: 5).map { kilometre in
      let x = (Double(kilometre) * size.width / Double(kilometres)).drawn
      return "<path class=\"axis\" d=\"M\(x) 0V\(size.height.drawn)\"/>"
        + "<text x=\"\(x)\" y=\"\((size.height + 15).drawn)\" text-anchor=\"middle\">"
        + "\(kilometre) km</text>"
    }
    let up = (0...4).map { quarter in
      let y = (size.height * (1 - Double(quarter) / 4)).drawn
      return "<path class=\"axis\" d=\"M0 \(y)H\(size.width.drawn)\"/>"
        + "<text x=\"-6\" y=\"\(y)\" text-anchor=\"end\">"
        + "\((highest * Double(quarter) / 4).drawn)</text>"
    }
    return (across + up).joined(separator: "\n")
  }

  private var legend: String {
    occasions.enumerated().map { number, occasion in
      let x = (Double(number) * 170).drawn
      let y = (Self.size.height + 38).drawn
      return "<path class=\"curve c\(number)\" d=\"M\(x) \(y)h24\"/>"
        + "<text x=\"\(x)\" dx=\"30\" y=\"\(y)\" dy=\"4\">\(Markup.escaped(occasion.title))</text>"
    }.joined(separator: "\n")
  }
}

extension ServiceArea {
  /// A Wednesday's noon and late evening, a Sunday's noon, and that of the next holiday.
  func occasions(
    from now: Instant, _ holidays: [Holiday]
  ) -> [(title: String, at: Instant)] {
    let days = (0..<400).map { timeZone.local(now.advanced(bySeconds: $0 * 86_400)) }
    func at(_ day: LocalDateTime?, _ hour: Int) -> Instant? {
      day.flatMap {
        LocalDateTime(year: $0.year, month: $0.month, day: $0.day, hour: hour, minute: 0)
      }.flatMap { timeZone.instants(of: $0).first }
    }
    let plain = days.filter { day in
      !holidays.contains { $0.dates.contains { $0.contains(day.daysSinceEpoch) } }
    }
    let wednesday = plain.first { $0.weekday == .wednesday }
    let next = days.lazy.compactMap { day in
      holidays.first { $0.dates.contains { $0.contains(day.daysSinceEpoch) } }
        .map { (name: $0.name, day: day) }
    }.first
    return [
      ("Wednesday 12:00", at(wednesday, 12)), ("Wednesday 23:00", at(wednesday, 23)),
      ("Sunday 12:00", at(plain.first { $0.weekday == .sunday }, 12)),
      ("\(next?.name ?? "") 12:00", at(next?.day, 12)),
    ].compactMap { title, at in at.map { (title, $0) } }
  }

  /// A trip that begins and ends in no zone, if a place of a grid is in none.
  var plainTrip: Trip {
    let corners = boundary.polygons.flatMap(\.outer)
    let latitudes = corners.map(\.latitude).sorted()
    let longitudes = corners.map(\.longitude).sorted()
    func between(_ values: [Double], _ part: Int) -> Double {
      values[0] + (values[values.count - 1] - values[0]) * (Double(part) + 0.5) / 40
    }
    let places = (0..<1_600).lazy.compactMap {
      Coordinate(latitude: between(latitudes, $0 / 40), longitude: between(longitudes, $0 % 40))
    }.filter { boundary.contains($0) }
    let plain = places.first { place in !zones.values.contains { $0.contains(place) } }
    let place = Place(coordinate: plain ?? places.first ?? corners[0])
    return Trip(pickup: place, dropOff: place)
  }
}

/// A way that is given, or that of the travel model.
struct StatedRouting: Routing {
  let route: Route?

  func route(
    from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route {
    route ?? GreatCircleRouting().route(from: origin, to: destination, in: area, at: time)
  }
}

extension CatalogueInspection {
  mutating func inspect(_ travel: TravelModel, _ path: String) {
    check(travel.circuity, 1...100, "\(path).circuity")
    check(travel.metresPerSecond, 0.1...100, "\(path).metresPerSecond")
    check(travel.fixedSeconds, 0...3_600, "\(path).fixedSeconds")
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
}

extension CatalogueInspection {
  /// Notes rings that cross themselves or each other, and holes that are in no ring.
  mutating func inspect(_ region: Region, _ path: String) {
    for mistake in region.mistakes(path) { note(mistake.path, mistake.message) }
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

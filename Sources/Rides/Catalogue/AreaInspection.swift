extension CatalogueInspection {
  mutating func inspect(_ area: ServiceArea, _ path: String) {
    check(!area.key.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(area.boundary, "\(path).boundary")
    inspect(area.travel, "\(path).travel")
    inspect(area.policies, "\(path).policies")
    check(!area.products.isEmpty, "\(path).products", "expected at least one product")
    noteRepeats(area.products.map(\.key.rawValue), "keys") { "\(path).products[\($0)].key" }
    inspectNames(of: area, path)
    for (index, product) in area.products.enumerated() {
      inspect(product, area, "\(path).products[\(index)]")
    }
    noteRepeats(area.charges.map(\.key), "keys") { "\(path).charges[\($0)].key" }
    for (index, charge) in area.charges.enumerated() {
      inspect(charge, area, "\(path).charges[\(index)]")
    }
  }

  private mutating func inspect(_ polygon: Polygon, _ path: String) {
    guard let crossing = polygon.selfCrossing else { return }
    check(
      false, path,
      "expected a ring that does not cross itself; in ring \(crossing.ring) the edges from points "
        + "\(crossing.edges.0) and \(crossing.edges.1) meet")
  }

  private mutating func inspect(_ policies: Policies, _ path: String) {
    check(
      (1...86_400).contains(policies.listExpirySeconds), "\(path).listExpirySeconds",
      "expected 1 to 86400, came \(policies.listExpirySeconds)")
    check(
      (1...100).contains(policies.unfinishedRidesPerRider), "\(path).unfinishedRidesPerRider",
      "expected 1 to 100, came \(policies.unfinishedRidesPerRider)")
  }

  private mutating func inspect(_ charge: PlaceCharge, _ area: ServiceArea, _ path: String) {
    check(!charge.key.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(texts: charge.titles, "\(path).titles")
    inspect(amount: charge.amount, area, "\(path).amount")
    check(!charge.zones.isEmpty, "\(path).zones", "expected at least one zone")
    for (index, zone) in charge.zones.enumerated() { inspect(zone, "\(path).zones[\(index)]") }
  }
}

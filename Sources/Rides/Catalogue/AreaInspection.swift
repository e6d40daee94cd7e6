extension CatalogueInspection {
  mutating func inspect(_ area: ServiceArea, _ path: String) {
    check(!area.key.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(area.boundary, "\(path).boundary")
    if let hours = area.hours { inspect(hours, "\(path).hours") }
    inspect(area.rules, of: area, path)
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

  private mutating func inspect(_ charge: PlaceCharge, _ area: ServiceArea, _ path: String) {
    check(!charge.key.isEmpty, "\(path).key", "expected a key that is not empty")
    inspect(texts: charge.titles, "\(path).titles")
    inspect(amount: charge.amount, area, "\(path).amount")
    switch charge.occasion {
    case .place(_, let zones): inspect(needed: zones, "\(path).zones")
    case .way(let origins, let destinations):
      inspect(needed: origins, "\(path).fromZones")
      inspect(needed: destinations, "\(path).toZones")
    }
  }

  private mutating func inspect(needed zones: [Region], _ path: String) {
    check(!zones.isEmpty, path, "expected at least one zone")
    inspect(zones, path)
  }
}

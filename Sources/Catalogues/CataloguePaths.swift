import JSON
package import Rides

/// Where the rules of a catalogue are in its files.
package struct CataloguePaths {
  /// The service areas of all files, in the order of the catalogue.
  private let areas: [Node]

  /// Expects what a catalogue without mistakes was read from.
  package init(_ source: CatalogueSource) {
    switch source {
    case .absent: areas = []
    case .file(let bytes): areas = Self.areas(of: bytes, path: "serviceAreas")
    case .folder(let files):
      areas = files.flatMap { Self.areas(of: $0.bytes, path: "\($0.name): serviceAreas") }
    }
  }

  private static func areas(of bytes: [UInt8], path: String) -> [Node] {
    guard let value = try? JSONValue(parsing: bytes, limits: CatalogueFile.limits) else {
      return []
    }
    return Node(value: value["serviceAreas"], path: path, list: MistakeList()).array
  }

  /// The path of the key that makes a line of a fare, such as
  /// `serviceAreas[0].products[2].tariff.base`; in a folder the name of the file comes first.
  package func path(of rule: FareRule, in fare: FareExplanation) -> String {
    path(of: rule, in: fare, period: fare.period)
  }

  /// The same by a period of the tariff; nil is the tariff.
  package func path(of rule: FareRule, in fare: FareExplanation, period: Int?) -> String {
    guard areas.indices.contains(fare.area) else { return "" }
    let area = areas[fare.area].path
    let product = "\(area).products[\(fare.product)]"
    return switch rule {
    case .base: tariffKey(["base"], fare, period)
    case .distance: tariffKey(["perMile", "perKilometre", "distance"], fare, period)
    case .time: tariffKey(["perMinute", "time"], fare, period)
    case .minimumFare: tariffKey(["minimumFare"], fare, period)
    case .maximumFare: tariffKey(["maximumFare"], fare, period)
    case .surcharge(let index): "\(product).tariff.surcharges[\(index)]"
    case .tier(let index): "\(product).pricing.tiers[\(index)]"
    case .charge(let index): "\(area).charges[\(index)]"
    case .fixedFare(let index): "\(area).fixedFares[\(index)]"
    case .specialPricing(let index): "\(area).specialPricing[\(index)]"
    case .discount(let index): "\(area).discounts[\(index)]"
    case .extra(let index): "\(area).extras[\(index)]"
    }
  }

  /// The first of the keys in the period that holds, else in the tariff, whose keys a period keeps
  /// where it leaves them out.
  private func tariffKey(_ keys: [String], _ fare: FareExplanation, _ number: Int?) -> String {
    let area = areas[fare.area]
    let tariff = area.value?["products"]?[fare.product]?["tariff"]
    let path = "\(area.path).products[\(fare.product)].tariff"
    if let index = number, let period = tariff?["periods"]?[index],
      let key = keys.first(where: period.has)
    {
      return "\(path).periods[\(index)].\(key)"
    }
    return "\(path).\(keys.first { tariff?.has($0) ?? false } ?? keys[0])"
  }
}

/// Looks for areas and zones that have no effect, or more than their operator may think, because
/// another one covers them.
struct CoverageInspection {
  let catalogue: Catalogue

  /// The warnings, each with its path.
  var warnings: [CatalogueMistake] {
    catalogue.serviceAreas.enumerated().flatMap { number, area in
      let path = "serviceAreas[\(number)]"
      return coveredBoundary(number, path) + area.equalZones(path) + area.uselessZones(path)
        + area.closedEverywhere(path)
    }
  }

  /// An area that an earlier one covers: no pickup is left for it.
  private func coveredBoundary(_ number: Int, _ path: String) -> [CatalogueMistake] {
    let boundary = catalogue.serviceAreas[number].boundary
    return catalogue.serviceAreas[..<number].filter { $0.boundary.covers(boundary) }.prefix(1).map {
      CatalogueMistake(
        path: "\(path).boundary",
        message: "all of it lies in the area \"\($0.key)\", which comes first and serves every "
          + "pickup here; if this is the smaller one, put it first")
    }
  }
}

extension ServiceArea {
  /// Two names for one place.
  fileprivate func equalZones(_ path: String) -> [CatalogueMistake] {
    let named = zones.sorted { $0.key < $1.key }
    return named.indices.compactMap { index in
      let zone = named[index].value
      let same = named[..<index].first { $0.value.covers(zone) && zone.covers($0.value) }
      return same.map {
        CatalogueMistake(
          path: "\(path).zones.\(named[index].key)",
          message: "it is the same place as the zone \"\($0.key)\"")
      }
    }
  }

  /// Zones of a list that lie in another one of it.
  fileprivate func uselessZones(_ path: String) -> [CatalogueMistake] {
    zoneLists.flatMap { name, zones in
      zones.indices.compactMap { index in
        zones.coveringZone(of: index).map {
          CatalogueMistake(
            path: "\(path).\(name)[\(index)]",
            message: "it has no effect, since all of it lies in \(name.lastPart)[\($0)]")
        }
      }
    }
  }

  /// Restricted zones that leave nothing of the area.
  fileprivate func closedEverywhere(_ path: String) -> [CatalogueMistake] {
    rules.restrictedZones.enumerated().flatMap { number, rule in
      rule.zones.enumerated().filter { $0.element.covers(boundary) }.map {
        CatalogueMistake(
          path: "\(path).restrictedZones[\(number)].zones[\($0.offset)]",
          message: "it covers all of the area, so that no pickup and no drop-off can be reached")
      }
    }
  }

  /// Each list of zones by its path in the area.
  package var zoneLists: [(path: String, zones: [Region])] {
    let scopes =
      [
        ("specialPricing", rules.specialPricing.map(\.scope.zones)),
        ("discounts", rules.discounts.map(\.scope.zones)),
        ("bookInApp", rules.appBookings.map(\.scope.zones)),
        ("restrictedZones", rules.restrictedZones.map(\.zones)),
      ].flatMap { name, lists in
        lists.enumerated().map { ("\(name)[\($0.offset)].zones", $0.element) }
      }
    let fares = rules.fixedFares.enumerated().flatMap { index, fare in
      [
        ("fixedFares[\(index)].fromZones", fare.from), ("fixedFares[\(index)].toZones", fare.to),
      ]
    }
    let periods = products.enumerated().flatMap { number, product in
      product.tariff.periods.enumerated().flatMap {
        $0.element.occasion.zoneLists("products[\(number)].tariff.periods[\($0.offset)]")
      }
    }
    return charges.enumerated().flatMap {
      $0.element.occasion.zoneLists("charges[\($0.offset)]")
    } + periods + scopes + fares
  }
}

extension FareCharge.Occasion {
  fileprivate func zoneLists(_ path: String) -> [(String, [Region])] {
    switch self {
    case .anywhere: []
    case .place(_, let zones): [("\(path).zones", zones)]
    case .way(let origins, let destinations, _):
      [("\(path).fromZones", origins), ("\(path).toZones", destinations)]
    }
  }
}

extension [Region] {
  /// Another one that covers that one; of two that cover one another the first is kept.
  fileprivate func coveringZone(of index: Int) -> Int? {
    indices.first { other in
      other != index && self[other].covers(self[index])
        && (other < index || !self[index].covers(self[other]))
    }
  }
}

extension String {
  /// The part of a path after its last point.
  fileprivate var lastPart: Substring { split(separator: ".").last ?? "" }
}

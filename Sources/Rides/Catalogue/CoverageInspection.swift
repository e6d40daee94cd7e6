/// Looks for areas, zones and rules that have no effect, or more than their operator may think.
struct CoverageInspection {
  let catalogue: Catalogue
  let now: Instant

  /// The warnings, each with its path.
  var warnings: [CatalogueMistake] {
    pastHolidays
      + catalogue.serviceAreas.enumerated().flatMap {
        number, area -> [CatalogueMistake] in
        let path = "serviceAreas[\(number)]"
        let hours = SaleHours(area)
        return [
          coveredBoundary(number, path), area.equalZones(path), area.unusedZones(path),
          ExtraWarnings(area: area).warnings(path), area.uselessZones(path),
          unreachableZones(number, path),
          area.closedEverywhere(path),
          area.hiddenFares(path), IdleRules(area: area).warnings(path), hours.gaps(path),
          hours.unmet(path),
          hours.past(path, on: area.timeZone.local(now).daysSinceEpoch),
        ].flatMap(\.self)
      }
  }

  /// Holidays that no year will have again, such as a feast that moves, until it gets a new date.
  private var pastHolidays: [CatalogueMistake] {
    // Holidays are of no area; the clocks that are latest still show the day before.
    let day = TimeZoneRules.utc.local(now.advanced(bySeconds: -43_200)).daysSinceEpoch
    return catalogue.holidays.filter { !$0.dates.isEmpty && $0.dates.areAllBefore(day) }.map {
      CatalogueMistake(path: "holidays.\($0.name)", message: "all of its dates are past")
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

  /// Zones of rules in which no trip of the area begins or ends.
  private func unreachableZones(_ number: Int, _ path: String) -> [CatalogueMistake] {
    let area = catalogue.serviceAreas[number]
    let earlier = catalogue.serviceAreas[..<number]
    return area.zoneLists.flatMap { list in
      list.zones.enumerated().compactMap { index, zone -> CatalogueMistake? in
        // A ride also passes where it may not begin or end.
        if list.isOfWays, zone.bounds.overlaps(area.boundary.bounds) { return nil }
        let closed = area.rules.restrictedZones.firstIndex { rule in
          !list.isOfRestrictions && rule.zones.contains { $0.covers(zone) }
        }
        let other = earlier.first { list.isOfPickups && $0.boundary.covers(zone) }
        let reason =
          !zone.overlaps(area.boundary)
          ? "it lies outside the area"
          : closed.map { "all of it lies in restrictedZones[\($0)]" }
            ?? other.map { "all of it lies in the area \"\($0.key)\", which comes first" }
        return reason.map {
          CatalogueMistake(
            path: "\(path).\(list.path)[\(index)]", message: "\($0), so that it has no effect")
        }
      }
    }
  }
}

extension ServiceArea {
  /// Names that no rule has.
  fileprivate func unusedZones(_ path: String) -> [CatalogueMistake] {
    let used = zoneLists.flatMap(\.zones)
    return zones.filter { !used.contains($0.value) }.keys.sorted().map {
      CatalogueMistake(path: "\(path).zones.\($0)", message: "nothing uses it")
    }
  }

  /// Fixed fares and periods that an earlier one leaves nothing.
  fileprivate func hiddenFares(_ path: String) -> [CatalogueMistake] {
    func hidden<Rule>(
      _ name: String, _ rules: [Rule], _ hides: (Rule, Rule) -> Bool
    ) -> [CatalogueMistake] {
      rules.indices.compactMap { index in
        rules[..<index].firstIndex { hides($0, rules[index]) }.map {
          CatalogueMistake(
            path: "\(path).\(name)[\(index)]",
            message: "it has no effect, since [\($0)] comes first and holds for all of its trips")
        }
      }
    }
    let periods = products.enumerated().flatMap { number, product in
      hidden("products[\(number)].tariff.periods", product.tariff.periods) { first, other in
        (first.conditions.hours == nil || first.counts == other.counts)
          && (first.inZones.isEmpty
            || !other.inZones.isEmpty && first.inZones.cover(other.inZones))
          && first.conditions.cover(other.conditions)
      }
    }
    return periods
      + hidden("fixedFares", rules.fixedFares) { $0.conditions.cover($1.conditions) }
  }

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
    zoneLists.flatMap { list in
      list.zones.indices.compactMap { index in
        list.zones.coveringZone(of: index).map {
          CatalogueMistake(
            path: "\(path).\(list.path)[\(index)]",
            message: "it has no effect, since all of it lies in \(list.path.lastPart)[\($0)]")
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

  /// Each list of zones of a rule or of other prices.
  package var zoneLists: [ZoneList] {
    let scopes =
      [
        ("specialPricing", rules.specialPricing.map(\.scope.zones)),
        ("discounts", rules.discounts.map(\.scope.zones)),
        ("bookInApp", rules.appBookings.map(\.scope.zones)),
      ].flatMap { name, lists in
        lists.enumerated().map {
          ZoneList(path: "\(name)[\($0.offset)].zones", zones: $0.element, isOfPickups: true)
        }
      }
    let restrictions = rules.restrictedZones.enumerated().map {
      ZoneList(
        path: "restrictedZones[\($0.offset)].zones", zones: $0.element.zones,
        isOfRestrictions: true)
    }
    let periods = products.enumerated().flatMap { number, product in
      product.tariff.periods.enumerated().flatMap {
        let path = "products[\(number)].tariff.periods[\($0.offset)]"
        return [ZoneList(path: "\(path).inZones", zones: $0.element.inZones, isOfWays: true)]
          + $0.element.conditions.occasion.zoneLists(path)
      }
    }
    let fares = rules.fixedFares.enumerated().flatMap {
      $0.element.conditions.occasion.zoneLists("fixedFares[\($0.offset)]")
    }
    return charges.enumerated().flatMap {
      $0.element.conditions.occasion.zoneLists("charges[\($0.offset)]")
    } + periods + scopes + restrictions + fares
  }
}

/// The zones of a rule by their path in the area.
package struct ZoneList: Sendable {
  package var path: String
  package var zones: [Region]
  /// Whether a pickup has to be in them.
  var isOfPickups = false
  var isOfRestrictions = false
  /// Whether they are of the way between pickup and drop-off.
  var isOfWays = false
}

extension FareCharge.Occasion {
  /// Whether it is of all trips that another one is of, as far as single zones show.
  func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.anywhere, _): true
    case (.place(let side, let zones), .place(let otherSide, let others)):
      (side == .either || side == otherSide) && zones.cover(others)
    case (.way(let origins, let destinations, let bothWays), .way(let from, let to, let both)):
      origins.cover(from) && destinations.cover(to) && (bothWays || !both)
    default: false
    }
  }

  fileprivate func zoneLists(_ path: String) -> [ZoneList] {
    switch self {
    case .anywhere: []
    case .place(let side, let zones):
      [ZoneList(path: "\(path).zones", zones: zones, isOfPickups: side == .pickup)]
    case .way(let origins, let destinations, let bothWays):
      [
        ZoneList(path: "\(path).fromZones", zones: origins, isOfPickups: !bothWays),
        ZoneList(path: "\(path).toZones", zones: destinations),
      ]
    }
  }
}

extension [Region] {
  /// Whether each of the others lies in one of them.
  fileprivate func cover(_ others: [Region]) -> Bool {
    others.allSatisfy { other in contains { $0.covers(other) } }
  }

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

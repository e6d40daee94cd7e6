extension Quoter {
  /// Which options a name may stand for: those sold at the trip's pickup, or anywhere when there is
  /// no trip yet.
  ///
  /// A name or a synonym in any locale of the catalogue is exact, whatever its case and marks.
  /// Refused as `outsideServiceArea` is a pickup where nothing is sold; whether an option can make
  /// the trip is for a quote to say.
  package func optionMatches(for name: String, trip: Trip?) throws(Refusal) -> OptionMatch {
    let areas = try areas(of: trip)
    for area in areas {
      if let index = area.names.product(named: name) {
        return .exact(area.products[index].product.key)
      }
    }
    var keys: [ProductKey] = []
    for area in areas {
      for index in area.names.products(near: name) {
        let key = area.products[index].product.key
        if !keys.contains(key) { keys.append(key) }
      }
    }
    guard let first = keys.first else { return .none }
    return keys.count == 1 ? .near(first) : .several(keys)
  }

  /// What an option is called in the catalogue's locale for a requested one; nil where it is not
  /// sold.
  package func optionName(
    _ key: ProductKey, for trip: Trip?, locale: String?
  ) throws(Refusal) -> String? {
    let locale = locales.index(of: locale)
    for area in try areas(of: trip) {
      if let product = area.product(key) { return product.texts[locale].name }
    }
    return nil
  }

  /// The names of all options that are sold at the trip's pickup, in the catalogue's order.
  package func optionNames(for trip: Trip?, locale: String?) throws(Refusal) -> [String] {
    let locale = locales.index(of: locale)
    var names: [String] = []
    for product in try areas(of: trip).flatMap(\.products) {
      let name = product.texts[locale].name
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The service area of a pickup, the first that contains it.
  package func serviceArea(of pickup: Place) throws(Refusal) -> ServiceArea {
    guard let area = area(containing: pickup.coordinate) else {
      throw Self.outside("pickupLocation")
    }
    return area.area
  }

  /// The product that a selection means at a pickup; refused as for a quote.
  package func product(
    for selection: OptionSelection, pickup: Place
  ) throws(Refusal) -> Product {
    guard let area = area(containing: pickup.coordinate) else {
      throw Self.outside("pickupLocation")
    }
    return try area.product(for: selection).product
  }

  private func areas(of trip: Trip?) throws(Refusal) -> [PricedArea] {
    guard let trip else { return areas }
    guard let area = area(containing: trip.pickup.coordinate) else {
      throw Self.outside("pickupLocation")
    }
    return [area]
  }
}

/// The names of the products of an area, in every locale.
struct OptionNames: Sendable {
  /// Folded names and synonyms with the number of their product, in the catalogue's order.
  private let entries: [(name: String, index: Int)]

  init(_ products: [Product]) {
    entries = products.enumerated().flatMap { index, product in
      let synonyms = product.synonyms.sorted { $0.key < $1.key }.flatMap(\.value)
      let names = product.names.sorted { $0.key < $1.key }.map(\.value)
      return (names + synonyms).map { (OptionName.folded($0), index) }
    }
  }

  /// The number of the product that has exactly this name or synonym.
  func product(named name: String) -> Int? {
    let folded = OptionName.folded(name)
    return entries.first { $0.name == folded }?.index
  }

  /// The numbers of the products whose names are the nearest, ascending.
  func products(near name: String) -> [Int] {
    let folded = OptionName.folded(name)
    var nearest: [Int] = []
    var least = Int.max
    for entry in entries {
      guard let distance = OptionName.distance(of: folded, from: entry.name), distance <= least
      else { continue }
      if distance < least { nearest = [] }
      least = distance
      if nearest.last != entry.index { nearest.append(entry.index) }
    }
    return nearest
  }
}

/// The rider's choice from a list, by name or identifier.
package struct OptionSelection: Hashable, Sendable {
  /// The name in any locale of the catalogue; all that SiriKit passes on (rule L6).
  package var name: String?
  package var optionIdentifier: ProductKey?
  package var partySize: Int?
  /// What is chosen to the option.
  package var extras: [ExtraCount]

  package init(
    name: String?, optionIdentifier: ProductKey? = nil, partySize: Int? = nil,
    extras: [ExtraCount] = []
  ) {
    self.name = name
    self.optionIdentifier = optionIdentifier
    self.partySize = partySize
    self.extras = extras
  }
}

/// The possible meanings of an option's name, spoken or typed.
package enum OptionMatch: Hashable, Sendable {
  /// The name or a synonym of one option, in any locale (rule L6).
  case exact(ProductKey)
  /// Close to the name of one option only; the rider should confirm it.
  case near(ProductKey)
  /// Equally close to the names of several options, in the catalogue's order.
  case several([ProductKey])
  case none
}

extension Quoter {
  /// The options that a name may mean: those sold at the trip's pickup, or anywhere without a trip.
  ///
  /// A name or a synonym in any locale of the catalogue is exact, whatever its case and marks.
  /// A pickup outside of all areas is refused as `outsideServiceArea`; a quote decides whether an
  /// option can make the trip.
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

  /// The name of an option in the catalogue's locale for a requested one; nil where it is not sold.
  package func optionName(
    _ key: ProductKey, for trip: Trip?, locale: String?
  ) throws(Refusal) -> String? {
    let locale = locales.index(of: locale)
    for area in try areas(of: trip) {
      if let product = area.product(key) { return product.texts[locale].name }
    }
    return nil
  }

  /// The service area of a pickup, the first that contains it.
  package func serviceArea(of pickup: Place) throws(Refusal) -> ServiceArea {
    try area(of: pickup).area
  }

  /// The product that a selection means at a pickup; throws the refusals of a quote.
  package func product(
    for selection: OptionSelection, pickup: Place
  ) throws(Refusal) -> Product {
    try area(of: pickup).product(for: selection).product
  }

  private func areas(of trip: Trip?) throws(Refusal) -> [PricedArea] {
    try trip.map { trip throws(Refusal) in [try area(of: trip.pickup)] } ?? areas
  }
}

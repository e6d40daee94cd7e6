/// What the products of an area are called, in every locale.
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

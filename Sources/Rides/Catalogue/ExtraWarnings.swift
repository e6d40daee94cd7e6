/// Extras of an area that no ride can have, that come in other numbers than may be meant, or that
/// riders cannot tell apart.
struct ExtraWarnings {
  let area: ServiceArea

  /// The warnings of each.
  func warnings(_ path: String) -> [CatalogueMistake] {
    area.extras.indices.flatMap { index in
      let path = "\(path).extras[\(index)]"
      return unsold(index, path) + free(index, path) + sameNames(index, path)
    }
  }

  /// One that no product sells, or none whose vehicles have room for its party.
  private func unsold(_ index: Int, _ path: String) -> [CatalogueMistake] {
    let extra = area.extras[index]
    let products = area.products.filter { sells(extra, $0) }
    guard !products.isEmpty else {
      return [CatalogueMistake(path: path, message: "no product sells it")]
    }
    guard let party = extra.fromPartySize else { return [] }
    let largest = products.filter(\.isPartySizeRelevant).map(\.capacity).max() ?? 0
    guard party <= largest else {
      return [
        CatalogueMistake(
          path: "\(path).fromPartySize",
          message: "it never comes, since no product that sells it carries \(party) passengers")
      ]
    }
    let count = largest - party + 1
    guard extra.isForEachPassenger, extra.atMost < count else { return [] }
    return [
      CatalogueMistake(
        path: "\(path).atMost",
        message: "a party of \(largest) has \(extra.atMost) of it, though \(count) passengers count"
      )
    ]
  }

  /// One that costs nothing beside a fixed fare that it names.
  private func free(_ index: Int, _ path: String) -> [CatalogueMistake] {
    let extra = area.extras[index]
    guard extra.price.minorUnits > 0, let keys = extra.fixedFares else { return [] }
    return area.rules.fixedFares.indices.filter { number in
      let fare = area.rules.fixedFares[number]
      return keys.contains(fare.key) && fare.extrasOnTop.map { !$0.contains(extra.key) } ?? false
    }.map {
      CatalogueMistake(
        path: "\(path).fixedFares",
        message: "it is free beside fixedFares[\($0)], whose extrasOnTop lacks it")
    }
  }

  /// Whether an extra is sold to a product, beside one of its fixed fares if it has some.
  private func sells(_ extra: Extra, _ product: Product) -> Bool {
    guard product.extras?.contains(extra.key) ?? true else { return false }
    guard let keys = extra.fixedFares else { return true }
    return area.rules.fixedFares.contains { fare in
      keys.contains(fare.key)
        && (fare.conditions.products.isEmpty || fare.conditions.products.contains(product.key))
    }
  }

  /// The names of one that an earlier one has, too.
  private func sameNames(_ index: Int, _ path: String) -> [CatalogueMistake] {
    let extra = area.extras[index]
    return extra.names.sorted { $0.key < $1.key }.compactMap { locale, name in
      area.extras[..<index].firstIndex {
        $0.names[locale] == name && !extra.isApart(from: $0)
      }.map {
        CatalogueMistake(
          path: "\(path).names.\(locale)", message: "extras[\($0)] has this name, too")
      }
    }
  }
}

extension Extra {
  /// Whether no fare has both.
  fileprivate func isApart(from other: Self) -> Bool {
    guard let fixedFares, let others = other.fixedFares else { return false }
    return Set(fixedFares).isDisjoint(with: others)
  }
}

/// Extras of an area that no ride can have, that come in other numbers than may be meant, or that
/// riders cannot tell apart.
struct ExtraWarnings {
  let area: ServiceArea

  /// The warnings of each.
  func warnings(_ path: String) -> [CatalogueMistake] {
    area.extras.indices.flatMap { index in
      unsold(index, "\(path).extras[\(index)]") + sameNames(index, "\(path).extras[\(index)]")
    }
  }

  /// One that no product sells, or none whose vehicles have room for its party.
  private func unsold(_ index: Int, _ path: String) -> [CatalogueMistake] {
    let extra = area.extras[index]
    let products = area.products.filter { $0.extras?.contains(extra.key) ?? true }
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

  /// The names of one that an earlier one has, too.
  private func sameNames(_ index: Int, _ path: String) -> [CatalogueMistake] {
    area.extras[index].names.sorted { $0.key < $1.key }.compactMap { locale, name in
      area.extras[..<index].firstIndex { $0.names[locale] == name }.map {
        CatalogueMistake(
          path: "\(path).names.\(locale)", message: "extras[\($0)] has this name, too")
      }
    }
  }
}

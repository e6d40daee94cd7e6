/// What a ride may have for its own price: chosen by the rider, such as a child seat, luggage or a
/// pet, or because of the party.
package struct Extra: Hashable, Sendable {
  package var key: ExtraKey
  /// By locale; every locale of the catalogue has one.
  package var names: [String: String]
  /// Of one.
  package var price: Money
  /// How many of it a ride may have.
  package var atMost: Int
  /// Whether only a vehicle that has reported it may come; otherwise any vehicle of the product.
  package var requiresVehicle: Bool
  /// The smallest party with which one of it comes by itself; nil if it is only chosen.
  package var fromPartySize: Int?
  /// Whether one of it comes for each passenger from that one on.
  package var isForEachPassenger: Bool
  /// The keys of the fixed fares beside which alone it is sold or comes; nil is any fare.
  package var fixedFares: [String]?

  package init(
    key: ExtraKey, names: [String: String], price: Money, atMost: Int = 1,
    requiresVehicle: Bool = false, fromPartySize: Int? = nil, isForEachPassenger: Bool = false,
    fixedFares: [String]? = nil
  ) {
    self.key = key
    self.names = names
    self.price = price
    self.atMost = atMost
    self.requiresVehicle = requiresVehicle
    self.fromPartySize = fromPartySize
    self.isForEachPassenger = isForEachPassenger
    self.fixedFares = fixedFares
  }

  /// Whether a rider may choose it.
  var isChosen: Bool { fromPartySize == nil }

  /// Whether it is sold or comes beside a fixed fare; nil is the fare of the tariff.
  func isBeside(_ fixedFare: String?) -> Bool {
    fixedFares.map { keys in fixedFare.map(keys.contains) ?? false } ?? true
  }

  /// How many of it come by themselves with a party.
  func implied(by party: Int) -> Int {
    guard let fromPartySize, party >= fromPartySize else { return 0 }
    return isForEachPassenger ? min(atMost, party - fromPartySize + 1) : 1
  }

  /// The most extras that an area may have, so that a quote has room for their prices.
  static let limit = 16
  /// The longest key in bytes, for the same reason.
  static let longestKey = 32
  /// The most that a ride may have of one extra.
  static let mostOfOne = 99
}

extension CatalogueInspection {
  /// Reports extras that are declared twice, and products that name one that there is not.
  mutating func inspectExtras(of area: ServiceArea, _ path: String) {
    check(
      area.extras.count <= Extra.limit, "\(path).extras",
      "expected at most \(Extra.limit) extras, came \(area.extras.count)")
    checkUnique(area.extras.map(\.key.rawValue), "keys") { "\(path).extras[\($0)].key" }
    for (index, extra) in area.extras.enumerated() {
      inspect(extra, of: area, "\(path).extras[\(index)]")
    }
    for (index, product) in area.products.enumerated() {
      inspect(extras: product.extras ?? [], of: area, "\(path).products[\(index)].extras")
    }
  }

  private mutating func inspect(_ extra: Extra, of area: ServiceArea, _ path: String) {
    let bytes = extra.key.rawValue.utf8
    check(
      1...Extra.longestKey ~= bytes.count && bytes.allSatisfy { 0x21...0x7E ~= $0 },
      "\(path).key",
      "expected 1 to \(Extra.longestKey) characters of ASCII without blanks, came "
        + "\"\(extra.key)\"")
    inspect(texts: extra.names, "\(path).names")
    inspect(amount: extra.price, area, "\(path).price")
    inspect(extra.atMost, 1...Extra.mostOfOne, "\(path).atMost")
    if let party = extra.fromPartySize { inspect(party, 2...10_000, "\(path).fromPartySize") }
    for (index, key) in (extra.fixedFares ?? []).enumerated() {
      check(
        area.rules.fixedFares.contains { $0.key == key }, "\(path).fixedFares[\(index)]",
        "expected the key of a fixed fare, came \"\(key)\"")
    }
    checkUnique(extra.fixedFares ?? [], "fixed fares") { "\(path).fixedFares[\($0)]" }
    check(extra.fixedFares != [], "\(path).fixedFares", "expected at least one fixed fare")
    guard extra.isForEachPassenger else { return }
    check(extra.fromPartySize != nil, "\(path).fromPartySize", "expected the first such passenger")
    check(extra.atMost > 1, "\(path).atMost", "expected more than 1 beside eachPassenger")
  }

  mutating func inspect(extras: [ExtraKey], of area: ServiceArea, _ path: String) {
    checkUnique(extras.map(\.rawValue), "extras") { "\(path)[\($0)]" }
    for (index, key) in extras.enumerated() {
      check(
        area.extras.contains { $0.key == key }, "\(path)[\(index)]",
        "expected the key of an extra, came \"\(key)\"")
    }
  }
}

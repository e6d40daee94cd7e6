/// The extras of a product with their texts in every locale.
final class PricedExtras: Sendable {
  /// Those to choose as a list offers them, by the number of the locale.
  let offered: [[OfferedExtra]]
  /// The price of each, as a quote promises it.
  let prices: [QuoteClaims.ExtraPrice]
  private let all: [Extra]
  /// By the number of the extra and that of the locale.
  private let names: [[String]]
  private let isPartySizeRelevant: Bool

  /// Those of a product beside a fixed fare, or beside the fare of its tariff.
  init(
    of product: Product, among extras: [Extra], beside fixedFare: String? = nil,
    locales: LocaleTable
  ) {
    let all = extras.filter {
      (product.extras?.contains($0.key) ?? true) && $0.isBeside(fixedFare)
    }
    let names = all.map { locales.texts($0.names, otherwise: $0.key.rawValue) }
    offered = locales.locales.indices.map { locale in
      all.indices.filter { all[$0].isChosen }.map { index in
        OfferedExtra(
          identifier: all[index].key, name: names[index][locale], price: all[index].price,
          atMost: all[index].atMost)
      }
    }
    prices = all.map {
      QuoteClaims.ExtraPrice(identifier: $0.key, minorUnits: $0.price.minorUnits)
    }
    self.all = all
    self.names = names
    isPartySizeRelevant = product.isPartySizeRelevant
  }

  /// What a rider has chosen, and what comes by itself with the party: at the promised prices, or
  /// without a promise at the catalogue's.
  ///
  /// Refused are, each with its path, `unknownOption` for an extra that is not sold or comes by
  /// itself by now, `listExpired` for a promised one that is sold no longer, `belowOne`, and
  /// `aboveCapacity` for more than can be had, an extra that is named twice among them.
  func chosen(
    _ selection: OptionSelection, promised: QuoteClaims? = nil, locale: Int
  ) throws(Refusal) -> ChosenExtras {
    var chosen = ChosenExtras()
    for (index, count) in selection.extras.enumerated() {
      try checkChosen(count.identifier, path: "extras[\(index)].extraIdentifier")
    }
    let counts = selection.extras + implied(by: selection, promised)
    for index in counts.indices {
      let (key, count) = (counts[index].identifier, counts[index].count)
      let path = "extras[\(index)]"
      let number = try number(of: key, promised, path: "\(path).extraIdentifier")
      if counts[..<index].contains(where: { $0.identifier == key }) {
        throw Refusal(
          .aboveCapacity, "expected each extra once with its count, \(key) came twice",
          path: "\(path).extraIdentifier")
      }
      try Self.check(count, of: all[number], path: "\(path).count")
      let price = promised?.price(of: key) ?? all[number].price
      do throws(MoneyError) {
        try chosen.add(counts[index], named: names[number][locale], at: price)
      } catch {
        throw TripTerms.unpriceable
      }
      if all[number].requiresVehicle { chosen.required.append(counts[index]) }
    }
    return chosen
  }

  /// What a rider has chosen before, and what comes by itself with the party, at the catalogue's
  /// prices.
  func chosen(
    again booked: [BookedExtra], by partySize: Int?, locale: Int
  ) throws(Refusal) -> ChosenExtras {
    let own = booked.filter { extra in
      all.first { $0.key == extra.identifier }?.isChosen ?? true
    }
    return try chosen(
      OptionSelection(
        name: nil, partySize: partySize,
        extras: own.map { ExtraCount(identifier: $0.identifier, count: $0.count) }),
      locale: locale)
  }

  private func checkChosen(_ key: ExtraKey, path: String) throws(Refusal) {
    guard let extra = all.first(where: { $0.key == key }), let party = extra.fromPartySize else {
      return
    }
    throw Refusal(
      .unknownOption, "expected no \(key), which comes by itself for \(party) or more passengers",
      path: path)
  }

  /// What comes with a party; a quote that does not promise it is without it.
  private func implied(by selection: OptionSelection, _ promised: QuoteClaims?) -> [ExtraCount] {
    guard isPartySizeRelevant, let party = selection.partySize else { return [] }
    return all.filter { extra in
      extra.implied(by: party) > 0
        && promised?.extras.contains { $0.identifier == extra.key } ?? true
    }.map { ExtraCount(identifier: $0.key, count: $0.implied(by: party)) }
  }

  /// The number of an extra that is sold, with a quote by that quote.
  private func number(
    of key: ExtraKey, _ promised: QuoteClaims?, path: String
  ) throws(Refusal) -> Int {
    let keys = promised.map { $0.extras.map(\.identifier) } ?? all.map(\.key)
    guard keys.contains(key) else {
      let implied = all.filter { !$0.isChosen }.map(\.key)
      let names = keys.filter { !implied.contains($0) }.map(\.rawValue).joined(separator: ", ")
      let sold = names.isEmpty ? "none" : "one of \(names)"
      throw Refusal(
        .unknownOption, "expected \(sold) as an extra of this option, came \(key)", path: path)
    }
    guard let number = all.firstIndex(where: { $0.key == key }) else {
      throw Refusal(.listExpired, "the quoted extra \(key) is no longer sold", path: path)
    }
    return number
  }

  private static func check(_ count: Int, of extra: Extra, path: String) throws(Refusal) {
    guard count >= 1 else {
      throw Refusal(.belowOne, "expected at least 1 of \(extra.key), came \(count)", path: path)
    }
    guard count <= extra.atMost else {
      throw Refusal(
        .aboveCapacity, "expected at most \(extra.atMost) of \(extra.key), came \(count)",
        path: path)
    }
  }
}

/// The extras that were chosen for a ride.
package struct ChosenExtras: Sendable {
  /// With their names in the locale of the ride.
  package private(set) var booked: [BookedExtra] = []
  /// Those that a vehicle has to have.
  package fileprivate(set) var required: [ExtraCount] = []
  /// One for each that costs something.
  private(set) var lines: [FareLineItem] = []
  /// The keys of the extras of the lines.
  private(set) var priced: [ExtraKey] = []

  /// Adds so many of an extra, at the price of one.
  fileprivate mutating func add(
    _ chosen: ExtraCount, named name: String, at price: Money
  ) throws(MoneyError) {
    booked.append(BookedExtra(identifier: chosen.identifier, name: name, count: chosen.count))
    let sum = try Money(
      rounding: Int128(price.minorUnits) * Int128(chosen.count), by: 1, currency: price.currency)
    guard sum.minorUnits != 0 else { return }
    priced.append(chosen.identifier)
    let title = chosen.count == 1 ? name : "\(chosen.count) × \(name)"
    lines.append(FareLineItem(title: title, kind: .amount, price: sum))
  }
}

extension QuoteClaims {
  /// The promised price of an extra; nil if there is none.
  fileprivate func price(of key: ExtraKey) -> Money? {
    extras.first { $0.identifier == key }.map {
      Money(minorUnits: $0.minorUnits, currency: currency)
    }
  }
}

/// A service area with all values that do not depend on the trip computed in advance.
///
/// A class, so that passing it costs one reference count.
final class PricedArea: Sendable {
  let area: ServiceArea
  /// Its index in the catalogue.
  let number: Int
  let products: [PricedProduct]
  let rules: PricedRules
  /// Those that can pay in the area's currency.
  let paymentMethods: [PaymentMethod]
  let charges: [PricedCharge]
  /// Whether a charge is a share of the fare.
  let hasShares: Bool
  let fixedFares: [PricedFixedFare]
  let names: OptionNames

  /// Appends the forms of the lines of its fares.
  init(_ area: ServiceArea, number: Int, locales: LocaleTable, forms: inout [FareForm]) {
    self.area = area
    self.number = number
    products = area.products.enumerated().map {
      PricedProduct(
        $0.element, extras: area.extras, number: $0.offset, locales: locales, forms: &forms)
    }
    rules = PricedRules(area, locales: locales, forms: &forms)
    paymentMethods = area.paymentMethods.filter { $0.accepts(area.currency) }
    charges = area.charges.map { PricedCharge($0, of: area, locales: locales, forms: &forms) }
    hasShares = area.charges.contains { $0.share != nil }
    fixedFares = area.rules.fixedFares.map { fare in
      let first = forms.count
      forms += locales.texts(fare.titles, otherwise: fare.key).map { FareForm($0, .fareRevenue) }
      let covered = area.products.map {
        fare.conditions.products.isEmpty || fare.conditions.products.contains($0.key)
      }
      return PricedFixedFare(
        fare: fare, firstForm: first, covered: covered,
        extras: area.pricedExtras(beside: fare, locales))
    }
    names = OptionNames(area.products)
  }

  /// The selected product: by its key if present, else by its name or a synonym in any locale
  /// (rule L6).
  ///
  /// A key together with the name of another product is refused, since either may be meant.
  func product(for selection: OptionSelection) throws(Refusal) -> PricedProduct {
    if let key = selection.optionIdentifier {
      if let product = product(key) {
        if let contradiction = contradiction(in: selection) { throw contradiction }
        return product
      }
      throw Refusal(
        .unknownOption, "no option here has the identifier \"\(key)\"", path: "optionIdentifier")
    }
    guard let name = selection.name else {
      throw Refusal(
        .unknownOption, "expected the name, the identifier or the quote of an option",
        path: "rideOptionName")
    }
    guard let index = names.product(named: name) else {
      throw Refusal(.unknownOption, unknown(name), path: "rideOptionName")
    }
    return products[index]
  }

  /// The refusal of a selection whose key and name mean different products; else nil.
  func contradiction(in selection: OptionSelection) -> Refusal? {
    guard let key = selection.optionIdentifier, let name = selection.name,
      let named = names.product(named: name).map({ products[$0].product.key }), named != key
    else { return nil }
    return Refusal(
      .unknownOption, "expected the identifier of \"\(name)\", which is \(named), came \(key)",
      path: "optionIdentifier")
  }

  /// A similar name does not book; the refusal contains it.
  private func unknown(_ name: String) -> String {
    let nearest = names.products(near: name).map { "\"\(products[$0].texts[0].name)\"" }
    let hint = nearest.isEmpty ? "" : "; the nearest is \(nearest.joined(separator: " or "))"
    return "no option here is called \"\(name)\"\(hint)"
  }

  func product(_ key: ProductKey) -> PricedProduct? {
    products.first { $0.product.key == key }
  }

  /// The charges of a trip, each once even if both ends are in its zones.
  func charges(for trip: Trip, at time: LocalMoment) -> [PricedCharge] {
    charges.filter { $0.charge.conditions.hold(for: trip, at: time) }
  }

  /// The fixed fares of a trip; the first of a product counts.
  ///
  /// It needs a drop-off and goes there directly: such a fare is for the way from one place to
  /// another, and the tariff prices any other (rule B14).
  func fixedFares(for trip: Trip, at time: LocalMoment) -> [PricedFixedFare] {
    guard !fixedFares.isEmpty, trip.dropOff != nil, trip.isDirect else { return [] }
    return fixedFares.filter { $0.fare.conditions.hold(for: trip, at: time) }
  }

  /// Refuses a place that no vehicle can reach.
  func checkReach(_ point: Coordinate, path: String) throws(Refusal) {
    for restricted in area.rules.restrictedZones where restricted.zones.contain(point) {
      throw Refusal(
        .notReachable, restricted.reason ?? "no vehicle gets to this place", path: path,
        texts: restricted.titles)
    }
  }
}

/// A charge with the forms of its lines and the numbers of its products.
struct PricedCharge: Sendable {
  let charge: FareCharge
  /// The form of its amount in the first locale; those of the others follow.
  let firstForm: Int
  /// The same, and the amount, of its line beside a fare that is not known yet: a share's rate.
  private let shownForm: Int
  private let shownUnits: Int64
  /// By the number of the product; nil for all of them.
  let covered: [Bool]?

  fileprivate init(
    _ charge: FareCharge, of area: ServiceArea, locales: LocaleTable, forms: inout [FareForm]
  ) {
    self.charge = charge
    let titles = locales.texts(charge.titles, otherwise: charge.key)
    let account: LedgerAccount = charge.isKept ? .chargeRevenue : .passThrough
    firstForm = forms.count
    forms += titles.map { FareForm($0, account) }
    switch charge.value {
    case .amount(let amount): (shownForm, shownUnits) = (firstForm, amount.minorUnits)
    case .share(let share):
      (shownForm, shownUnits) = (forms.count, share.perHundred(in: area.currency))
      forms += titles.map { FareForm($0, account, kind: .ratePerFare) }
    }
    let products = charge.conditions.products
    covered = products.isEmpty ? nil : area.products.map { products.contains($0.key) }
  }

  func covers(_ product: PricedProduct) -> Bool { covered?[product.number] ?? true }

  /// Its line beside a fare that is not known yet.
  func line(_ locale: Int) -> FareLine {
    FareLine(form: shownForm + locale, minorUnits: shownUnits)
  }
}

/// A fixed fare with the form of its line and the numbers of its products.
struct PricedFixedFare: Sendable {
  let fare: FixedFare
  /// The form of its line in the first locale; those of the others follow.
  let firstForm: Int
  /// By the number of the product.
  let covered: [Bool]
  /// Those of the products; nil where they are and cost what they do beside the tariff.
  let extras: [PricedExtras]?

  /// Whether a charge comes on top of it.
  func isBelow(_ charge: PricedCharge) -> Bool { fare.onTop?.contains(charge.charge.key) ?? true }
}

extension ServiceArea {
  /// The extras of each product beside a fixed fare, free where they do not come on top; nil where
  /// they are those beside the tariff.
  fileprivate func pricedExtras(
    beside fare: FixedFare, _ locales: LocaleTable
  ) -> [PricedExtras]? {
    guard fare.extrasOnTop != nil || extras.contains(where: { $0.fixedFares != nil }) else {
      return nil
    }
    let extras = extras.map { extra in
      var extra = extra
      if fare.extrasOnTop.map({ !$0.contains(extra.key) }) ?? false {
        extra.price = .zero(currency)
      }
      return extra
    }
    return products.map {
      PricedExtras(of: $0, among: extras, beside: fare.key, locales: locales)
    }
  }
}

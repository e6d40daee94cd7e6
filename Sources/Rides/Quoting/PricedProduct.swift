/// A product with its texts and its constant lines in every locale.
final class PricedProduct: Sendable {
  /// The texts of a product in one locale.
  final class Texts: Sendable {
    let name: String
    let disclaimer: String?
    let prompt: String?
    let tierDescriptions: [String]
    let baseLine: FareLineItem
    let surchargeLines: [FareLineItem]
    /// The prices of a unit of distance and of a minute, as a meter shows them.
    let rateLines: [FareLineItem]
    let distanceTitle: String
    let timeTitle: String
    let minimumFareTitle: String
    let partySizeTitle: String
    let waitingTitle: String

    fileprivate init(_ product: Product, locales: LocaleTable, locale: Int) {
      func text(_ table: [String: String], _ otherwise: String = "") -> String {
        locales.texts(table, otherwise: otherwise)[locale]
      }
      let tariff = product.tariff
      name = text(product.names, product.key.rawValue)
      disclaimer = product.disclaimers.map { text($0) }
      if case .tiered(let tiers) = product.pricing {
        prompt = text(tiers.prompts)
        tierDescriptions = tiers.tiers.map { text($0.descriptions) }
      } else {
        prompt = nil
        tierDescriptions = []
      }
      baseLine = FareLineItem(
        title: text(tariff.titles.base, "base"), kind: .amount, price: tariff.base)
      surchargeLines = tariff.surcharges.map {
        FareLineItem(title: text($0.titles, "surcharge"), kind: .amount, price: $0.amount)
      }
      rateLines = [
        Texts.rateLine(
          text(tariff.titles.distanceRate, "distance"), .ratePerDistance, tariff.distance.rate),
        Texts.rateLine(text(tariff.titles.timeRate, "time"), .ratePerTime, tariff.perMinute),
      ].compactMap(\.self)
      distanceTitle = text(tariff.titles.distance, "distance")
      timeTitle = text(tariff.titles.time, "time")
      minimumFareTitle = text(tariff.titles.minimumFare, "minimum fare")
      partySizeTitle = text(tariff.titles.partySize, "party size")
      waitingTitle = text(tariff.waiting?.titles ?? [:], "waiting")
    }

    /// The price of one unit in whole minor units; nil where there is none.
    private static func rateLine(
      _ title: String, _ kind: FareLineItem.Kind, _ rate: Rate
    ) -> FareLineItem? {
      guard rate.microUnits != 0, let price = try? rate.amount(for: 1) else { return nil }
      return FareLineItem(title: title, kind: kind, price: price)
    }
  }

  let product: Product
  /// Its index in the area.
  let number: Int
  let shared: Shared<Product>
  /// By the number of the locale.
  let texts: [Texts]
  /// Nil when the party does not change the price.
  let tiers: [PartyTier]?
  let isMetered: Bool

  init(_ product: Product, number: Int, locales: LocaleTable) {
    self.product = product
    self.number = number
    shared = Shared(product)
    texts = locales.locales.indices.map { Texts(product, locales: locales, locale: $0) }
    isMetered = product.pricing == .metered
    if case .tiered(let tiers) = product.pricing { self.tiers = tiers.tiers } else { tiers = nil }
  }

  /// The number of the tier for a party; nil for a product without tiers.
  ///
  /// A tiered product never guesses the size (rule P6), and no tier, open as it may be, exceeds the
  /// vehicle (1.10). Cargo has no party (rule P7).
  func tier(for partySize: Int?) throws(Refusal) -> Int? {
    guard product.isPartySizeRelevant else { return nil }
    guard let partySize else {
      guard tiers != nil else { return nil }
      throw Refusal(
        .partySizeRequired, "\(product.key) is priced by the size of the party", path: "partySize")
    }
    guard partySize >= 1 else {
      throw Refusal(
        .belowOne, "expected a party of at least 1, came \(partySize)", path: "partySize")
    }
    guard partySize <= product.capacity else {
      throw Refusal(
        .aboveCapacity, "expected a party of at most \(product.capacity), came \(partySize)",
        path: "partySize")
    }
    guard let tiers else { return nil }
    guard let tier = tiers.firstIndex(where: { $0.partySize.contains(partySize) }) else {
      throw Refusal(
        .noTier, "\(product.key) has no price for a party of \(partySize)",
        path: "partySize")
    }
    return tier
  }
}

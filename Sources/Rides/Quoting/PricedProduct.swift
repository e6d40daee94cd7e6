/// A product with its texts and its constant lines in every locale.
final class PricedProduct: Sendable {
  /// The texts of a product in one locale.
  final class Texts: Sendable {
    let name: String
    let disclaimer: String?
    let prompt: String?
    let tierDescriptions: [String]
    let surcharges: [FareLine]
    /// The forms of the prices of a unit of distance and of time, as a meter shows them.
    let distanceRate: Int
    let timeRate: Int
    /// The forms of the lines for base, distance, time, the differences to the lowest and the
    /// highest fare, and the extra of a tier.
    let base: Int
    let distance: Int
    let time: Int
    let minimumFare: Int
    let maximumFare: Int
    let partySize: Int
    let waitingTitle: String

    fileprivate init(
      _ product: Product, locales: LocaleTable, locale: Int, forms: inout [FareForm]
    ) {
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
      func form(_ title: String, _ kind: FareLineItem.Kind = .amount) -> Int {
        forms.append(FareForm(title, .fareRevenue, kind: kind))
        return forms.count - 1
      }
      let titles = tariff.titles
      base = form(text(titles.base, "base"))
      surcharges = tariff.surcharges.map {
        FareLine(form: form(text($0.titles, "surcharge")), minorUnits: $0.amount.minorUnits)
      }
      distanceRate = form(
        text(tariff.distanceRate ?? titles.distanceRate, "distance"), .ratePerDistance)
      timeRate = form(text(tariff.timeRate ?? titles.timeRate, "time"), .ratePerTime)
      distance = form(text(titles.distance, "distance"))
      time = form(text(titles.time, "time"))
      minimumFare = form(text(titles.minimumFare, "minimum fare"))
      maximumFare = form(text(titles.maximumFare ?? [:], "highest fare"), .discount)
      partySize = form(text(titles.partySize, "party size"))
      waitingTitle = text(tariff.waiting?.titles ?? [:], "waiting")
    }
  }

  /// The prices of a tariff for some trips.
  ///
  /// A class, so that each quote refers to them at the cost of one reference count.
  final class Prices: Sendable {
    let base: Money
    let rates: RateCard
    let minimumFare: Money?
    let maximumFare: Money?

    init(base: Money, rates: RateCard, minimumFare: Money?, maximumFare: Money?) {
      self.base = base
      self.rates = rates
      self.minimumFare = minimumFare
      self.maximumFare = maximumFare
    }

    /// Base, distance and time of a route.
    func counted(over route: Route) throws(MoneyError) -> Money {
      let counted = try rates.amounts(for: route)
      return try base.adding(counted.distance).adding(counted.time)
    }
  }

  let product: Product
  /// Its index in the area.
  let number: Int
  private let ownPrices: Prices
  private let periods: [(period: TariffPeriod, prices: Prices)]
  /// By the number of the locale.
  let texts: [Texts]
  /// Nil when the party does not change the price.
  let tiers: [PartyTier]?
  let isMetered: Bool
  let extras: PricedExtras

  init(
    _ product: Product, extras: [Extra] = [], number: Int, locales: LocaleTable,
    forms: inout [FareForm]
  ) {
    self.product = product
    self.number = number
    let tariff = product.tariff
    ownPrices = Prices(
      base: tariff.base, rates: tariff.rates, minimumFare: tariff.minimumFare,
      maximumFare: tariff.maximumFare)
    periods = tariff.periods.map { period in
      let prices = Prices(
        base: period.base, rates: period.rates, minimumFare: period.minimumFare,
        maximumFare: period.maximumFare)
      return (period, prices)
    }
    texts = locales.locales.indices.map {
      Texts(product, locales: locales, locale: $0, forms: &forms)
    }
    isMetered = product.pricing == .metered
    self.extras = PricedExtras(of: product, among: extras, locales: locales)
    if case .tiered(let tiers) = product.pricing { self.tiers = tiers.tiers } else { tiers = nil }
  }

  /// The prices of a trip.
  func prices(for trip: Trip, at time: LocalMoment) -> Prices {
    if periods.isEmpty { return ownPrices }
    return periods.first { $0.period.applies(to: trip, at: time) }?.prices ?? ownPrices
  }

  /// The index of the period that has these prices; nil for the tariff's own.
  func period(of prices: Prices) -> Int? { periods.firstIndex { $0.prices === prices } }

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

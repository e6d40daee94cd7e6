import JSON
import Rides

extension Node {
  func product(_ context: AreaContext) -> Product {
    let fields = fields(
      "key", "names", "capacity", "disclaimers", "requiresAcceptance", "busyPickupSeconds",
      "pricing", "tariff", "synonyms", "category", "partySizeRelevant", "wheelchairAccessible",
      "hours", "cancellation", "extras", "requiresStartCode", "endElsewhere", "endElsewhereTitles",
      "shows", "luggage", "image", "pickupReachSeconds")
    let currency = context.currency
    var product = Product(
      key: ProductKey(fields("key").string), names: fields("names").texts,
      capacity: fields("capacity").integer, tariff: fields("tariff").tariff(context),
      pricing: fields("pricing").pricing(currency),
      disclaimers: fields("disclaimers").ifPresent?.texts,
      requiresAcceptance: fields("requiresAcceptance").boolean,
      busyPickupSeconds: fields("busyPickupSeconds").integer,
      cancellation: fields("cancellation").ifPresent?.cancellationPolicy(currency),
      synonyms: fields("synonyms").ifPresent?.textLists ?? [:],
      category: fields("category").ifPresent?.string,
      isPartySizeRelevant: fields("partySizeRelevant").ifPresent?.boolean ?? true,
      isWheelchairAccessible: fields("wheelchairAccessible").ifPresent?.boolean ?? false,
      hours: fields("hours").ifPresent.map(context.hours.hours),
      extras: fields("extras").ifPresent?.array.map { ExtraKey($0.string) },
      endElsewhere: EndElsewhere(
        fields("endElsewhere").ifPresent?.choice(EndElsewhere.Fare.self, standIn: .held) ?? .held,
        titles: fields("endElsewhereTitles").ifPresent?.texts))
    product.requiresStartCode = fields("requiresStartCode").ifPresent?.boolean ?? false
    product.pickupReachSeconds = fields("pickupReachSeconds").ifPresent?.integer
    product.details = Self.details(fields)
    return product
  }

  private static func details(_ fields: [String: Node]) -> [ProductDetail] {
    // A word that is none is reported, and a catalogue with mistakes is not used.
    fields("shows").items.map { $0.choice(ProductDetail.Word.self, standIn: .capacity).detail }
      + [
        fields("luggage").ifPresent.map { .luggage($0.integer) },
        fields("image").ifPresent.map { .image($0.string) },
      ].compactMap(\.self)
  }

  func extra(_ context: AreaContext) -> Extra {
    let fields = fields(
      "key", "names", "price", "atMost", "requiresVehicle", "fromPartySize", "eachPassenger",
      "fixedFares")
    return Extra(
      key: ExtraKey(fields("key").string), names: fields("names").texts,
      price: fields("price").money(context.currency),
      atMost: fields("atMost").ifPresent.map { $0.soundInteger ?? 1 } ?? 1,
      requiresVehicle: fields("requiresVehicle").ifPresent?.boolean ?? false,
      fromPartySize: fields("fromPartySize").ifPresent?.soundInteger,
      isForEachPassenger: fields("eachPassenger").ifPresent?.boolean ?? false,
      fixedFares: fields("fixedFares").ifPresent?.array.map(\.string))
  }

  private func tariff(_ context: AreaContext) -> Tariff {
    let currency = context.currency
    let fields = fields(
      RateReader.keys + [
        "periods", "surcharges", "waiting", "meterLimit", "distanceRate", "timeRate",
      ])
    let base = fields("base").money(currency)
    let minimum = fields("minimumFare").ifPresent?.minimumFare(currency)
    let own = TariffPeriod(
      hours: nil, base: base,
      rates: RateReader(fields: fields, currency: currency, base: base, otherwise: nil).rates,
      minimumFare: minimum?.amount, minimumCover: minimum?.cover ?? .fare,
      maximumFare: fields("maximumFare").ifPresent?.money(currency))
    var tariff = Tariff(
      base: own.base, rates: own.rates,
      periods: fields("periods").items.map { $0.period(context, otherwise: own) },
      surcharges: fields("surcharges").items.map { $0.surcharge(currency) },
      minimumFare: own.minimumFare, minimumCover: own.minimumCover, maximumFare: own.maximumFare,
      waiting: fields("waiting").ifPresent?.waiting(currency),
      meterLimit: fields("meterLimit").ifPresent?.money(currency), titles: context.titles)
    tariff.distanceRate = fields("distanceRate").ifPresent?.texts
    tariff.timeRate = fields("timeRate").ifPresent?.texts
    return tariff
  }

  private func waiting(_ currency: Currency) -> WaitingTerms {
    let fields = fields("freeMinutes", "perMinute", "titles")
    return WaitingTerms(
      freeMinutes: fields("freeMinutes").integer, perMinute: fields("perMinute").rate(currency),
      titles: fields("titles").texts)
  }

  private func surcharge(_ currency: Currency) -> Surcharge {
    let fields = fields("titles", "amount")
    return Surcharge(titles: fields("titles").texts, amount: fields("amount").money(currency))
  }

  /// `"fixed"`, `"metered"`, or an object with the tiers.
  private func pricing(_ currency: Currency) -> Product.Pricing {
    switch value {
    case .string("fixed"): return .fixed
    case .string("metered"): return .metered
    case .object:
      let fields = fields("prompts", "tiers")
      let tiers = fields("tiers").array.map { $0.tier(currency) }
      // One tier that cannot be read would make its neighbours look like gaps.
      return .tiered(
        PartyTiers(
          prompts: fields("prompts").texts,
          tiers: tiers.contains(nil) ? [] : tiers.compactMap(\.self)))
    default:
      return wrong(expected: "\"fixed\", \"metered\" or an object with tiers", standIn: .fixed)
    }
  }

  private func tier(_ currency: Currency) -> PartyTier? {
    let fields = fields("minimum", "maximum", "descriptions", "extra")
    let minimum = fields("minimum").soundInteger
    let maximum = fields("maximum").ifPresent.map(\.soundInteger)
    let descriptions = fields("descriptions").texts
    let extra = fields("extra").money(currency)
    // Of a number that is none nothing more is to be said.
    guard let minimum, maximum != .some(nil) else { return nil }
    guard let partySize = PartySizeRange(minimum: minimum, maximum: maximum ?? nil) else {
      report("expected 1 ≤ minimum ≤ maximum")
      return nil
    }
    return PartyTier(partySize: partySize, descriptions: descriptions, extra: extra)
  }
}

extension Node {
  func specialPricing(_ context: AreaContext) -> SpecialPricing {
    let fields = fields(
      "key", "titles", "multiplier", "amount", "hours", "zones", "products", "belowFreeVehicles")
    return SpecialPricing(
      key: fields("key").string, titles: fields("titles").texts,
      value: specialValue(fields, context.currency), scope: scope(fields, context),
      belowFreeVehicles: fields("belowFreeVehicles").ifPresent.map { $0.soundInteger ?? 1 })
  }

  /// One of `multiplier` and `amount`.
  private func specialValue(
    _ fields: [String: Node], _ currency: Currency
  ) -> SpecialPricing.Value {
    switch (fields("multiplier").ifPresent, fields("amount").ifPresent) {
    case (nil, let amount?): return .amount(amount.money(currency))
    case (let multiplier, let amount):
      amount?.report("expected either multiplier or amount, came both")
      return .multiplier((multiplier ?? fields("multiplier")).multiplier)
    }
  }

  func discount(_ context: AreaContext) -> Discount {
    let fields = fields(
      "key", "titles", "amount", "percent", "hours", "zones", "products", "sponsor")
    return Discount(
      key: fields("key").string, titles: fields("titles").texts,
      value: amountOrPercent(fields, context.currency), scope: scope(fields, context),
      sponsor: fields("sponsor").ifPresent?.string)
  }

  func appBooking(_ context: AreaContext) -> AppBooking {
    let fields = fields("activityType", "titles", "userInfo", "hours", "zones", "products")
    return AppBooking(
      activityType: fields("activityType").string, titles: fields("titles").texts,
      userInfo: fields("userInfo").ifPresent?.strings ?? [:], scope: scope(fields, context))
  }

  func restrictedZone(_ context: AreaContext) -> RestrictedZone {
    let fields = fields("zones", "reason", "titles")
    return RestrictedZone(
      zones: fields("zones").regions(among: context.zones),
      reason: fields("reason").ifPresent?.string, titles: fields("titles").ifPresent?.texts)
  }

  private func scope(_ fields: [String: Node], _ context: AreaContext) -> RuleScope {
    _ = fields("zones").restriction
    return RuleScope(
      hours: fields("hours").ifPresent.map(context.hours.hours),
      zones: fields("zones").ifPresent?.regions(among: context.zones) ?? [],
      products: fields("products").products)
  }

  /// The keys of products, of which there is one at least; none where the rule is for all.
  var products: [ProductKey] { restriction.map { ProductKey($0.string) } }

  /// One of `amount` and `percent`.
  func amountOrPercent(_ fields: [String: Node], _ currency: Currency) -> Discount.Value {
    switch (fields("amount").ifPresent, fields("percent").ifPresent) {
    case (let amount?, nil): return .amount(amount.money(currency))
    case (nil, let percent?):
      let share = percent.decimal("a number", "12.5", standIn: Multiplier(basisPoints: 0)) {
        (text) throws(MoneyError) in try Multiplier(percent: text)
      }
      return .percent(basisPoints: share.basisPoints)
    case (nil, nil):
      return fields("amount").wrong(
        expected: "amount or percent", standIn: .percent(basisPoints: 0))
    case (_?, _?):
      fields("percent").report("expected either amount or percent, came both")
      return .percent(basisPoints: 0)
    }
  }

  private var multiplier: Multiplier {
    decimal("a number", "1.50", standIn: Multiplier(basisPoints: 10_000)) {
      (text) throws(MoneyError) in try Multiplier(decimal: text)
    }
  }
}

import JSON
import Rides

extension Node {
  func product(_ context: AreaContext) -> Product {
    let fields = fields(
      "key", "names", "capacity", "disclaimers", "requiresAcceptance", "busyPickupSeconds",
      "pricing", "tariff", "synonyms", "category", "partySizeRelevant", "wheelchairAccessible",
      "hours", "cancellation")
    let currency = context.currency
    return Product(
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
      hours: fields("hours").ifPresent?.operatingHours)
  }

  private func tariff(_ context: AreaContext) -> Tariff {
    let currency = context.currency
    let fields = fields(
      "base", "perMile", "perKilometre", "perMinute", "surcharges", "minimumFare", "waiting",
      "meterLimit")
    return Tariff(
      base: fields("base").money(currency), distance: distanceRate(fields, currency),
      perMinute: fields("perMinute").rate(currency),
      surcharges: fields("surcharges").items.map { $0.surcharge(currency) },
      minimumFare: fields("minimumFare").ifPresent?.money(currency),
      waiting: fields("waiting").ifPresent?.waiting(currency),
      meterLimit: fields("meterLimit").ifPresent?.money(currency), titles: context.titles)
  }

  private func waiting(_ currency: Currency) -> WaitingTerms {
    let fields = fields("freeMinutes", "perMinute", "titles")
    return WaitingTerms(
      freeMinutes: fields("freeMinutes").integer, perMinute: fields("perMinute").rate(currency),
      titles: fields("titles").texts)
  }

  private func distanceRate(_ fields: [String: Node], _ currency: Currency) -> DistanceRate {
    switch (fields("perMile").ifPresent, fields("perKilometre").ifPresent) {
    case (let mile?, nil): return .perMile(mile.rate(currency))
    case (nil, let kilometre?): return .perKilometre(kilometre.rate(currency))
    case (nil, nil):
      return fields("perMile").wrong(
        expected: "perMile or perKilometre",
        standIn: .perMile(Rate(microUnits: 0, currency: currency)))
    case (let mile?, _?):
      fields("perKilometre").note("expected either perMile or perKilometre, came both")
      return .perMile(mile.rate(currency))
    }
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
      note("expected 1 ≤ minimum ≤ maximum")
      return nil
    }
    return PartyTier(partySize: partySize, descriptions: descriptions, extra: extra)
  }
}

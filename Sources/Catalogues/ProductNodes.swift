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
      fields("perKilometre").report("expected either perMile or perKilometre, came both")
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
      report("expected 1 ≤ minimum ≤ maximum")
      return nil
    }
    return PartyTier(partySize: partySize, descriptions: descriptions, extra: extra)
  }
}

extension Node {
  func specialPricing(_ context: AreaContext) -> SpecialPricing {
    let fields = fields(
      "key", "titles", "multiplier", "hours", "zones", "products", "belowFreeVehicles")
    return SpecialPricing(
      key: fields("key").string, titles: fields("titles").texts,
      multiplier: fields("multiplier").multiplier, scope: scope(fields, context),
      belowFreeVehicles: fields("belowFreeVehicles").ifPresent.map { $0.soundInteger ?? 1 })
  }

  func discount(_ context: AreaContext) -> Discount {
    let fields = fields(
      "key", "titles", "amount", "percent", "hours", "zones", "products", "sponsor")
    return Discount(
      key: fields("key").string, titles: fields("titles").texts,
      value: discountValue(fields, context.currency), scope: scope(fields, context),
      sponsor: fields("sponsor").ifPresent?.string)
  }

  func appBooking(_ context: AreaContext) -> AppBooking {
    let fields = fields("activityType", "titles", "userInfo", "hours", "zones", "products")
    return AppBooking(
      activityType: fields("activityType").string, titles: fields("titles").texts,
      userInfo: fields("userInfo").ifPresent?.strings ?? [:], scope: scope(fields, context))
  }

  func restrictedZone(_ context: AreaContext) -> RestrictedZone {
    let fields = fields("zones", "reason")
    return RestrictedZone(
      zones: fields("zones").regions(among: context.zones),
      reason: fields("reason").ifPresent?.string)
  }

  private func scope(_ fields: [String: Node], _ context: AreaContext) -> RuleScope {
    RuleScope(
      hours: fields("hours").ifPresent?.operatingHours,
      zones: fields("zones").ifPresent?.regions(among: context.zones) ?? [],
      products: fields("products").items.map { ProductKey($0.string) })
  }

  private func discountValue(_ fields: [String: Node], _ currency: Currency) -> Discount.Value {
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

extension Node {
  /// Hours from an array of objects with `days`, `from` and `to`, such as `"05:00"` to `"26:00"` or
  /// to `"02:00"`.
  var operatingHours: OperatingHours {
    let spans = array.map(\.hoursSpan)
    // Without one that cannot be read the others would have other numbers.
    return OperatingHours(spans: spans.contains(nil) ? [] : spans.compactMap(\.self))
  }

  /// Nil when a part cannot be read, which is reported.
  private var hoursSpan: OperatingHours.Span? {
    let fields = fields("days", "from", "to")
    let days = fields("days").array.map { $0.choice(Weekday.self, standIn: .monday) }
    let from = fields("from").minutes
    let to = fields("to").minutes
    guard let from, let to else { return nil }
    // Hours that end before they start end the next day.
    return OperatingHours.Span(
      days: days, fromMinute: from, toMinute: to < from ? to + 1_440 : to)
  }

  /// The minutes after midnight of `"05:00"`; nil when it is none, which is reported.
  private var minutes: Int? {
    guard case .string(let text) = value else {
      return wrong(expected: "a time of day as a string, such as \"05:00\"", standIn: nil)
    }
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }.map { Int($0) - 48 }
    let isForm = text.utf8.count == 5 && Array(text.utf8)[2] == UInt8(ascii: ":")
    guard isForm, digits.count == 4, digits.allSatisfy((0...9).contains), digits[2] < 6 else {
      report("expected a time of day such as \"05:00\", came \"\(text)\"")
      return nil
    }
    return (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
  }
}

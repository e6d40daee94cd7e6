import JSON
import Rides

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
      return .percent(
        basisPoints: percent.decimal("12.5", standIn: 0) { (text) throws(MoneyError) in
          try Multiplier(percent: text)
        })
    case (nil, nil):
      return fields("amount").wrong(
        expected: "amount or percent", standIn: .percent(basisPoints: 0))
    case (_?, _?):
      fields("percent").note("expected either amount or percent, came both")
      return .percent(basisPoints: 0)
    }
  }

  private var multiplier: Multiplier {
    Multiplier(
      basisPoints: decimal("1.50", standIn: 10_000) { (text) throws(MoneyError) in
        try Multiplier(decimal: text)
      })
  }

  /// The basis points of a text.
  private func decimal(
    _ example: String, standIn: Int, _ read: (String) throws(MoneyError) -> Multiplier
  ) -> Int {
    guard case .string(let text) = value else {
      return wrong(expected: "a number as a string, such as \"\(example)\"", standIn: standIn)
    }
    do throws(MoneyError) {
      return try read(text).basisPoints
    } catch {
      note(error.description)
      return standIn
    }
  }
}

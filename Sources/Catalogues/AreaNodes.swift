import Rides

extension [String: Node] {
  /// The node of a key that `fields` was asked for.
  func callAsFunction(_ key: String) -> Node {
    guard let node = self[key] else {
      preconditionFailure("\"\(key)\" is not among the keys of this object")
    }
    return node
  }
}

/// What the parts of an area need to know of it.
struct AreaContext {
  let currency: Currency
  let titles: FareTitles
  let zones: NamedZones
}

extension Node {
  /// `zones` are where time zones are read from.
  func catalogue(zones: ZoneFiles) -> Catalogue {
    let fields = fields("locales", "defaultLocale", "serviceAreas", "paymentGateway")
    return Catalogue(
      locales: fields("locales").array.map(\.string), defaultLocale: fields("defaultLocale").string,
      serviceAreas: fields("serviceAreas").array.map { $0.serviceArea(zones) },
      paymentScript: fields("paymentGateway").ifPresent?.paymentScript ?? PaymentScript())
  }

  private func serviceArea(_ zones: ZoneFiles) -> ServiceArea {
    let fields = fields(
      "key", "timeZone", "currency", "boundary", "zones", "hours", "travel", "policies",
      "paymentMethods", "fareTitles", "products", "charges", "specialPricing", "discounts",
      "bookInApp", "restrictedZones")
    let context = AreaContext(
      currency: fields("currency").currency, titles: fields("fareTitles").fareTitles,
      zones: fields("zones").ifPresent?.namedZones ?? [:])
    return ServiceArea(
      key: fields("key").string, timeZone: fields("timeZone").timeZone(zones),
      currency: context.currency, boundary: fields("boundary").soundRegion,
      hours: fields("hours").ifPresent?.operatingHours, travel: fields("travel").travelModel,
      products: fields("products").array.map { $0.product(context) },
      charges: fields("charges").items.map { $0.charge(context) },
      rules: AreaRules(
        specialPricing: fields("specialPricing").items.map { $0.specialPricing(context) },
        discounts: fields("discounts").items.map { $0.discount(context) },
        appBookings: fields("bookInApp").items.map { $0.appBooking(context) },
        restrictedZones: fields("restrictedZones").items.map { $0.restrictedZone(context) }),
      paymentMethods: fields("paymentMethods").items.map(\.paymentMethod),
      policies: fields("policies").policies)
  }

  private var paymentMethod: PaymentMethod {
    let fields = fields("type", "name", "currencies")
    return PaymentMethod(
      kind: fields("type").choice(PaymentMethod.Kind.self, standIn: .unknown),
      name: fields("name").ifPresent?.string,
      currencies: fields("currencies").ifPresent?.array.map(\.currency))
  }

  private var fareTitles: FareTitles {
    let fields = fields(
      "base", "distance", "time", "minimumFare", "partySize", "distanceRate", "timeRate")
    return FareTitles(
      base: fields("base").texts, distance: fields("distance").texts, time: fields("time").texts,
      minimumFare: fields("minimumFare").texts, partySize: fields("partySize").texts,
      distanceRate: fields("distanceRate").texts, timeRate: fields("timeRate").texts)
  }

  private func charge(_ context: AreaContext) -> PlaceCharge {
    let fields = fields("key", "titles", "amount", "side", "zones", "fromZones", "toZones")
    return PlaceCharge(
      key: fields("key").string, titles: fields("titles").texts,
      amount: fields("amount").money(context.currency), occasion: occasion(fields, context))
  }

  /// `side` and `zones`, or `fromZones` and `toZones`.
  private func occasion(_ fields: [String: Node], _ context: AreaContext) -> PlaceCharge.Occasion {
    guard fields("fromZones").isAbsent, fields("toZones").isAbsent else {
      for key in ["side", "zones"] where !fields(key).isAbsent {
        fields(key).note("expected either side and zones, or fromZones and toZones")
      }
      return .way(
        from: fields("fromZones").regions(among: context.zones),
        to: fields("toZones").regions(among: context.zones))
    }
    return .place(
      fields("side").choice(PlaceCharge.Side.self, standIn: .either),
      fields("zones").regions(among: context.zones))
  }
}

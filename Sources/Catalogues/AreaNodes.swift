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

extension Node {
  /// `zones` are where time zones are read from.
  func catalogue(zones: ZoneFiles) -> Catalogue {
    let fields = fields("locales", "defaultLocale", "serviceAreas")
    return Catalogue(
      locales: fields("locales").array.map(\.string), defaultLocale: fields("defaultLocale").string,
      serviceAreas: fields("serviceAreas").array.map { $0.serviceArea(zones) })
  }

  private func serviceArea(_ zones: ZoneFiles) -> ServiceArea {
    let fields = fields(
      "key", "timeZone", "currency", "travel", "policies", "paymentMethods", "fareTitles",
      "products", "charges", "boundary")
    let currency = fields("currency").currency
    let titles = fields("fareTitles").fareTitles
    return ServiceArea(
      key: fields("key").string, timeZone: fields("timeZone").timeZone(zones), currency: currency,
      boundary: fields("boundary").polygon, travel: fields("travel").travelModel,
      products: fields("products").array.map { $0.product(currency, titles) },
      charges: (fields("charges").ifPresent?.array ?? []).map { $0.charge(currency) },
      paymentMethods: (fields("paymentMethods").ifPresent?.array ?? []).map(\.paymentMethod),
      policies: fields("policies").policies)
  }

  private var policies: Policies {
    let fields = fields("listExpirySeconds", "unfinishedRidesPerRider", "bookingCodes")
    return Policies(
      listExpirySeconds: fields("listExpirySeconds").integer,
      unfinishedRidesPerRider: fields("unfinishedRidesPerRider").integer,
      bookingCodes: fields("bookingCodes").choice(Policies.BookingCodes.self, standIn: .classic))
  }

  private var paymentMethod: PaymentMethod {
    let fields = fields("type", "name")
    return PaymentMethod(
      kind: fields("type").choice(PaymentMethod.Kind.self, standIn: .unknown),
      name: fields("name").ifPresent?.string)
  }

  private var fareTitles: FareTitles {
    let fields = fields(
      "base", "distance", "time", "minimumFare", "partySize", "distanceRate", "timeRate")
    return FareTitles(
      base: fields("base").texts, distance: fields("distance").texts, time: fields("time").texts,
      minimumFare: fields("minimumFare").texts, partySize: fields("partySize").texts,
      distanceRate: fields("distanceRate").texts, timeRate: fields("timeRate").texts)
  }

  private func charge(_ currency: Currency) -> PlaceCharge {
    let fields = fields("key", "titles", "amount", "side", "zones")
    return PlaceCharge(
      key: fields("key").string, titles: fields("titles").texts,
      amount: fields("amount").money(currency),
      side: fields("side").choice(PlaceCharge.Side.self, standIn: .either),
      zones: fields("zones").array.map(\.polygon))
  }
}

import Rides

/// A small city in code: the products of SiriKit's sample, at round prices.
enum Fixture {
  static let dollars = Currency("USD")!  // a current currency
  static let now = Instant(seconds: 1_795_237_440)  // 2026-11-21T05:04:00Z

  static func cents(_ amount: Int64) -> Money { Money(minorUnits: amount, currency: dollars) }

  static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!  // test data within the ranges
  }

  static func square(_ south: Double, _ west: Double, size: Double) -> Polygon {
    Polygon(outer: [
      point(south, west), point(south, west + size), point(south + size, west + size),
      point(south + size, west),
    ])!  // four distinct points
  }

  static func text(_ english: String, _ spanish: String) -> [String: String] {
    ["en_US": english, "es_US": spanish]
  }

  static func rate(_ text: String) throws -> Rate { try Rate(decimal: text, currency: dollars) }

  static let titles = FareTitles(
    base: text("Base charge", "Tarifa base"), distance: text("Distance", "Distancia"),
    time: text("Time", "Tiempo"), minimumFare: text("Minimum fare", "Tarifa mínima"),
    partySize: text("Extra people", "Personas adicionales"),
    distanceRate: text("Per mile", "Por milla"), timeRate: text("Per minute", "Por minuto"),
    maximumFare: text("Highest fare", "Tarifa máxima"))

  static func compact() throws -> Product {
    Product(
      key: ProductKey("compact"), names: text("Compact", "Compacto"), capacity: 1,
      tariff: Tariff(
        base: cents(300),
        rates: RateCard(distance: .perMile(try rate("1.60")), perMinute: try rate("0.25")),
        minimumFare: cents(600), titles: titles),
      pricing: .fixed,
      disclaimers: text("Vehicle can carry only 1 passenger.", "Solo puede llevar a 1 pasajero."),
      requiresAcceptance: false, busyPickupSeconds: 900)
  }

  static func suv() throws -> Product {
    Product(
      key: ProductKey("suv"), names: text("SUV", "Camioneta"), capacity: 6,
      tariff: Tariff(
        base: cents(500),
        rates: RateCard(distance: .perMile(try rate("2.10")), perMinute: try rate("0.35")),
        surcharges: [Surcharge(titles: text("SUV surcharge", "Recargo"), amount: cents(300))],
        minimumFare: cents(1200), titles: titles),
      pricing: .tiered(
        PartyTiers(
          prompts: text("Choose a party size", "Elige"),
          tiers: [
            tier(1, 1, "1 person", extra: 0), tier(2, 3, "2-3 people", extra: 400),
            tier(4, nil, "4+ people", extra: 800),
          ])),
      requiresAcceptance: false, busyPickupSeconds: 1200)
  }

  static func tier(_ minimum: Int, _ maximum: Int?, _ words: String, extra: Int64) -> PartyTier {
    PartyTier(
      partySize: PartySizeRange(minimum: minimum, maximum: maximum)!,  // test data in order
      descriptions: text(words, words), extra: cents(extra))
  }

  static func taxi() throws -> Product {
    Product(
      key: ProductKey("taxi"), names: text("Taxi", "Taxi"), capacity: 4,
      tariff: Tariff(
        base: cents(325),
        rates: RateCard(distance: .perMile(try rate("2.25")), perMinute: try rate("0.333333")),
        titles: titles),
      pricing: .metered, requiresAcceptance: true, busyPickupSeconds: 600)
  }

  /// The city covers 41…42.5 N, 88.5…87 W, its airport the square of a tenth at 41.9 N, 88 W.
  static func area(key: String = "city", products: [Product]? = nil) throws -> ServiceArea {
    ServiceArea(
      key: key, timeZone: .utc, currency: dollars,
      boundary: Region(square(41, -88.5, size: 1.5)),
      travel: TravelModel(circuity: 1.2, metresPerSecond: 6.8),
      products: try products ?? [compact(), suv(), taxi()],
      charges: [
        FareCharge(
          key: "airport", titles: text("Airport fee", "Cargo de aeropuerto"),
          value: .amount(cents(400)),
          occasion: .place(.either, [airportZone]))
      ],
      paymentMethods: [PaymentMethod(kind: .applePay, name: "Apple Pay")],
      policies: Policies(
        listExpirySeconds: 300, unfinishedRidesPerRider: 1, bookingCodes: .classic))
  }

  /// A value with some of its properties changed.
  static func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
  }

  static func catalogue(_ areas: [ServiceArea]? = nil) throws -> Catalogue {
    Catalogue(
      locales: ["en_US", "es_US"], defaultLocale: "en_US",
      serviceAreas: try areas ?? [area()])
  }

  static let airportZone = Region(square(41.9, -88, size: 0.1))
  static let downtown = Place(coordinate: point(41.88, -87.63))
  static let uptown = Place(coordinate: point(41.96, -87.65))
  static let airport = Place(coordinate: point(41.95, -87.95))
  static let trip = Trip(pickup: downtown, dropOff: uptown)

  /// One free vehicle of every product, one degree of arc minute north of downtown: 1853.25 m away.
  static func supply(isFree: Bool = true) -> Supply {
    let location = point(41.88 + 1.0 / 60, -87.63)
    return Supply(
      takenAt: now,
      entries: ["compact", "suv", "taxi"].map {
        Supply.Entry(
          vehicle: VehicleIdentifier("veh-\($0)"), location: location, products: [ProductKey($0)],
          capacity: 6, isFree: isFree)
      })
  }

  /// Ten miles in 25 minutes between any two places.
  struct TenMiles: Routing {
    func route(
      from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
    ) -> Route { Route(metres: 16_093.44, seconds: 1_500) }
  }

  static func quoter() throws -> Quoter {
    Quoter(catalogue: try catalogue(), routing: TenMiles())
  }
}

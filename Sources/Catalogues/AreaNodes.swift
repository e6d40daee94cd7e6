import JSON
import Rides

/// What the parts of an area need to know of it.
struct AreaContext {
  let currency: Currency
  let titles: FareTitles
  let zones: NamedZones
  let hours: HoursReader
}

extension Node {
  /// `zones` are where time zones are read from.
  func catalogue(zones: ZoneFiles) -> Catalogue {
    let fields = fields(
      "locales", "defaultLocale", "holidays", "serviceAreas", "paymentGateway", "wording")
    let holidays = fields("holidays").ifPresent?.holidays ?? []
    return Catalogue(
      locales: fields("locales").array.map(\.string), defaultLocale: fields("defaultLocale").string,
      holidays: holidays,
      serviceAreas: fields("serviceAreas").array.map { $0.serviceArea(zones, holidays) },
      paymentScript: fields("paymentGateway").ifPresent?.paymentScript ?? PaymentScript(),
      wording: fields("wording").ifPresent?.wording ?? Wording())
  }

  private func serviceArea(_ zones: ZoneFiles, _ holidays: [Holiday]) -> ServiceArea {
    let fields = fields(
      "key", "timeZone", "currency", "boundary", "zones", "hours", "travel", "policies",
      "paymentMethods", "fareTitles", "products", "extras", "charges", "specialPricing",
      "discounts", "bookInApp", "restrictedZones", "fixedFares", "tolls")
    let context = AreaContext(
      currency: fields("currency").currency, titles: fields("fareTitles").fareTitles,
      zones: fields("zones").ifPresent?.namedZones ?? [:], hours: HoursReader(holidays: holidays))
    return ServiceArea(
      key: fields("key").string, timeZone: fields("timeZone").timeZone(zones),
      currency: context.currency, boundary: fields("boundary").soundRegion,
      zones: context.zones.compactMapValues(\.self),
      hours: fields("hours").ifPresent.map(context.hours.hours),
      travel: fields("travel").travelModel,
      products: fields("products").array.map { $0.product(context) },
      extras: fields("extras").items.map { $0.extra(context) },
      charges: fields("charges").items.map { $0.charge(context) },
      rules: AreaRules(
        specialPricing: fields("specialPricing").items.map { $0.specialPricing(context) },
        discounts: fields("discounts").items.map { $0.discount(context) },
        appBookings: fields("bookInApp").items.map { $0.appBooking(context) },
        restrictedZones: fields("restrictedZones").items.map { $0.restrictedZone(context) },
        fixedFares: fields("fixedFares").items.map { $0.fixedFare(context) },
        tolls: fields("tolls").items.map { $0.toll(context) }),
      paymentMethods: fields("paymentMethods").items.map(\.paymentMethod),
      policies: fields("policies").policies)
  }

  private var paymentMethod: PaymentMethod {
    let fields = fields("type", "name", "currencies", "image")
    return PaymentMethod(
      kind: fields("type").choice(PaymentMethod.Kind.self, standIn: .unknown),
      name: fields("name").ifPresent?.string,
      currencies: fields("currencies").ifPresent?.array.map(\.currency),
      image: fields("image").ifPresent?.string)
  }

  private var fareTitles: FareTitles {
    let fields = fields(
      "base", "distance", "time", "minimumFare", "maximumFare", "partySize", "distanceRate",
      "timeRate")
    return FareTitles(
      base: fields("base").texts, distance: fields("distance").texts, time: fields("time").texts,
      minimumFare: fields("minimumFare").texts, partySize: fields("partySize").texts,
      distanceRate: fields("distanceRate").texts, timeRate: fields("timeRate").texts,
      maximumFare: fields("maximumFare").ifPresent?.texts)
  }

  private func charge(_ context: AreaContext) -> FareCharge {
    let fields = fields(
      Self.conditionKeys + [
        "key", "titles", "amount", "percent", "percentOf", "rounding", "products", "fromPartySize",
        "kept",
      ])
    var charge = FareCharge(
      key: fields("key").string, titles: fields("titles").texts,
      value: chargeValue(fields, context.currency), occasion: .anywhere,
      isKept: fields("kept").ifPresent?.boolean ?? false)
    charge.conditions = conditions(fields, context)
    return charge
  }

  /// `amount`, or `percent` with `percentOf` and `rounding`.
  private func chargeValue(_ fields: [String: Node], _ currency: Currency) -> FareCharge.Value {
    switch amountOrPercent(fields, currency) {
    case .amount(let amount):
      for key in ["percentOf", "rounding"] where !fields(key).isAbsent {
        fields(key).report("expected it beside percent alone")
      }
      return .amount(amount)
    case .percent(let basisPoints):
      return .share(
        FareShare(
          basisPoints: basisPoints,
          of: fields("percentOf").ifPresent?.choice(FareShare.Basis.self, standIn: .fare) ?? .fare,
          rounding: fields("rounding").ifPresent?.rounding(currency)))
    }
  }

  private func toll(_ context: AreaContext) -> Toll {
    let fields = fields("key", "titles", "atMost")
    return Toll(
      key: fields("key").string, titles: fields("titles").texts,
      atMost: fields("atMost").money(context.currency))
  }

  private func fixedFare(_ context: AreaContext) -> FixedFare {
    let fields = fields(
      Self.conditionKeys + ["key", "titles", "amount", "products", "onTop", "extrasOnTop"])
    var fare = FixedFare(
      key: fields("key").string, titles: fields("titles").texts,
      amount: fields("amount").money(context.currency), occasion: .anywhere,
      onTop: fields("onTop").ifPresent?.array.map(\.string),
      extrasOnTop: fields("extrasOnTop").ifPresent?.array.map { ExtraKey($0.string) })
    fare.conditions = conditions(fields, context)
    if fare.conditions.occasion == .anywhere, fields("upTo").isAbsent, fields("beyond").isAbsent {
      fields("fromZones").report(
        "expected zones or a length; without them it would be for every trip")
    }
    return fare
  }

  /// The keys of trips, beside `products` and `fromPartySize` where these may differ.
  static let conditionKeys = occasionKeys + ["hours", "beyond", "upTo"]

  /// The trips that something holds for.
  func conditions(_ fields: [String: Node], _ context: AreaContext) -> TripConditions {
    TripConditions(
      occasion: occasion(fields, context),
      hours: fields("hours").ifPresent.map(context.hours.hours),
      products: fields["products"]?.products ?? [],
      fromPartySize: fields["fromPartySize"]?.ifPresent?.soundInteger,
      beyondMetres: fields("beyond").ifPresent?.length,
      upToMetres: fields("upTo").ifPresent?.length)
  }

  /// The keys of places.
  static let occasionKeys = ["side", "zones", "fromZones", "toZones", "bothWays"]

  /// `side` and `zones`, or `fromZones` and `toZones`, or neither.
  func occasion(_ fields: [String: Node], _ context: AreaContext) -> FareCharge.Occasion {
    let given = Self.occasionKeys.filter { !fields($0).isAbsent }
    if given.isEmpty { return .anywhere }
    guard given.contains(where: ["fromZones", "toZones"].contains) || given == ["bothWays"] else {
      if !fields("bothWays").isAbsent {
        fields("bothWays").report("expected fromZones and toZones beside it")
      }
      return .place(
        fields("side").choice(FareCharge.Side.self, standIn: .either),
        fields("zones").regions(among: context.zones))
    }
    for key in ["side", "zones"] where !fields(key).isAbsent {
      fields(key).report("expected either side and zones, or fromZones and toZones")
    }
    return .way(
      from: fields("fromZones").regions(among: context.zones),
      to: fields("toZones").regions(among: context.zones),
      bothWays: fields("bothWays").ifPresent?.boolean ?? false)
  }
}

/// The zones of an area that have a name, so that they are drawn once.
///
/// Nil is one that cannot be read, which was reported where it is.
typealias NamedZones = [String: Region?]

extension Node {
  /// A GeoJSON geometry (RFC 7946, 3.1.6 and 3.1.7) of the type Polygon or MultiPolygon:
  /// `[longitude, latitude]`, the outer ring first; nil when it cannot be read, which is reported.
  ///
  /// As programs export it: the `bbox` and the third number of a position, an altitude, are not
  /// read.
  var region: Region? {
    if let instead = geometryWithin {
      report("expected a geometry, came \(instead)")
      return nil
    }
    if value?["crs"] != nil {
      report(
        "crs is of GeoJSON before RFC 7946: export in WGS 84, longitude first, and take it out")
      return nil
    }
    let fields = fields("type", "coordinates", "bbox")
    let coordinates = fields("coordinates")
    switch fields("type").value {
    case .string("MultiPolygon"):
      let polygons = coordinates.array.map(\.polygon)
      if polygons.isEmpty { coordinates.reportIfSound("expected at least one polygon") }
      return polygons.contains(nil) ? nil : Region(polygons.compactMap(\.self))
    case .string("Polygon"): return coordinates.polygon.map { Region($0) }
    default:
      // Without a type nothing can be said about the coordinates.
      return fields("type").wrong(expected: "\"Polygon\" or \"MultiPolygon\"", standIn: nil)
    }
  }

  /// What to do where an object of GeoJSON is not a geometry of places but has some; nil for all
  /// else.
  private var geometryWithin: String? {
    switch value?["type"] {
    case .string("Feature"): "a Feature: put the value of its \"geometry\" here"
    case .string("FeatureCollection"):
      "a FeatureCollection: put the \"geometry\" of one of its \"features\" here"
    case .string("GeometryCollection"):
      "a GeometryCollection: put one of its \"geometries\" here"
    default: nil
    }
  }

  /// The region, or one that stands in for it.
  var soundRegion: Region { region ?? Self.standIn }

  /// The zones of an area by name; one that is wrong is reported here and nowhere else.
  var namedZones: NamedZones {
    guard case .object(let object) = value else {
      return wrong(expected: "an object of geometries by name", standIn: [:])
    }
    var zones: NamedZones = [:]
    for (name, geometry) in object.sorted(by: { $0.key < $1.key }) {
      let node = Node(value: geometry, path: path(to: name), list: list)
      let region = node.region
      let mistakes = region?.mistakes(node.path) ?? []
      for mistake in mistakes { list.record(mistake.path, mistake.message) }
      zones.updateValue(mistakes.isEmpty ? region : nil, forKey: name)
    }
    return zones
  }

  /// A region, or the name of one.
  func region(among named: NamedZones) -> Region? {
    guard case .string(let name) = value else { return region }
    if let zone = named[name] { return zone }
    let names = named.keys.sorted().joined(separator: ", ")
    return wrong(
      expected: names.isEmpty ? "a geometry, as the area names no zones" : "one of \(names)",
      standIn: nil)
  }

  /// Several of them; those that cannot be read are left out, and reported.
  func regions(among named: NamedZones) -> [Region] {
    let regions = array.map { $0.region(among: named) }
    // An empty list would be a mistake of its own.
    return regions.contains(nil) ? [Self.standIn] : regions.compactMap(\.self)
  }

  /// The rings of one polygon.
  private var polygon: Polygon? {
    let rings = array.map { ring in (node: ring, points: ring.array.map(\.point)) }
    guard let outer = rings.first, rings.allSatisfy({ !$0.points.contains(nil) }) else {
      if rings.isEmpty { reportIfSound("expected at least one ring") }
      return nil
    }
    for ring in rings where Set(ring.points).count < 3 {
      ring.node.report("expected at least 3 distinct points, came \(Set(ring.points).count)")
    }
    let holes = rings.dropFirst().map { $0.points.compactMap(\.self) }
    return Polygon(outer: outer.points.compactMap(\.self), holes: holes)
  }

  /// Reports what is wrong with an array that is one; that it is none was reported before.
  private func reportIfSound(_ message: String) {
    if case .array = value { report(message) }
  }

  private var point: Coordinate? {
    let numbers = array.map(\.number)
    if 2...3 ~= numbers.count,
      let point = Coordinate(latitude: numbers[1], longitude: numbers[0])
    {
      return point
    }
    report("expected [longitude, latitude] within ±180 and ±90, with or without an altitude")
    return nil
  }

  static let standIn: Region = {
    let corners = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)].compactMap(Coordinate.init)
    return Region(Polygon(outer: corners)!)  // three distinct points
  }()
}

extension Node {
  /// The rules of the zone that is named.
  func timeZone(_ zones: ZoneFiles) -> TimeZoneRules {
    guard case .string(let name) = value else {
      return wrong(expected: "the IANA name of a time zone", standIn: .utc)
    }
    do throws(TimeZoneError) {
      return try zones.rules(named: name)
    } catch {
      report(error.description)
      return .utc
    }
  }
}

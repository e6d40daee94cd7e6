/// The promise of a quote: product, trip, prices and expiry.
///
/// Signed claims are a `quoteIdentifier`.
package struct QuoteClaims: Hashable, Sendable {
  /// A point in millionths of a degree, about a tenth of a metre.
  package struct Point: Hashable, Sendable {
    package let latitude: Int
    package let longitude: Int

    package init(latitude: Int, longitude: Int) {
      self.latitude = latitude
      self.longitude = longitude
    }

    /// The point of a place; the 180th meridian has two longitudes, and a place on it is one place.
    package init(_ coordinate: Coordinate) {
      latitude = Int((coordinate.latitude * 1e6).rounded())
      let longitude = Int((coordinate.longitude * 1e6).rounded())
      self.longitude = longitude == 180_000_000 ? -longitude : longitude
    }
  }

  /// The price for parties of certain sizes, in minor units.
  package struct TierPrice: Hashable, Sendable {
    package let partySize: PartySizeRange
    package let minorUnits: Int64

    package init(partySize: PartySizeRange, minorUnits: Int64) {
      self.partySize = partySize
      self.minorUnits = minorUnits
    }
  }

  /// The price of one of an extra, in minor units.
  package struct ExtraPrice: Hashable, Sendable {
    package let identifier: ExtraKey
    package let minorUnits: Int64

    package init(identifier: ExtraKey, minorUnits: Int64) {
      self.identifier = identifier
      self.minorUnits = minorUnits
    }
  }

  /// The promised prices.
  package enum Price: Hashable, Sendable {
    case metered
    /// In minor units.
    case fixed(Int64)
    case tiered([TierPrice])
  }

  package let area: String
  package let product: ProductKey
  package let pickup: Point
  package let dropOff: Point?
  /// In the order in which they are driven to; none without a drop-off.
  package let stops: [Point]
  package let currency: Currency
  package let price: Price
  /// The composition of the prices; nil for a metered price.
  package let fare: QuotedFare?
  /// The extras that may be chosen to the option.
  package let extras: [ExtraPrice]
  /// The expiry, exclusive.
  package let expires: Instant

  package init(
    area: String, product: ProductKey, pickup: Point, dropOff: Point?, stops: [Point] = [],
    currency: Currency, price: Price, fare: QuotedFare? = nil, extras: [ExtraPrice] = [],
    expires: Instant
  ) {
    self.area = area
    self.product = product
    self.pickup = pickup
    self.dropOff = dropOff
    self.stops = dropOff == nil ? [] : stops
    self.currency = currency
    self.price = price
    self.fare = fare
    self.extras = extras
    self.expires = expires
  }

  /// The promise of a listed quote.
  package init(quote: ListedQuote, expires: Instant) {
    let terms = quote.terms
    let tiers = quote.priced.tiers ?? []
    let price: Price =
      if !tiers.isEmpty, !quote.prices.isEmpty {
        .tiered(
          tiers.indices.map {
            TierPrice(partySize: tiers[$0].partySize, minorUnits: quote.prices[$0])
          })
      } else {
        quote.prices.first.map { .fixed($0) } ?? .metered
      }
    self.init(
      area: terms.area.area.key, product: quote.priced.product.key,
      pickup: Point(terms.trip.pickup.coordinate),
      dropOff: (terms.trip.dropOff?.coordinate).map(Point.init),
      stops: terms.trip.stops.isEmpty ? [] : terms.trip.stops.map { Point($0.coordinate) },
      currency: terms.currency, price: price,
      fare: quote.prices.isEmpty ? nil : QuotedFare(quote),
      extras: terms.extras(of: quote.priced).prices,
      expires: expires)
  }

  /// Whether the claims are for this trip, to a millionth of a degree.
  package func matches(trip: Trip) -> Bool {
    pickup == Point(trip.pickup.coordinate)
      && dropOff == trip.dropOff.map { Point($0.coordinate) }
      && stops.elementsEqual(trip.stops) { $0 == Point($1.coordinate) }
  }
}

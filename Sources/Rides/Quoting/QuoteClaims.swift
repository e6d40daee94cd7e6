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

    package init(_ coordinate: Coordinate) {
      latitude = Int((coordinate.latitude * 1e6).rounded())
      longitude = Int((coordinate.longitude * 1e6).rounded())
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
  package let currency: Currency
  package let price: Price
  /// The composition of the prices; nil for a metered price.
  package let fare: QuotedFare?
  /// The expiry, exclusive.
  package let expires: Instant

  package init(
    area: String, product: ProductKey, pickup: Point, dropOff: Point?, currency: Currency,
    price: Price, fare: QuotedFare? = nil, expires: Instant
  ) {
    self.area = area
    self.product = product
    self.pickup = pickup
    self.dropOff = dropOff
    self.currency = currency
    self.price = price
    self.fare = fare
    self.expires = expires
  }

  /// The promise of a listed quote.
  package init(quote: Quote, trip: Trip, expires: Instant) {
    let tiers = quote.option.availablePartySizeOptions.compactMap { option in
      option.priceRange.minimumPrice.map {
        TierPrice(partySize: option.partySize, minorUnits: $0.minorUnits)
      }
    }
    let price: Price =
      if quote.option.usesMeteredFare {
        .metered
      } else if !tiers.isEmpty {
        .tiered(tiers)
      } else {
        quote.option.priceRange?.minimumPrice.map { .fixed($0.minorUnits) } ?? .metered
      }
    self.init(
      area: quote.area.key, product: quote.product.key, pickup: Point(trip.pickup.coordinate),
      dropOff: trip.dropOff.map { Point($0.coordinate) }, currency: quote.area.currency,
      price: price, fare: quote.fare, expires: expires)
  }

  /// Whether the claims are for this trip, to a millionth of a degree.
  package func matches(trip: Trip) -> Bool {
    pickup == Point(trip.pickup.coordinate)
      && dropOff == trip.dropOff.map { Point($0.coordinate) }
  }
}

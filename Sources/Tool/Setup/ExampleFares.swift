package import Rides

/// What a product costs for a trip of a given length that begins and ends in no zone, if its area
/// has such a place.
package struct ExampleFare: Hashable, Sendable {
  package let area: String
  package let product: ProductKey
  /// In the default locale.
  package let name: String
  /// Such as `Wednesday 12:00`.
  package let occasion: String
  package let kilometres: Int
  package let price: Money
}

extension Catalogue {
  /// The fares of all products for two lengths, at a noon and in a late evening.
  package func exampleFares(from now: Instant) -> [ExampleFare] {
    serviceAreas.flatMap { area in
      let trip = area.plainTrip
      return area.occasions(from: now, holidays).prefix(2).flatMap { occasion in
        [5, 15].flatMap { kilometres in
          let route = area.route(ofMetres: Double(kilometres) * 1_000, at: occasion.at)
          let quoter = Quoter(catalogue: self, routing: StatedRouting(route: route))
          return area.products.compactMap { product -> ExampleFare? in
            let fare = try? quoter.estimate(
              of: product.key, for: trip, locale: nil, at: occasion.at)
            return fare.map {
              ExampleFare(
                area: area.key, product: product.key,
                name: product.names[defaultLocale] ?? product.key.rawValue,
                occasion: occasion.title, kilometres: kilometres, price: $0.total)
            }
          }
        }
      }
    }
  }
}

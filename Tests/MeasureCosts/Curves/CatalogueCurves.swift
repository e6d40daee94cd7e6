import MemoryStore
import Messages
import RandomFixture
import RideHandlers
import Rides

/// Costs against the size of the catalogue.
enum CatalogueCurves {
  static func products(_ catalogue: Catalogue) -> Curve {
    Curve(name: "products", axis: "products in the catalogue", steps: [3, 10, 30, 100, 300]) {
      size in
      var grown = catalogue
      let area = catalogue.serviceAreas[0]
      let pattern = area.products.filter { Town.products.contains($0.key.rawValue) }
      grown.serviceAreas[0].products = (0..<size).map { number in
        var product = pattern[number % pattern.count]
        guard number >= pattern.count else { return product }
        product.key = ProductKey("\(product.key)-\(number)")
        product.names = product.names.mapValues { "\($0) \(number)" }
        product.synonyms = [:]
        return product
      }
      let keys = grown.serviceAreas[0].products.map(\.key.rawValue)
      return works(Town(grown, store: memory(), vehicles: 10, products: keys))
    }
  }

  static func zones(_ catalogue: Catalogue) -> Curve {
    Curve(name: "zones", axis: "zones with a charge", steps: [1, 10, 100, 1_000]) { size in
      var grown = catalogue
      var numbers = SeededNumbers(seed: 1)
      let charge = catalogue.serviceAreas[0].charges[0]
      grown.serviceAreas[0].charges = (0..<size).map { number in
        var zoned = charge
        zoned.key = "\(charge.key)-\(number)"
        let zone = Region(square(around: numbers.point(), vertices: 4))
        zoned.conditions.occasion = .place(.either, [zone])
        return zoned
      }
      return works(Town(grown, store: memory(), vehicles: 10))
    }
  }

  static func vertices(_ catalogue: Catalogue) -> Curve {
    Curve(
      name: "vertices", axis: "corners of the area's boundary", steps: [4, 40, 400, 4_000, 40_000]
    ) { size in
      var grown = catalogue
      let middle = Coordinate(latitude: 41.9, longitude: -87.75)!  // Both are in range.
      grown.serviceAreas[0].boundary = Region(square(around: middle, vertices: size, half: 0.3))
      return works(Town(grown, store: memory(), vehicles: 10))
    }
  }

  static func areas(_ catalogue: Catalogue) -> Curve {
    Curve(name: "areas", axis: "service areas", steps: [1, 10, 100, 1_000]) { size in
      var grown = catalogue
      let area = catalogue.serviceAreas[0]
      let others = (1..<max(size, 1)).map { number in
        var other = area
        other.key = "\(area.key)-\(number)"
        let point = Coordinate(
          latitude: Double(number / 40) - 30, longitude: Double(number % 40) * 2 + 1)!  // In range.
        other.boundary = Region(square(around: point, vertices: 40))
        return other
      }
      // The one that is asked for is the last.
      grown.serviceAreas = others + [area]
      return works(Town(grown, store: memory(), vehicles: 10))
    }
  }

  private static func memory() -> MemoryStore { MemoryStore(MemoryDatabase()) }

  private static func works(_ town: Town) -> [(work: Work, batch: Int)] {
    [(town.lists, 10), (town.confirmations, 10)]
  }

  /// A square with so many corners, most of them along its sides.
  private static func square(
    around middle: Coordinate, vertices: Int, half: Double = 0.01
  ) -> Polygon {
    let side = max(1, vertices / 4)
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]
    let ring = corners.indices.flatMap { index -> [Coordinate] in
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      return (0..<side).map { step in
        let share = Double(step) / Double(side)
        return Coordinate(
          latitude: middle.latitude + half * (from.0 + share * (to.0 - from.0)),
          longitude: middle.longitude + half * (from.1 + share * (to.1 - from.1)))!  // In range.
      }
    }
    return Polygon(outer: ring)!  // It has four different corners.
  }
}

import Rides
import Testing

@testable import Replay

@Suite("Positions in the place of others") struct MaskedPositionsTests {
  /// Draws from 0 to 1 that stand for directions all around and for all distances.
  private static let draws = stride(from: 0.0, to: 1, by: 0.07).map { ($0, 1 - $0) }

  private static func positions(_ draw: (Double, Double)) throws -> MaskedPositions {
    var draws = [draw.1, draw.0]
    return MaskedPositions(try Masks.catalogue.get()) { draws.removeLast() }
  }

  /// Positions all over the first area.
  private static let places: [Coordinate] = stride(from: 41.61, to: 42.07, by: 0.05).flatMap {
    latitude in
    stride(from: -87.99, to: -87.49, by: 0.05).compactMap {
      Coordinate(latitude: latitude, longitude: $0)
    }
  }

  @Test("The way between any two positions stays as long as it was, to a millimeter")
  func distances() throws {
    for draw in Self.draws {
      let positions = try Self.positions(draw)
      for part in [1.0, -1, 0.3] {
        let moved = Self.places.map { positions.moved($0, part) }
        for (one, other) in zip(Self.places.indices, Self.places.indices.reversed()) {
          let was = GreatCircle.metres(Self.places[one], Self.places[other])
          #expect(abs(GreatCircle.metres(moved[one], moved[other]) - was) < 0.001)
        }
      }
    }
  }

  @Test("A position moves farther than a house is wide, and less than 300 meters")
  func moves() throws {
    for draw in Self.draws {
      let positions = try Self.positions(draw)
      for place in Self.places {
        let way = GreatCircle.metres(place, positions.moved(place, 1))
        #expect(145...300.001 ~= way, "\(place)")
        #expect(positions.moved(place, 0) == place)
      }
    }
  }

  @Test("A position stays in its zones and areas, also near their borders")
  func zones() throws {
    let catalogue = try Masks.catalogue.get()
    let area = try #require(catalogue.serviceAreas.first)
    let regions =
      catalogue.serviceAreas.map(\.boundary)
      + area.rules.specialPricing.flatMap(\.scope.zones)
      + area.rules.discounts.flatMap(\.scope.zones)
      + area.rules.restrictedZones.flatMap(\.zones)
    let borders = try [(-87.6801, 41.87), (-87.6799, 41.87), (-87.5801, 41.7), (-87.926, 41.98)]
      .map { try #require(Coordinate(latitude: $0.1, longitude: $0.0)) }
    for draw in Self.draws {
      let positions = try Self.positions(draw)
      for place in Self.places + borders {
        let moved = positions.moved(place, positions.part(for: [place]))
        #expect(regions.map { $0.contains(place) } == regions.map { $0.contains(moved) })
      }
    }
  }

  @Test("Both ends of a trip go the same part of the way, so that each stays in its zones")
  func trips() throws {
    for draw in Self.draws {
      let positions = try Self.positions(draw)
      let inside = try #require(Coordinate(latitude: 41.87, longitude: -87.6799))
      let outside = try #require(Coordinate(latitude: 41.87, longitude: -87.6801))
      let part = positions.part(for: [inside, outside])
      let moved = [inside, outside].map { positions.moved($0, part) }
      #expect(moved[0].longitude >= -87.68 && moved[1].longitude <= -87.68)
      #expect(
        abs(GreatCircle.metres(moved[0], moved[1]) - GreatCircle.metres(inside, outside)) < 0.001)
    }
  }
}

import Foundation
import RandomFixture
import Rides
import Testing

@Suite("Places") struct PlaceTests {
  @Test("Distances agree with the system's sine and arcsine to a billionth")
  func agreesWithLibm() {
    var generator = SeededNumbers(seed: 2)
    for _ in 0..<20_000 {
      let a = random(&generator)
      let b = random(&generator)
      let ours = GreatCircle.metres(a, b) / GreatCircle.earthRadius
      #expect(abs(ours - angle(a, b)) < 1e-9, "\(a) \(b)")
    }
  }

  @Test("Short distances keep their precision")
  func shortDistances() {
    let a = Fixture.point(41.88, -87.63)
    let b = Fixture.point(41.880009, -87.63)
    #expect(abs(GreatCircle.metres(a, b) - 1.000754) < 1e-5)
    #expect(GreatCircle.metres(a, a) == 0)
  }

  @Test("Poles, antipodes and the date line are ordinary places")
  func corners() {
    let half = Double.pi * GreatCircle.earthRadius
    let cases = [
      (Fixture.point(90, 0), Fixture.point(-90, 77), half),
      (Fixture.point(0, 0), Fixture.point(0, 180), half),
      (Fixture.point(0, 179.5), Fixture.point(0, -179.5), half / 180),
      (Fixture.point(0, -180), Fixture.point(0, 180), 0),
      (Fixture.point(90, 5), Fixture.point(90, -60), 0),
    ]
    for (a, b, metres) in cases { #expect(abs(GreatCircle.metres(a, b) - metres) < 0.001) }
  }

  @Test(
    "A polygon contains its ring without its holes",
    arguments: [
      (0.5, 0.5, true), (5, 5, false), (3.5, 3.5, true), (9.9, 9.9, true), (-1, 5, false),
      (10.1, 5, false), (5, 11, false), (8, 1, true),
    ])
  func contains(latitude: Double, longitude: Double, isInside: Bool) throws {
    let outer = [(0.0, 0.0), (0, 10), (10, 10), (10, 0), (0, 0)].map(Fixture.point)
    let hole = [(4.0, 4.0), (4, 6), (6, 6), (6, 4)].map(Fixture.point)
    let polygon = try #require(Polygon(outer: outer, holes: [hole]))
    #expect(polygon.contains(Fixture.point(latitude, longitude)) == isInside)
  }

  @Test("A point on the edge of two neighbours belongs to one of them")
  func sharedEdge() {
    let west = Fixture.square(0, 0, size: 1)
    let east = Fixture.square(0, 1, size: 1)
    let edge = Fixture.point(0.5, 1)
    #expect(west.contains(edge) != east.contains(edge))
  }

  @Test("A ring of fewer than three distinct points is no polygon")
  func tooFewPoints() {
    let a = Fixture.point(0, 0)
    let b = Fixture.point(1, 1)
    let c = Fixture.point(1, 0)
    #expect(Polygon(outer: []) == nil)
    #expect(Polygon(outer: [a, b, a]) == nil)
    #expect(Polygon(outer: [a, a, b, b, a]) == nil)
    #expect(Polygon(outer: [a, b, c], holes: [[a, b]]) == nil)
    #expect(Polygon(outer: [a, b, c, a])?.outer == [a, b, c])
  }

  @Test("A ring that crosses or touches itself is found out")
  func selfCrossing() throws {
    let bow = [(0.0, 0.0), (1, 1), (0, 1), (1, 0)].map(Fixture.point)
    let touching = [(0.0, 0.0), (0, 2), (2, 2), (0, 1), (2, 0)].map(Fixture.point)
    #expect(try #require(Polygon(outer: bow)).selfCrossing != nil)
    #expect(try #require(Polygon(outer: touching)).selfCrossing != nil)
    #expect(Fixture.square(0, 0, size: 1).selfCrossing == nil)
  }

  private func random(_ generator: inout SeededNumbers) -> Coordinate {
    Fixture.point(
      .random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
  }

  private func angle(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let across = sin((b.latitude - a.latitude) * radians / 2)
    let along = sin((b.longitude - a.longitude) * radians / 2)
    let h =
      across * across + cos(a.latitude * radians) * cos(b.latitude * radians) * along * along
    return 2 * asin(min(1, h.squareRoot()))
  }
}

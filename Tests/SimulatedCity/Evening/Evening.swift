import Glibc
package import Rides
import Tool

/// A rainy evening of a city with few vehicles: who asks when, and where vehicles are.
///
/// Riders ask for five hours, most of them in the third. Each goes the way of one of the given
/// trips, begins and ends up to 400 m from there, and gives up when no vehicle comes for minutes.
package struct Evening: Sendable {
  /// A rider; times are in seconds after the beginning of the evening.
  struct Rider {
    let asksAt: Double
    let pickup: Coordinate
    let dropOff: Coordinate
    /// When the rider gives up.
    let leavesAt: Double
  }

  let riders: [Rider]
  let vehicles: [Coordinate]
  /// The city in the rain, with one product, whose vehicles drive a quarter more slowly.
  let catalogue: Catalogue
  let begins: Instant

  /// How many riders ask.
  package var count: Int { riders.count }

  private static let seconds = 5.0 * 3_600

  /// Draws an evening from a seed; `riders` is their number an hour at the worst time.
  ///
  /// More than five parameters: each is a condition of the evening.
  package init(
    of catalogue: Catalogue, trips: [EveningTrip], vehicles: Int, riders: Int, begins: Instant,
    seed: UInt64
  ) {
    var numbers = SeededNumbers(seed: seed)
    var area = catalogue.serviceAreas[0]
    area.travel.metresPerSecond *= 0.75
    area.travel.metresPerSecondByHour = area.travel.metresPerSecondByHour?.map { $0 * 0.75 }
    area.products = Array(area.products.prefix(1))
    var rainy = catalogue
    rainy.serviceAreas = [area]
    self.catalogue = rainy
    self.begins = begins
    self.vehicles = (0..<vehicles).map { _ in
      let trip = trips[Int.random(in: trips.indices, using: &numbers)]
      return Self.near(trip.dropOff, &numbers)
    }
    var asking: [Rider] = []
    var time = 0.0
    while time < Self.seconds {
      time += Self.pause(mean: 3_600 / Double(riders), &numbers)
      let hours = time / 3_600 - 2
      let share = 0.6 + 0.4 * exp(-hours * hours)
      guard Double.random(in: 0..<1, using: &numbers) < share else { continue }
      let trip = trips[Int.random(in: trips.indices, using: &numbers)]
      asking.append(
        Rider(
          asksAt: time, pickup: Self.near(trip.pickup, &numbers),
          dropOff: Self.near(trip.dropOff, &numbers),
          leavesAt: time + 300 + Self.pause(mean: 900, &numbers)))
    }
    self.riders = asking
  }

  private static func pause(mean: Double, _ numbers: inout SeededNumbers) -> Double {
    -mean * log(1 - Double.random(in: 0..<1, using: &numbers))
  }

  /// A place in the box of 400 m to all sides.
  private static func near(_ place: Coordinate, _ numbers: inout SeededNumbers) -> Coordinate {
    Coordinate(
      latitude: place.latitude + .random(in: -0.0036...0.0036, using: &numbers),
      longitude: place.longitude + .random(in: -0.0048...0.0048, using: &numbers)) ?? place
  }

  /// The seconds of a drive at a time of the evening.
  func drive(_ origin: Coordinate, _ destination: Coordinate, at time: Double) -> Double {
    GreatCircleRouting().route(
      from: origin, to: destination, in: catalogue.serviceAreas[0],
      at: begins.advanced(bySeconds: Int(time))
    ).seconds
  }
}

import RandomFixture
import Testing

@testable import Rides

@Suite("One price of a way and of its estimate") struct DrivenRatesPropertyTests {
  /// A straight way through the city at one speed.
  private struct Straight: Routing {
    let seconds: Double

    func route(
      from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
    ) -> Route { Route(metres: metres(from: origin, to: destination), seconds: seconds) }

    func metres(from origin: Coordinate, to destination: Coordinate) -> Double {
      GreatCircle.metres(origin, destination) * 1.1
    }
  }

  /// An area whose taxi counts each moment of a ride, by hours, zones or both, and all of its time.
  private static func area(_ draw: inout RandomTariffs) throws -> ServiceArea? {
    var area = try draw.area()
    area.rules.fixedFares = []
    for index in area.products.indices {
      area.products[index].tariff.rates.time.onlyWhenSlow = false
      for period in area.products[index].tariff.periods.indices {
        area.products[index].tariff.periods[period].rates.time.onlyWhenSlow = false
      }
    }
    let taxi = area.products.first { $0.key == ProductKey("taxi") }
    return taxi.flatMap { $0.tariff.periods.contains { $0.counts == .ride } ? area : nil }
  }

  /// Adds positions on the line between two places, at times that a seed draws.
  private static func drive(
    _ way: inout DrivenWay, _ trip: Trip, _ route: Straight, _ draw: inout RandomTariffs
  ) throws {
    way.odometer = 0
    let (start, seconds) = (way.at.microseconds, route.seconds)
    let end = try #require(trip.dropOff)
    let (from, to) = (trip.pickup.coordinate, end.coordinate)
    let metres = route.metres(from: from, to: to)
    var microseconds: Int64 = 0
    while microseconds < Int64(seconds) * 1_000_000 {
      microseconds += .random(in: 5_000_000...200_000_000, using: &draw.random)
      microseconds = min(microseconds, Int64(seconds) * 1_000_000)
      let share = Double(microseconds) / 1e6 / seconds
      let place = Fixture.point(
        from.latitude + (to.latitude - from.latitude) * share,
        from.longitude + (to.longitude - from.longitude) * share)
      let at = Instant(microseconds: start + microseconds)
      way.add(Fix(location: place, at: at), odometer: metres * share, speed: 60)
    }
  }

  @Test("M21: A way that was driven as it was estimated costs the estimate, for random tariffs")
  func M21_drivenAsEstimated() throws {
    var (compared, divided) = (0, 0)
    for seed in 1...2_000 {
      var draw = RandomTariffs(random: SeededNumbers(seed: UInt64(seed)))
      guard let area = try Self.area(&draw) else { continue }
      let route = Straight(seconds: Double(Int.random(in: 600...4_000, using: &draw.random)))
      let quoter = Quoter(catalogue: try Fixture.catalogue([area]), routing: route)
      let now = Fixture.now.advanced(bySeconds: .random(in: 0...86_400, using: &draw.random))
      let ends = [Fixture.downtown, Fixture.airport, Fixture.uptown].shuffled(using: &draw.random)
      let trip = Trip(pickup: ends[0], dropOff: ends[1])
      let booked = try quoter.quote(
        OptionSelection(name: "Taxi"), for: trip, locale: nil, supply: Fixture.supply(), at: now)
      var ride = FinalFareTests.ride(of: booked, trip)
      (ride.createdAt, ride.arrivedAt, ride.startedAt) = (now, now, now)
      ride.endedAt = now.advanced(bySeconds: Int(route.seconds))
      var way = try #require(quoter.drivenWay(of: ride, from: nil))
      try Self.drive(&way, trip, route, &draw)
      ride.driven = way
      let expected = try #require(quoter.expectedFare(of: ride)).minorUnits
      #expect(FinalFareTests.total(quoter.finalFare(of: ride).lines) == expected, "seed \(seed)")
      compared += 1
      if !way.zones.isEmpty, !way.later.isEmpty { divided += 1 }
    }
    #expect(compared > 500 && divided > 100, "\(compared) \(divided)")
  }
}

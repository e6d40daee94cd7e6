import Rides
import Testing

@Suite("Travel times") struct TravelTests {
  private static func seconds(
    _ travel: TravelModel, zone: TimeZoneRules = .utc, at time: String = "2026-11-21T05:00:00Z"
  ) throws -> Double {
    var area = try Fixture.area()
    area.travel = travel
    area.timeZone = zone
    // A hundredth of a degree along a meridian: 1111.95 metres.
    return GreatCircleRouting().route(
      from: Fixture.point(41.88, -87.63), to: Fixture.point(41.89, -87.63), in: area,
      at: try #require(Instant(rfc3339: time))
    ).seconds
  }

  @Test("A way is the great circle times the circuity, at the area's speed")
  func plain() throws {
    let seconds = try Self.seconds(TravelModel(circuity: 1.5, metresPerSecond: 5))
    #expect(abs(seconds - 1_111.95 * 1.5 / 5) < 0.01)
  }

  @Test(
    "The speed is that of the hour which the area's clocks show",
    arguments: [
      ("2026-11-21T05:59:59Z", 23.0), ("2026-11-21T06:00:00Z", 24), ("2026-07-21T05:00:00Z", 24),
      ("1969-12-31T23:00:00Z", 17),
    ])
  func byHour(time: String, speed: Double) throws {
    let travel = TravelModel(
      circuity: 1, metresPerSecond: 1, metresPerSecondByHour: [24] + (1...23).map(Double.init))
    let zone = try ZoneBytes.rules("CST6CDT,M3.2.0,M11.1.0")
    #expect(abs(try Self.seconds(travel, zone: zone, at: time) - 1_111.95 / speed) < 0.01)
  }

  @Test("Any route has its fixed seconds, and a long one is faster beyond the first meters")
  func terms() throws {
    let roads = TravelModel.FastRoads(beyondMetres: 1_000, timesFaster: 4)
    let long = TravelModel(circuity: 2, metresPerSecond: 5, fixedSeconds: 90, fastRoads: roads)
    #expect(abs(try Self.seconds(long) - (90 + 200 + 1_223.9 / 20)) < 0.01)
    let short = TravelModel(
      circuity: 2, metresPerSecond: 5, fixedSeconds: 90,
      fastRoads: .init(beyondMetres: 2_224, timesFaster: 4))
    #expect(abs(try Self.seconds(short) - (90 + 2_223.9 / 5)) < 0.01)
  }

  @Test("Numbers of travel that cannot be are mistakes with their paths")
  func mistakes() throws {
    var catalogue = try Fixture.catalogue()
    catalogue.serviceAreas[0].travel = TravelModel(
      circuity: .nan, metresPerSecond: .infinity,
      metresPerSecondByHour: [0, 5, -1], fixedSeconds: -1,
      fastRoads: .init(beyondMetres: -1, timesFaster: 0.5))
    let travel = "serviceAreas[0].travel"
    #expect(
      catalogue.mistakes().map(\.path) == [
        "\(travel).circuity", "\(travel).metresPerSecond", "\(travel).fixedSeconds",
        "\(travel).metresPerSecondByHour", "\(travel).metresPerSecondByHour[0]",
        "\(travel).metresPerSecondByHour[2]", "\(travel).fastRoads.beyondMetres",
        "\(travel).fastRoads.timesFaster",
      ])
  }
}

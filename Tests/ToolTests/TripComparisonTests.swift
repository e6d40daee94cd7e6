import Catalogues
import Foundation
import Rides
import Testing

@testable import Tool

@Suite("Quotes against trips") struct TripComparisonTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
  static let sample = root.appending(path: "Trips/chicago.csv").path
  static let catalogue = root.appending(path: "../../deploy/catalogues/2014/chicago.json")
    .standardized.path

  /// Two miles in ten minutes at noon, from the Loop to the north.
  private static func trip() throws -> DrivenTrip {
    DrivenTrip(
      start: 1_439_467_200, pickup: try #require(Coordinate(latitude: 41.88, longitude: -87.63)),
      dropOff: try #require(Coordinate(latitude: 41.905, longitude: -87.63)), miles: 2,
      seconds: 600, fare: 8)
  }

  private static func compare(
    _ trip: DrivenTrip, clock: TripComparison.Clock = .local,
    _ change: (inout Catalogue) -> Void = { _ in }
  ) throws -> TripComparison {
    var catalogue = try CatalogueFile.load(path: Self.catalogue)
    change(&catalogue)
    var comparison = TripComparison(catalogue, product: ProductKey("taxi"), clock: clock)
    comparison.add(trip)
    return comparison
  }

  @Test("L9: Fares of real trips are met: 20 % off at most at the median, biased by 5 % at most")
  func L9_realTrips() throws {
    let file = try TripFile(try #require(InputFile.read(Self.sample)))
    var comparison = TripComparison(
      try CatalogueFile.load(path: Self.catalogue), product: ProductKey("taxi"), clock: .local)
    for trip in file.trips { comparison.add(trip) }
    #expect(file.trips.count + file.mistakes.count == 400)
    #expect(comparison.used > 200)
    #expect(comparison.fare.medianAbsoluteError <= 0.2)
    #expect(comparison.fare.medianBias.magnitude <= 0.05)
    #expect(comparison.minutes.medianAbsoluteError <= 0.3)
    #expect(comparison.minutes.medianBias.magnitude <= 0.1)
    #expect(comparison.miles.medianBias.magnitude <= 0.1)
  }

  private static let far = Coordinate(latitude: 0, longitude: 0)!  // a real place

  private typealias Change = @Sendable (inout DrivenTrip) -> Void

  private static let droppings: [(reason: String, change: Change)] = [
    ("a fare of less than 3.25", { $0.fare = 3.24 }),
    ("less than 0.5 miles by the meter", { $0.miles = 0.49 }),
    ("less than 120 s by the meter", { $0.seconds = 119 }),
    ("less than 0.5 km as the crow flies", { $0.dropOff = $0.pickup }),
    ("refused: outsideServiceArea", { $0.pickup = far }),
    ("refused: outsideServiceArea", { $0.dropOff = far }),
    // 02:30 on the night in which clocks went from 2 to 3.
    ("clocks leave its start out", { $0.start = 1_425_781_800 }),
  ]

  @Test(
    "A trip that was hardly one is left out, and the reason counted",
    arguments: droppings.indices)
  func dropped(index: Int) throws {
    let (reason, change) = Self.droppings[index]
    var trip = try Self.trip()
    #expect(try Self.compare(trip).used == 1)
    change(&trip)
    let comparison = try Self.compare(trip)
    #expect(comparison.used == 0 && comparison.dropped == [reason: 1])
  }

  @Test("A start is shown by the clocks of the city, or on request in UTC")
  func clocks() throws {
    // 17:00 on the clocks of a summer day is the slowest hour; in UTC it is noon in Chicago.
    var trip = try Self.trip()
    trip.start = 1_439_485_200
    let local = try Self.compare(trip).minutes.medianBias
    #expect(try Self.compare(trip, clock: .utc).minutes.medianBias < local)
  }

  @Test("M8: Fares in dollars are not compared with a price in another currency")
  func M8_otherCurrency() throws {
    let comparison = try Self.compare(try Self.trip()) { catalogue in
      guard let yen = Currency("JPY") else { return }
      let rate = Rate(microUnits: 1_000_000, currency: yen)
      catalogue.serviceAreas[0].currency = yen
      catalogue.serviceAreas[0].products[0].tariff.base = Money(minorUnits: 5, currency: yen)
      catalogue.serviceAreas[0].products[0].tariff.rates.bands[0].rate = .perMile(rate)
      catalogue.serviceAreas[0].products[0].tariff.rates.time.rate = rate
    }
    #expect(comparison.dropped == ["its price is in JPY, not in US dollars": 1])
  }

  @Test("The spread of errors has its median, its quartiles, and nothing without errors")
  func spread() {
    var spread = Spread()
    #expect(spread.medianBias == 0 && spread.medianAbsoluteError == 0)
    for error in [0.4, -0.1, 0, -0.3] { spread.add(error) }
    #expect(abs(spread.medianBias - -0.05) < 1e-12)
    #expect(abs(spread.medianAbsoluteError - 0.2) < 1e-12)
    #expect(abs(spread.lowerQuartile - -0.15) < 1e-12)
    #expect(abs(spread.upperQuartile - 0.1) < 1e-12)
  }
}

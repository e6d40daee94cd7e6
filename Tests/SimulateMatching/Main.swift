import Catalogues
import Foundation
import Rides
import SimulatedCity

/// Compares rules of matching in rainy evenings of a city with too few vehicles.
///
/// Arguments: the catalogue, whose first area is the city; a file of trips as `livery quote
/// --trips` reads it; how many vehicles there are; how many riders an hour ask at the worst time;
/// the seed.
@main enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let vehicles = Int(arguments[3]), vehicles > 0,
      let riders = Int(arguments[4]), riders > 0, let seed = UInt64(arguments[5])
    else {
      print("expected: CATALOGUE TRIPS VEHICLES RIDERS SEED")
      exit(64)
    }
    let trips = EveningTrip.evening(
      of: try String(contentsOf: URL(filePath: arguments[2]), encoding: .utf8))
    guard !trips.isEmpty else {
      print("\(arguments[2]): expected trips that begin between 17 and 23 o'clock")
      exit(1)
    }
    // 2026-06-01, 17 o'clock in Chicago.
    let evening = Evening(
      of: try CatalogueFile.load(path: arguments[1]), trips: trips, vehicles: vehicles,
      riders: riders,
      begins: Instant(seconds: 1_780_351_200), seed: seed)
    print(
      "\(evening.count) riders, \(vehicles) vehicles; waits and drives to the pickup in minutes")
    for (name, rule) in rules {
      let figures = evening.figures(rule)
      print(
        "| \(name) | \(tenths(figures.mean)) | \(tenths(figures.high)) "
          + "| \(tenths(figures.longest)) | \(tenths(figures.meanDrive)) "
          + "| \(tenths(figures.lostShare)) % |")
    }
  }

  private static let rules: [(String, MatchingRule)] = [
    ("longest wait first, 50 km", .longestWait), ("nearest first", .nearest),
    ("turns, 50 km", .turns(reach: nil)), ("turns, 20 minutes", .turns(reach: 1_200)),
    ("turns, 15 minutes", .turns(reach: 900)), ("turns, 10 minutes", .turns(reach: 600)),
    ("best of each 5 s, 50 km", .optimal(reach: nil)),
    ("best of each 5 s, 15 minutes", .optimal(reach: 900)),
  ]

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

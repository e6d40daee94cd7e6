import BuildInfo
import Catalogues
import Fleet
import Glibc
import SimulatedCity

/// Records a simulated city, whose riders, vehicles and operators send to a fleet in this process.
///
/// It runs in a time of its own; the same arguments and build give the same bytes.
///
/// Arguments: the catalogue, the file of the recording, which must not exist, about how many
/// requests, how many vehicles, each with three riders, and the seed.
@main enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let messages = Int(arguments[3]), messages > 0,
      let vehicles = Int(arguments[4]), vehicles > 0, let seed = UInt64(arguments[5])
    else {
      print("expected: CATALOGUE FILE MESSAGES VEHICLES SEED")
      exit(64)
    }
    var plan = CityPlan(catalogue: try CatalogueFile.load(path: arguments[1]))
    plan.messages = messages
    plan.vehicles = vehicles
    plan.riders = 3 * vehicles
    plan.seed = seed
    let header = plan.header(
      livery: Version.text(commit: BuildInfo.commit),
      digest: CatalogueSource(path: arguments[1]).digest)
    let summary = try plan.record(to: arguments[2], header)
    print("\(arguments[2]): \(summary.lines.joined(separator: "\n"))")
  }
}

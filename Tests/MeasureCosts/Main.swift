import Catalogues
import Fleet
import Glibc
import Rides

/// Measures what requests cost, by the handlers in this process alone: without a broker, on
/// messages as they come.
///
/// Each figure is a line of JSON on standard output. Costs in microseconds are of the thread, the
/// least of several rounds; counts of allocations are exact for a build and a library.
@main enum Main {
  static let use = """
    expected: CATALOGUE allocations [STORE]
              CATALOGUE calls KIND BATCH [STORE]    one row of it in few calls, for callgrind
              CATALOGUE curve NAME [STORE] [--quick | --whole]
              NAME is products, zones, vertices, areas or vehicles, and with a store vehicles,
              waiting, rides, history, subscribers or batch; STORE is sqlite:PATH, of a file that is
              made, or a URL of an empty database of PostgreSQL
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { end(use, 64) }
    do {
      let catalogue = try CatalogueFile.load(path: arguments[0])
      let extent = Extent(flags: arguments.filter { $0.hasPrefix("--") })
      let rest = arguments.dropFirst(2).filter { !$0.hasPrefix("--") }
      switch arguments[1] {
      case "allocations": try Allocations(catalogue, rest).tell()
      case "calls": try calls(Array(rest), catalogue)
      case "curve": try curve(rest, catalogue).tell(extent)
      default: end(use, 64)
      }
    } catch {
      end("\(error)", 1)
    }
  }

  private static func curve(_ arguments: [String], _ catalogue: Catalogue) throws -> Curve {
    let store = arguments.dropFirst().first.map { StoreLocation($0) }
    let vehicles = VehicleCurves(
      catalogue: catalogue, steps: [100, 1_000, 10_000, 100_000])
    switch (arguments.first, store) {
    case ("products", nil): return CatalogueCurves.products(catalogue)
    case ("zones", nil): return CatalogueCurves.zones(catalogue)
    case ("vertices", nil): return CatalogueCurves.vertices(catalogue)
    case ("areas", nil): return CatalogueCurves.areas(catalogue)
    case ("vehicles", nil): return vehicles.snapshot
    case (let name?, .some(let location?)):
      if name == "vehicles" { return try vehicles.stored(location) }
      if name == "waiting" { return try vehicles.waiting(location) }
      let curves = StoreCurves(catalogue: catalogue, location: location)
      switch name {
      case "rides": return try curves.rides()
      case "history": return try curves.history()
      case "subscribers": return try curves.subscribers()
      case "batch": return try curves.batches()
      default: throw Mistake(use)
      }
    default: throw Mistake(use)
    }
  }

  private static func calls(_ arguments: [String], _ catalogue: Catalogue) throws {
    guard arguments.count >= 2, let batch = Int(arguments[1]) else { throw Mistake(use) }
    let choice = Allocations.Choice(kind: arguments[0], batch: batch)
    try Allocations(catalogue, Array(arguments.dropFirst(2)), only: choice).tell()
  }

  private static func end(_ text: String, _ code: Int32) -> Never {
    _ = (text + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(code)
  }
}

import Catalogues
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
              STORE is sqlite:PATH, of a file that is made, or a URL of an empty database of
              PostgreSQL; without it what needs a store is left out
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { end(use, 64) }
    do {
      let catalogue = try CatalogueFile.load(path: arguments[0])
      let rest = Array(arguments.dropFirst(2))
      switch arguments[1] {
      case "allocations": try Allocations(catalogue, rest).tell()
      default: end(use, 64)
      }
    } catch {
      end("\(error)", 1)
    }
  }

  private static func end(_ text: String, _ code: Int32) -> Never {
    _ = (text + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(code)
  }
}

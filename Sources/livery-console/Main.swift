import BuildInfo
import Console

/// Serves the page of those who run the fleet.
@main enum Main {
  static func main() { ConsoleProgram.main(commit: BuildInfo.commit) }
}

import Catalogues
import Fleet
import Rides

/// What a command works with beside its arguments.
struct ToolContext: Sendable {
  let output: Output
  let environment: [String: String]
  /// Stopped by SIGTERM, SIGINT, and by nobody reading standard output any more.
  let stopSignal: StopSignal
  var clock: @Sendable () -> Instant = WallClock.now
  /// What the tool was built from.
  var commit = "unknown"

  /// The settings, checked as a worker checks them.
  func configuration(requiring required: Set<SettingName> = []) throws(ToolError) -> Configuration {
    switch Configuration.load(environment: environment, required: required) {
    case .success(let configuration): return configuration
    case .failure(let mistakes): throw ToolError(mistakes)
    }
  }

  /// The settings, and the catalogue that they name.
  func catalogue() throws(ToolError) -> (configuration: Configuration, catalogue: Catalogue) {
    let configuration = try configuration(requiring: [.catalogue])
    // Required above, so that it is there.
    return (configuration, try catalogue(at: configuration.catalogue ?? ""))
  }

  /// The catalogue of a file or a folder.
  func catalogue(at path: String) throws(ToolError) -> Catalogue {
    do throws(CatalogueProblems) {
      return try CatalogueFile.load(path: path)
    } catch {
      throw ToolError(.data, error.mistakes.map(\.description))
    }
  }
}

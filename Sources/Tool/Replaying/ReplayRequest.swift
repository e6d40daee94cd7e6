import Fleet
import Replay

/// What `livery replay` was asked for.
struct ReplayRequest: Sendable {
  let path: String
  let isLocal: Bool
  let verifies: Bool
  /// Where the recording goes with the outcome of this replay.
  let accepted: String?
  let catalogue: String?
  let against: String?
  let storeCopy: String?
  let filter: ReplayFilter
  let limit: Int
  let isStrict: Bool
  let isPartial: Bool
  let comparison: ComparisonOptions
  let pace: ReplayPace

  init(_ arguments: Arguments) throws(ToolError) {
    path = arguments.operand ?? "-"
    isLocal = arguments.has("--local")
    verifies = arguments.has("--verify")
    accepted = arguments.text("--accept")
    catalogue = arguments.text("--catalogue")
    against = arguments.text("--against")
    storeCopy = arguments.text("--store")
    filter = try ReplayFilter(arguments)
    limit = arguments.integer("--limit") ?? .max
    isStrict = arguments.has("--strict")
    isPartial = arguments.has("--partial")
    comparison = try ComparisonOptions(arguments)
    pace = ReplayPace(arguments)
    try check()
  }

  private func check() throws(ToolError) {
    if path == "-" {
      throw ToolError(.usage, "expected the name of a file: a recording is read twice")
    }
    if !isLocal, against != nil || storeCopy != nil || catalogue != nil {
      throw ToolError(.usage, "--catalogue, --against and --store need --local")
    }
    if !isLocal, accepted != nil { throw ToolError(.usage, "--accept needs --local") }
    if verifies, against != nil {
      throw ToolError(.usage, "expected --verify or --against, got both")
    }
    if !verifies, against == nil, comparison.writesReport {
      throw ToolError(.usage, "a report needs --verify or --against")
    }
  }
}

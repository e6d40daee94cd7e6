import Fleet

/// `livery replay` on a broker.
enum BrokerReplay {
  static func run(
    _ request: ReplayRequest, _ context: ToolContext
  ) throws(ToolError) -> ExitCode {
    throw ToolError(.usage, "expected --local")
  }
}

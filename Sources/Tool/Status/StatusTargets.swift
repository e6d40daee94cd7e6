import Fleet

/// Finds out which workers are asked.
enum StatusTargets {
  /// The addresses of the command line, else of its file, else of the setting.
  static func of(
    _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> [ProbeTarget] {
    if let path = arguments.text("--file") {
      guard arguments.operands.isEmpty else {
        throw ToolError(.usage, "expected addresses or --file, got both")
      }
      return try read(path)
    }
    if !arguments.operands.isEmpty { return try targets(arguments.operands, .usage, "ADDRESS") }
    let name = SettingName.statusWorkers.rawValue
    let listed = try context.configuration().statusWorkers
    guard !listed.isEmpty else {
      throw ToolError(.usage, "expected addresses, --file or \(name), got none of them")
    }
    return try targets(listed, .configuration, name)
  }

  private static func read(_ path: String) throws(ToolError) -> [ProbeTarget] {
    guard let bytes = SystemEnvironment.readFile(path == "-" ? "/dev/stdin" : path) else {
      throw ToolError(.data, "\(path): expected a file that can be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.prefix { $0 != "#" }.trimmed
      }
    let addresses = lines.filter { !$0.isEmpty }
    guard !addresses.isEmpty else {
      throw ToolError(.data, "\(path): expected addresses, got none")
    }
    return try targets(addresses, .data, path)
  }

  private static func targets(
    _ texts: [String], _ code: ExitCode, _ source: String
  ) throws(ToolError) -> [ProbeTarget] {
    var targets: [ProbeTarget] = []
    for text in texts {
      guard let target = ProbeTarget(text) else {
        throw ToolError(
          code, "\(source): expected HOST:PORT, [IPv6]:PORT or http://HOST:PORT, got '\(text)'")
      }
      if !targets.contains(target) { targets.append(target) }
    }
    return targets
  }
}

extension Substring {
  /// The text without blanks at both ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension Setting {
  /// The table as plain text for a terminal, three lines a setting at most.
  package static var help: String {
    let rows = all.map { setting in
      let fallback = setting.shownDefault.map { "; default \($0)" } ?? ""
      let file = setting.isSecret ? "; or \(setting.name.rawValue)_FILE" : ""
      let own = setting.scope == .fleet ? "" : "; for \(setting.scope.rawValue)"
      return "  \(setting.name.rawValue)\n      \(setting.summary)\n"
        + "      \(setting.range)\(fallback)\(file)\(own)"
    }
    return "Environment:\n" + rows.joined(separator: "\n")
  }
}

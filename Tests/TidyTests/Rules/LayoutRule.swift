/// The root of the package holds a handful of things, so that a newcomer sees the whole at once.
enum LayoutRule {
  static let allowed: Set = ["Package.swift", "Sources", "Tests", "deploy", "README.md"]

  static func check(_ names: [String]) -> [Finding] {
    names.filter { !$0.hasPrefix(".") && !allowed.contains($0) }
      .map {
        Finding(path: $0, line: 1, what: "expected only \(allowed.sorted()) at the top level")
      }
  }
}

/// A target imports what the manifest says that it needs, and few modules of the system.
enum ImportRule {
  static func check(_ file: SourceFile) -> [Finding] {
    guard file.isSource else { return [] }
    guard let target = file.target, let needs = try? Arrows.needs.get()[target] else {
      return [file.finding(0, "expected a layer or an executable of Package.swift")]
    }
    let allowed = needs.union(Arrows.system[target] ?? [])
    return file.code.enumerated().compactMap { index, line in
      guard let module = module(importedBy: line), !allowed.contains(module),
        module != "Swift"
      else { return nil }
      return file.finding(index, "\(target) may not import \(module)")
    }
  }

  /// The module of an import; of `import struct A.B`, the `A`.
  static func module(importedBy line: String) -> String? {
    let words = line.split(whereSeparator: { $0 == " " || $0 == ";" })
    guard let keyword = words.firstIndex(of: "import") else { return nil }
    let modifiers: Set<Substring> = ["package", "public", "internal", "fileprivate", "private"]
    guard words[..<keyword].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) }) else {
      return nil
    }
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    let name = words[(keyword + 1)...].first { !kinds.contains($0) }
    return name.map { String($0.prefix { $0 != "." }) }
  }
}

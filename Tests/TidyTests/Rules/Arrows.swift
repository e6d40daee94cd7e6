/// What each target of `Sources` may import: what the manifest says that it needs, and modules of
/// the system that its place allows.
enum Arrows {
  /// The targets and their needs, from the manifest of the tree.
  static let needs = Result { try needs(ofManifest: SourceTree.here.text(of: "Package.swift")) }

  /// Domain, contract and use cases do no I/O, so they import nothing of the C library.
  private static let pure: Set = [
    "BuildInfo", "Rides", "JSON", "Messages", "RideStore", "RideHandlers",
  ]

  /// The modules that come with the compiler, which no manifest names.
  ///
  /// Foundation is not among them: a worker starts faster and is smaller without it.
  static func system(for target: String) -> Set<String> {
    pure.contains(target)
      ? ["Synchronization"] : ["Dispatch", "Glibc", "Synchronization"]
  }

  /// What a manifest has as `layer("A", needs: ["B"])` or `executable("A", needs: ["B"])`.
  static func needs(ofManifest text: String) -> [String: Set<String>] {
    let calls = text.matches(
      of: /(?:layer|executable)\(\s*"([^"]+)"(?:,\s*needs: \[([^\]]*)\])?/)
    return Dictionary(
      uniqueKeysWithValues: calls.map { call in
        let names = (call.2 ?? "").split(separator: "\"", omittingEmptySubsequences: false)
        // Each second part stands between two quotation marks.
        return (
          String(call.1),
          Set(names.indices.filter { $0 % 2 == 1 }.map { String(names[$0]) })
        )
      })
  }
}

/// What each target of `Sources` may import: what the manifest says that it needs, and the
/// modules of the system in the table here.
enum Arrows {
  /// The targets and their needs, from the manifest of the tree.
  static let needs = Result { try needs(ofManifest: SourceTree.here.text(of: "Package.swift")) }

  /// The modules that come with the compiler, which no manifest names, for the targets that need
  /// them.
  ///
  /// Domain, contract and use cases do no I/O, so they have no `Glibc`. Only
  /// `LiveryFoundation`, which goes into apps, imports Foundation: a worker starts faster and is
  /// smaller without it.
  static let system: [String: Set<String>] = [
    "Rides": ["Synchronization"],
    "RideHandlers": ["Synchronization"],
    "Hosts": ["Glibc", "Synchronization"],
    "HTTP": ["Glibc", "Synchronization"],
    "AMQP": ["Glibc", "Synchronization"],
    "MemoryStore": ["Dispatch", "Synchronization"],
    "SQLiteStore": ["Glibc"],
    "PostgresStore": ["Glibc"],
    "Catalogues": ["Glibc"],
    "Fleet": ["Glibc", "Synchronization"],
    "LiveryClient": ["Glibc", "Synchronization"],
    "LiveryFoundation": ["Contacts", "CoreLocation", "Foundation", "Intents"],
    "Replay": ["Glibc", "Synchronization"],
    "Tool": ["Glibc", "Synchronization"],
    "Console": ["Glibc", "Synchronization"],
  ]

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

/// The layers, and what each may import beside the standard library: lower layers, and libraries of
/// the system.
///
/// The manifest says the same of the layers, and the table for contributors all of it; tests
/// compare them.
enum Arrows {
  static let allowed: [String: Set<String>] = [
    "BuildInfo": [],
    "Rides": ["Synchronization"],
    "JSON": [],
    "Messages": ["CXXHash", "Rides", "JSON"],
    "RideStore": ["Rides"],
    "RideHandlers": ["Rides", "Messages", "RideStore", "JSON", "Synchronization"],
    "Hosts": ["Glibc", "Synchronization"],
    "AMQP": ["CRabbitMQ", "Hosts", "Messages", "Glibc", "Synchronization"],
    "MemoryStore": ["Rides", "RideStore", "Synchronization", "Dispatch"],
    "SQLiteStore": ["CSQLite", "Rides", "RideStore", "Glibc"],
    "PostgresStore": ["CPostgres", "Hosts", "Rides", "RideStore", "Glibc"],
    "Catalogues": ["Rides", "JSON", "Glibc"],
    "Crypto": ["CCrypto"],
    "Metrics": ["Synchronization"],
    "Probes": ["CMicroHTTPD", "Glibc"],
    "Tracing": ["CCurl", "JSON", "Messages", "Glibc", "Synchronization"],
    "Recordings": ["CZlib", "Crypto", "JSON", "Messages", "Rides", "Glibc"],
    "Fleet": [
      "AMQP", "RideHandlers", "Messages", "RideStore", "Rides", "SQLiteStore", "PostgresStore",
      "Catalogues", "Crypto", "Hosts", "Metrics", "Probes", "JSON", "Tracing", "Glibc",
      "Synchronization",
    ],
    "SimulatedVehicles": ["JSON", "Messages", "Rides", "Glibc"],
    "Replay": [
      "AMQP", "Crypto", "Fleet", "JSON", "Messages", "Recordings", "RideHandlers", "RideStore",
      "Rides", "Synchronization",
    ],
    "list-options-worker": worker,
    "request-ride-worker": worker,
    "status-query-worker": worker,
    "dispatch-worker": worker,
    "Tool": [
      "CCurl", "Fleet", "AMQP", "MemoryStore", "Messages", "Recordings", "Replay", "RideHandlers",
      "RideStore", "Rides", "Catalogues", "JSON", "SimulatedVehicles", "Glibc", "Synchronization",
    ],
    "livery": ["BuildInfo", "Tool"],
  ]

  private static let worker: Set = ["BuildInfo", "Fleet", "Messages", "RideHandlers"]

  /// Modules that come with the compiler and that no manifest names.
  static let ofTheSystem: Set = ["Glibc", "Synchronization", "Dispatch"]

  /// What a manifest has as `layer("A", needs: ["B"])` or `executable("A", needs: ["B"])`.
  static func needs(ofManifest text: String) -> [String: Set<String>] {
    let calls = text.matches(
      of: /(?:layer|executable)\(\s*"([^"]+)"(?:,\s*needs: \[([^\]]*)\])?/)
    return Dictionary(
      uniqueKeysWithValues: calls.map { call in
        (String(call.1), names(in: call.2 ?? "", between: "\""))
      })
  }

  /// The rows of a table in Markdown whose first cell names targets and whose third their imports.
  static func rows(ofTable text: String) -> [String: Set<String>] {
    var rows: [String: Set<String>] = [:]
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("| `") {
      let cells = line.split(separator: "|")
      guard cells.count == 3 else { continue }
      for target in names(in: cells[0], between: "`") {
        rows[target] = names(in: cells[2], between: "`")
      }
    }
    return rows
  }

  /// The names in a text that stand between two of a sign.
  private static func names(in text: Substring, between sign: Character) -> Set<String> {
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    return Set(parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) })
  }
}

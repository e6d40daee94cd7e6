/// The layers, and what each may import beside the standard library: lower layers, and libraries of
/// the system.
enum Arrows {
  static let allowed: [String: Set<String>] = [
    "Rides": [],
    "JSON": ["FoundationEssentials"],
    "Messages": ["Rides", "JSON", "FoundationEssentials"],
    "RideStore": ["Rides", "JSON"],
    "RideHandlers": ["Rides", "Messages", "RideStore", "JSON"],
    "AMQP": ["CRabbitMQ", "Messages", "Glibc", "Synchronization"],
    "MemoryStore": ["Rides", "RideStore", "Synchronization", "Dispatch"],
    "SQLiteStore": ["CSQLite", "Rides", "RideStore", "JSON", "Glibc"],
    "Catalogues": ["Rides", "JSON", "FoundationEssentials", "Glibc"],
    "Crypto": ["CCrypto"],
    "Probes": ["CMicroHTTPD", "Glibc", "Synchronization"],
    "Fleet": fleet,
    "list-options-worker": executable,
    "request-ride-worker": executable,
    "status-query-worker": executable,
    "dispatch-worker": executable,
    "Tool": [
      "Fleet", "AMQP", "Messages", "RideStore", "Rides", "SQLiteStore", "Catalogues", "JSON",
      "Glibc",
    ],
    "livery": ["Tool"],
  ]

  private static let fleet: Set = [
    "AMQP", "RideHandlers", "Messages", "RideStore", "Rides", "SQLiteStore", "Catalogues",
    "Crypto", "Probes", "JSON", "Glibc", "Synchronization",
  ]

  private static let executable = fleet.union(["Fleet", "MemoryStore"])
}

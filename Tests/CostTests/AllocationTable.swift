/// How many times a request may ask for memory: what was counted, in the release build, and about a
/// twentieth more.
///
/// The counts do not depend on the machine, so a test can hold them where it cannot hold a time.
/// Who makes one smaller lowers its limit; who needs a larger one says in the commit what for.
enum AllocationTable {
  /// A kind of requests in batches of one size, and the most that one of them may take.
  struct Limit: Sendable {
    let kind: String
    let batch: Int
    let store: String
    let allocations: Double

    var name: String { "\(kind), \(store), batches of \(batch)" }
  }

  static let limits = [
    Limit(kind: "list, decoded", batch: 100, store: "none", allocations: 4),
    Limit(kind: "list", batch: 100, store: "none", allocations: 30),
    Limit(kind: "list", batch: 1, store: "none", allocations: 43),
    Limit(kind: "book", batch: 100, store: "sqlite", allocations: 156),
    Limit(kind: "book", batch: 1, store: "sqlite", allocations: 620),
    Limit(kind: "status", batch: 100, store: "sqlite", allocations: 16),
    Limit(kind: "status", batch: 1, store: "sqlite", allocations: 76),
    Limit(kind: "vehicle position", batch: 100, store: "sqlite", allocations: 22),
    Limit(kind: "vehicle position", batch: 1, store: "sqlite", allocations: 219),
    Limit(kind: "lossy position", batch: 100, store: "sqlite", allocations: 37),
    Limit(kind: "lossy position", batch: 1, store: "sqlite", allocations: 231),
  ]
}

import CAllocationCount
import Fleet
import MemoryStore
import Messages
import RideStore
import Rides

/// How many times memory is asked for, for one request of each kind.
struct Allocations {
  /// The one row to which a run under callgrind is limited.
  struct Choice {
    let kind: String
    let batch: Int
  }

  private let catalogue: Catalogue
  private let store: StoreLocation?
  private let choice: Choice?

  /// Batches of a hundred, as a busy queue gives them, and of one, as a quiet one does.
  private static let sizes = [100, 1]

  init(_ catalogue: Catalogue, _ arguments: [String], only choice: Choice? = nil) throws {
    self.catalogue = catalogue
    self.choice = choice
    store = arguments.first.flatMap(StoreLocation.init)
    guard arguments.count <= 1, arguments.isEmpty == (store == nil) else { throw Mistake(Main.use) }
  }

  /// Callgrind is fifty times slower, and counts without noise.
  private func batches(of size: Int) -> Int {
    choice == nil ? size == 1 ? 200 : 2_000 / size : size == 1 ? 20 : 3
  }

  func tell() throws {
    let town = Town(catalogue, store: MemoryStore(MemoryDatabase()), vehicles: 100)
    try tell("list, decoded", "none") { town.decoding }
    try tell("list", "none") { town.lists }
    guard let store else { return }
    _ = try StoreSession.migrate(store)
    let kept = Town(catalogue, store: try StoreSession.open(store), vehicles: 100)
    let name = if case .sqlite = store { "sqlite" } else { "postgres" }
    let database = try RawDatabase(store)
    try tell("book", name) { kept.bookings(beside: database) }
    try tell("book a quote", name) { kept.quotedBookings(beside: database) }
    try tell("status", name, kept.queries)
    try tell("vehicle position", name) { try kept.positions() }
    try tell("lossy position", name) { try kept.positions(apart: true) }
  }

  private func tell(_ kind: String, _ store: String, _ work: () throws -> Work) throws {
    let sizes = Self.sizes.filter { size in
      choice.map { $0.kind == kind && $0.batch == size } ?? true
    }
    guard !sizes.isEmpty else { return }
    var work = try work()
    for batch in sizes {
      let cost = try work.cost(batch: batch, batches: batches(of: batch), rounds: 1)
      var row = Row(
        [("figure", "allocations"), ("kind", kind), ("store", store)],
        [
          ("batch", Double(batch)), ("allocations", cost.allocations), ("microseconds", cost.cpu),
          ("isCounted", Double(allocations_are_counted())),
          ("calls", Double(batches(of: batch))),
        ])
      row.tell()
    }
  }
}

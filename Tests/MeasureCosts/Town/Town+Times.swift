import Messages
import RideHandlers
import RideStore
import Rides

/// What workers do as time passes, and what makes it grow.
extension Town {
  /// Confirmations of bookings, which are priced like these and keep nothing.
  var confirmations: Work {
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    return Work(
      name: "book (confirm)",
      next: { [self] count in
        let batch = (0..<count).map { _ in letters.booking(as: .requestRideConfirm) }
        return (batch, Self.noon)
      }, handle: handler.handle, code: .ready)
  }

  /// The making of the snapshot of the vehicles from what is read, once a second.
  func snapshots(_ size: Int) -> Work {
    let entries = dependencies.supply().entries
    return other("snapshot made") { _ = Supply(takenAt: Self.noon, entries: entries) }
  }

  /// The reading of the vehicles for the snapshot.
  func readings() throws -> Work {
    other("snapshot read and made") { [self] in
      _ = try store.transaction(.read) { () throws(StoreError) in
        try store.supply(at: Self.noon)
      }
    }
  }

  /// What a ticker asks when nothing is due.
  func ticks() -> Work {
    other("tick") { [self] in
      _ = try store.transaction(.read) { () throws(StoreError) in
        try DispatchTick.commands(store, Self.noon.advanced(bySeconds: -86_400))
      }
    }
  }

  /// The pruning of old outcomes when there are none.
  func prunings() -> Work {
    other("prune") { [self] in
      _ = try store.transaction(.write) { () throws(StoreError) in
        try store.pruneOutcomes(olderThanDays: 7, at: Self.noon, limit: 1_000)
      }
    }
  }

  /// The newest rides, as an operator looks at them.
  func pages() -> Work {
    other("page of rides") { [self] in
      _ = try store.transaction(.read) { () throws(StoreError) in
        try store.rides(matching: RideFilter(phases: [.received], limit: 20))
      }
    }
  }

  /// Work that takes no messages: one turn is one delivery, of which nothing is read.
  private func other(_ name: String, _ turn: @escaping () throws -> Void) -> Work {
    Work(
      name: name, next: { [self] count in ((0..<count).map { _ in letters.list() }, Self.noon) },
      handle: { batch, _ in
        for _ in batch { try turn() }
        return []
      }, answers: false)
  }
}

import RideStore
import Rides
import Testing

@Suite("Every store traps the mistakes of its caller")
struct ConformanceMisuse {
  @Test("A write outside of a transaction traps", arguments: StoreKind.allCases)
  func writeOutside(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      try kind.makeDatabase().session().insert([ride("a")])
    }
  }

  @Test("A write in a transaction that reads traps", arguments: StoreKind.allCases)
  func writeWhileReading(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      let store = try kind.makeDatabase().session()
      try store.begin(.read)
      try store.insert([ride("a")])
    }
  }

  @Test("A transaction within a transaction traps", arguments: StoreKind.allCases)
  func nested(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      let store = try kind.makeDatabase().session()
      try store.begin(.read)
      try store.begin(.read)
    }
  }

  @Test("A limit below zero traps", arguments: StoreKind.allCases)
  func negativeLimit(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().session().dueRides(at: noon, limit: -1)
    }
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().session().obligations(limit: -1)
    }
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().session().rides(matching: RideFilter(limit: -1))
    }
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().session().dueSubscriptions(at: noon, limit: -1)
    }
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().consoleSession().auditEntries(matching: AuditFilter(limit: -1))
    }
  }

  @Test("Ledger, leases and audit are written in a transaction", arguments: StoreKind.allCases)
  func booksOutside(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      try kind.makeDatabase().session().append([entry("a", 1, 1)])
    }
    await #expect(processExitsWith: .failure) { [kind] in
      try kind.makeDatabase().session().subscribe([subscription("a", "q")])
    }
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().session().update([sent("a", "q", due: 0)])
    }
    await #expect(processExitsWith: .failure) { [kind] in
      _ = try kind.makeDatabase().session().lease("a", holder: "b", until: noon, at: noon)
    }
    await #expect(processExitsWith: .failure) { [kind] in
      try kind.makeDatabase().session().unsubscribe(replyTo: ["q"])
    }
    await #expect(processExitsWith: .failure) { [kind] in
      try kind.makeDatabase().consoleSession().append(audited("a"))
    }
  }

  @Test("A commit after a conflict traps", arguments: StoreKind.allCases)
  func commitAfterConflict(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      let store = try kind.makeDatabase().session()
      try store.begin(.write)
      try? store.insert([ride("a"), ride("a")])
      try store.commit()
    }
  }

  @Test(
    "A commit after a conflict traps, also if a later write succeeds", arguments: StoreKind.allCases
  )
  func commitAfterLaterWrite(kind: StoreKind) async {
    await #expect(processExitsWith: .failure) { [kind] in
      let store = try kind.makeDatabase().session()
      try store.begin(.write)
      try? store.insert([ride("a"), ride("a")])
      try? store.insert([ride("b")])
      try store.commit()
    }
  }
}

import RideStore
import Rides
import Testing

/// What was pruned is done again when its message comes again, so that no clock may say alone what
/// is old.
@Suite("Every store prunes outcomes that are old by more than one clock")
struct ConformancePruning {
  @Test("The oldest outcomes are pruned first, up to the limit", arguments: StoreKind.allCases)
  func oldestFirst(kind: StoreKind) throws {
    let store = try Self.store(kind, outcomesOf: 0...9)
    #expect(try Self.prune(store, olderThan: 2, on: 9, limit: 0) == 0)
    #expect(try Self.prune(store, olderThan: 2, on: 9, limit: 2) == 2)
    #expect(try Self.days(in: store) == Array(2...9))
    #expect(try Self.prune(store, olderThan: 2, on: 9) == 5)
    #expect(try Self.days(in: store) == [7, 8, 9])
    #expect(try Self.prune(store, olderThan: 2, on: 9) == 0)
  }

  @Test("Nothing is pruned before its time by the caller's clock", arguments: StoreKind.allCases)
  func callerBehind(kind: StoreKind) throws {
    let store = try Self.store(kind, outcomesOf: 0...9)
    #expect(try Self.prune(store, olderThan: 2, on: 1) == 0)
    #expect(try Self.prune(store, olderThan: 2, on: 2) == 1)
    #expect(try Self.days(in: store) == Array(1...9))
  }

  @Test(
    "A caller whose clock ran ahead prunes nothing that is young", arguments: StoreKind.allCases)
  func callerAhead(kind: StoreKind) throws {
    let store = try Self.store(kind, outcomesOf: 0...7)
    #expect(try Self.prune(store, olderThan: 7, on: 5_000) == 0)
    #expect(try Self.days(in: store) == Array(0...7))
  }

  @Test(
    "What a clock that ran ahead has stored makes nothing old that is young",
    arguments: StoreKind.allCases)
  func storedAhead(kind: StoreKind) throws {
    let store = try Self.store(kind, outcomesOf: 0...8)
    try store.storeAndCommit(Self.outcome(5_000), Self.outcome(5_000, "and another"))
    #expect(try Self.prune(store, olderThan: 7, on: 5_000) == 2)
    #expect(try Self.days(in: store) == Array(2...8) + [5_000, 5_000])
  }

  @Test("A few outcomes of long ago are kept until the days after them have some too")
  func idle() throws {
    for kind in StoreKind.allCases {
      let store = try Self.store(kind, outcomesOf: 0...1)
      #expect(try Self.prune(store, olderThan: 1, on: 400) == 0)
      try store.storeAndCommit(Self.outcome(400))
      #expect(try Self.prune(store, olderThan: 1, on: 400) == 1)
      #expect(try Self.days(in: store) == [1, 400])
    }
  }

  @Test("An empty table is pruned of nothing", arguments: StoreKind.allCases)
  func empty(kind: StoreKind) throws {
    #expect(try Self.prune(try kind.makeDatabase().session(), olderThan: 0, on: 1) == 0)
  }

  @Test("By a server's clock an outcome of the future is young, despite all other clocks")
  func server() throws {
    let store = try StoreKind.postgres.makeDatabase().session()
    let future = 9_000_000_000
    for day in 0...9 {
      try store.storeAndCommit(RideStoreTests.outcome("m\(day)", storedAt: future + day * 86_400))
    }
    let now = noon.advanced(bySeconds: future + 9 * 86_400)
    let pruned = try store.writing { () throws(StoreError) in
      try store.pruneOutcomes(olderThanDays: 2, at: now, limit: 100)
    }
    #expect(pruned == 0)
  }
}

extension ConformancePruning {
  /// An outcome of a day, counted from a time long ago.
  private static func outcome(_ day: Int, _ more: String = "") -> StoredOutcome {
    RideStoreTests.outcome("\(day)\(more)", storedAt: longAgo + day * 86_400)
  }

  private static func store(_ kind: StoreKind, outcomesOf days: ClosedRange<Int>) throws
    -> any RideStore
  {
    let store = try kind.makeDatabase().session()
    for day in days { try store.storeAndCommit(outcome(day)) }
    return store
  }

  /// Prunes with a clock that shows an hour of that day.
  private static func prune(
    _ store: any RideStore, olderThan days: Int, on day: Int, limit: Int = 100
  ) throws -> Int {
    let now = noon.advanced(bySeconds: longAgo + day * 86_400 + 3_600)
    return try store.writing { () throws(StoreError) in
      try store.pruneOutcomes(olderThanDays: days, at: now, limit: limit)
    }
  }

  /// The days of which there are outcomes.
  private static func days(in store: any RideStore) throws -> [Int] {
    let keys =
      (Array(0...9) + [400, 5_000]).map { outcome($0).key }
      + [outcome(5_000, "and another").key]
    return try store.outcomes(keys).values
      .map { ($0.storedAt.microseconds - noon.microseconds) / 1_000_000 }
      .map { (Int($0) - longAgo) / 86_400 }.sorted()
  }
}

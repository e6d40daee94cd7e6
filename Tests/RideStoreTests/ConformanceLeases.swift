import Dispatch
import RideStore
import Rides
import Synchronization
import Testing

@Suite("Every store lets one holder at a time have a lease")
struct ConformanceLeases {
  @Test(
    "A lease is its holder's until its end, and each name is a lease", arguments: StoreKind.allCases
  )
  func exclusive(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (first, second) = (try database.session(), try database.session())
    #expect(try first.take("figures", as: "a", for: 60))
    #expect(try !second.take("figures", as: "b", for: 60))
    #expect(try !second.take("figures", as: "b", for: 60, at: 30))
    #expect(try second.take("other", as: "b", for: 60))
    #expect(try first.take("figures", as: "a", for: 60))
  }

  @Test("A renewed lease lasts from its renewal", arguments: StoreKind.allCases)
  func renewal(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (first, second) = (try database.session(), try database.session())
    #expect(try first.take("figures", as: "a", for: 60))
    #expect(try first.take("figures", as: "a", for: 60, at: 59))
    #expect(try !second.take("figures", as: "b", for: 60, at: 118))
  }

  @Test(
    "After its expiry another holder acquires a lease, and keeps it", arguments: StoreKind.allCases)
  func takeover(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (first, second) = (try database.session(), try database.session())
    try first.writing { () throws(StoreError) in
      _ = try first.lease(
        "figures", holder: "a", until: Instant(microseconds: noon.microseconds + 20_000), at: noon)
    }
    let deadline = ContinuousClock.now + .seconds(600)
    // Where the database has a clock, its own time passes; elsewhere that of the caller.
    var seconds = 0
    while try !second.take("figures", as: "b", for: 60, at: seconds) {
      try #require(ContinuousClock.now < deadline)
      seconds += 1
    }
    #expect(try !first.take("figures", as: "a", for: 60, at: seconds))
    #expect(try second.take("figures", as: "b", for: 60, at: seconds))
  }

  @Test(
    "A lease that is given up is free at once, for its holder alone to give",
    arguments: StoreKind.allCases)
  func release(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (first, second) = (try database.session(), try database.session())
    #expect(try !second.take("figures", as: "b", for: 0))
    #expect(try first.take("figures", as: "a", for: 60))
    #expect(try !second.take("figures", as: "b", for: 0))
    #expect(try !second.take("figures", as: "b", for: 60))
    #expect(try !first.take("figures", as: "a", for: 0))
    #expect(try second.take("figures", as: "b", for: 60))
  }

  @Test("Of several that ask at once one has the lease", arguments: StoreKind.allCases)
  func atOnce(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let results = Mutex<[Result<Bool, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { holder in
      let result = Result {
        try database.session().take("figures", as: "holder \(holder)", for: 60)
      }
      results.withLock { $0.append(result) }
    }
    let granted = try results.withLock { $0 }.map { try $0.get() }
    #expect(granted.count { $0 } == 1)
  }

  @Test("A rolled-back lease was not acquired", arguments: StoreKind.allCases)
  func rolledBack(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let (first, second) = (try database.session(), try database.session())
    try first.begin(.write)
    #expect(
      try first.lease("figures", holder: "a", until: noon.advanced(bySeconds: 60), at: noon))
    first.rollBack()
    #expect(try second.take("figures", as: "b", for: 60))
  }

  @Test("Names and holders that only look alike are two", arguments: StoreKind.allCases)
  func names(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    #expect(try store.take("figures", as: "Ren\u{e9}", for: 60))
    #expect(try !store.take("figures", as: "Rene\u{301}", for: 60))
    #expect(try store.take("Ren\u{e9}", as: "a", for: 60))
    #expect(try store.take("Rene\u{301}", as: "b", for: 60))
    #expect(storeError { _ = try store.take("a\0", as: "a", for: 60) } == .failed)
    #expect(storeError { _ = try store.take("a", as: "a\0", for: 60) } == .failed)
  }
}

extension RideStore {
  /// Asks for a lease of so many seconds, so many after noon, in a transaction of its own.
  fileprivate func take(
    _ name: String, as holder: String, for duration: Int, at seconds: Int = 0
  ) throws -> Bool {
    let now = noon.advanced(bySeconds: seconds)
    return try writing { () throws(StoreError) in
      try lease(name, holder: holder, until: now.advanced(bySeconds: duration), at: now)
    }
  }
}

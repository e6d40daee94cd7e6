import Foundation
import RideStore
import Rides
import Synchronization
import Testing

@Suite("Every store serves several lanes at once")
struct ConformanceContention {
  static let lanes = 8
  static let items = 20

  @Test("Each vehicle is claimed once", arguments: StoreKind.allCases)
  func claims(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let names = (0..<100).map { "veh-\($0)" }
    let owner = try database.session()
    try owner.writing { () throws(StoreError) in try owner.save(names.map { vehicle($0) }) }
    let won = try onLanes(database) { store, lane in
      try names.shuffled().portions(of: 10).flatMap { portion in
        let claims = portion.map { claim($0, "ride of \(lane)") }
        let granted = try retrying {
          try store.writing { () throws(StoreError) in try store.claim(claims) }
        }
        return granted?.map(\.vehicleIdentifier.rawValue) ?? []
      }
    }
    #expect(won.values.flatMap(\.self).sorted() == names.sorted())
    for (lane, claimed) in won {
      for name in claimed {
        #expect(try owner.vehicle(name)?.ride == RideIdentifier("ride of \(lane)"))
      }
    }
  }

  @Test("What many report of a vehicle is kept in its order", arguments: StoreKind.allCases)
  func reports(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let names = (0..<10).map { "veh-\($0)" }
    let won = try onLanes(database) { store, lane in
      try (1...10).compactMap { round in
        let sequence = Int64(round * Self.lanes + lane)
        let reports = names.shuffled().map { vehicle($0, sequence: sequence) }
        let saved: Void? = try retrying {
          try store.writing { () throws(StoreError) in try store.save(reports) }
        }
        return saved.map { "\(sequence)" }
      }
    }
    let newest = won.values.flatMap(\.self).compactMap { Int64($0) }.max()
    for name in names { #expect(try database.session().vehicle(name)?.sequence == newest) }
  }

  @Test(
    "An outcome is stored once, whichever worker handles the message", arguments: StoreKind.allCases
  )
  func outcomes(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let messages = (0..<Self.items).map { "m-\($0)" }
    let won = try onLanes(database) { store, lane in
      try messages.shuffled().filter { message in
        var own = outcome(message)
        own.response = Array("\(lane)".utf8)
        let key = own.key
        return try retrying {
          try store.writing { () throws(StoreError) in
            guard try store.outcomes([key]).isEmpty else { return false }
            try store.store([own])
            return true
          }
        } == true
      }
    }
    #expect(won.values.flatMap(\.self).sorted() == messages.sorted())
    for (lane, stored) in won {
      let kept = try database.session().outcomes(stored.map { outcomeKey($0) })
      #expect(kept.values.allSatisfy { $0.response == Array("\(lane)".utf8) })
    }
  }

  @Test("Each slot of a rider is booked once", arguments: StoreKind.allCases)
  func slots(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let riders = (0..<Self.items).map { "rider-\($0)" }
    let won = try onLanes(database) { store, lane in
      try riders.shuffled().filter { rider in
        let booking = ride("\(rider) by \(lane)", rider: rider)
        return try retrying { try store.insertAndCommit(booking) } != nil
      }
    }
    #expect(won.values.flatMap(\.self).sorted() == riders.sorted())
    let stored = try database.session().unfinishedRides(of: riders.map { RiderIdentifier($0) })
    #expect(stored.count == riders.count)
  }

  @Test("Each update of a subscription is sent by one lane", arguments: StoreKind.allCases)
  func subscriptions(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let rides = (0..<Self.items).map { "ride-\($0)" }
    let owner = try database.session()
    try owner.writing { () throws(StoreError) in
      try owner.subscribe(rides.map { subscription($0, "q") })
    }
    let won = try onLanes(database) { store, _ in
      let due = try store.dueSubscriptions(at: noon, limit: Self.items)
      return try due.map(\.key.rideIdentifier.rawValue).shuffled().filter { ride in
        try retrying { try store.sendAndCommit([sent(ride, "q", due: 0)]) }?.isEmpty == false
      }
    }
    #expect(won.values.flatMap(\.self).sorted() == rides.sorted())
    #expect(try owner.dueSubscriptions(at: noon, limit: 1).isEmpty)
  }

  @Test("Each line of the ledger is written once", arguments: StoreKind.allCases)
  func ledger(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    let won = try onLanes(database) { store, _ in
      try (0..<Self.items).shuffled().map(String.init).filter { line in
        let entry = entry("a", 1, try #require(Int(line)))
        return try retrying { try store.enterAndCommit(entry) } != nil
      }
    }
    #expect(Set(won.values.flatMap(\.self)).count == Self.items)
    #expect(won.values.flatMap(\.self).count == Self.items)
  }

  @Test("Of several updates of one ride each follows another", arguments: StoreKind.allCases)
  func updates(kind: StoreKind) throws {
    let database = try kind.makeDatabase()
    try database.session().insertAndCommit(ride("a", sequence: 0))
    let won = try onLanes(database) { store, _ in
      var done: [String] = []
      while done.count < 5 {
        let sequence = try #require(try store.ride("a")).sequence
        let next = ride("a", sequence: sequence + 1)
        let update: Void? = try retrying { try store.updateAndCommit(next, expecting: sequence) }
        if update != nil { done.append("\(sequence + 1)") }
      }
      return done
    }
    #expect(Set(won.values.flatMap(\.self)).count == Self.lanes * 5)
    #expect(try database.session().ride("a")?.sequence == Self.lanes * 5)
  }

  /// Runs the work on threads with a session each; gives back what each lane has won.
  private func onLanes(
    _ database: any StoreFixture,
    _ work: @escaping @Sendable (any RideStore, Int) throws -> [String]
  ) throws -> [Int: [String]] {
    let results = Mutex<[Int: Result<[String], any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: Self.lanes) { lane in
      let result = Result { try work(try database.session(), lane) }
      results.withLock { $0[lane] = result }
    }
    return try results.withLock { $0 }.mapValues { try $0.get() }
  }

  /// The result, or nil after a conflict; while the store is unavailable it is asked again, up to a
  /// limit.
  private func retrying<Result>(_ body: () throws -> Result) throws -> Result? {
    for _ in 1...20 {
      do {
        return try body()
      } catch let error as StoreError where error.code == .conflict {
        return nil
      } catch let error as StoreError where error.code == .unavailable {
        continue
      }
    }
    Issue.record("the store stayed unavailable")
    return nil
  }
}

extension Array {
  /// The elements in their order, so many at a time.
  fileprivate func portions(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map {
      Array(self[$0..<Swift.min($0 + count, self.count)])
    }
  }
}

import Foundation
import RideStore
import Rides
import Synchronization
import Testing

@testable import PostgresStore

@Suite("Sessions on PostgreSQL write at the same time")
struct PostgresContentionTests {
  let fixture: PostgresFixture
  let first: any RideStore
  let second: any RideStore

  init() throws {
    fixture = try PostgresFixture()
    first = try fixture.session()
    second = try fixture.session()
  }

  @Test("Two sessions write different rides, and neither waits")
  func sideBySide() throws {
    try first.begin(.write)
    try first.insert([ride("a")])
    #expect(try first.ride("a") != nil)
    try second.insertAndCommit(ride("b"))
    try first.commit()
    #expect(try second.rides(["a", "b"].map { RideIdentifier($0) }).count == 2)
  }

  @Test("Waiting rides that another session has locked are left out")
  func skipWaiting() throws {
    let names = ["a", "b", "c", "d"]
    try first.writing { () throws(StoreError) in
      try first.insert(
        names.enumerated().map { index, name in waiting(name, for: "suv", since: index) })
    }
    func found(by store: any RideStore, limit: Int) throws -> [String] {
      try store.waitingRides([near("suv", limit: limit)])
        .map(\.rideIdentifier.rawValue)
    }
    try first.begin(.write)
    #expect(try found(by: first, limit: 2) == ["a", "b"])
    try second.begin(.write)
    #expect(try found(by: second, limit: 1) == ["c"])
    #expect(try found(by: second, limit: 9) == ["c", "d"])
    second.rollBack()
    #expect(try found(by: second, limit: 9) == names)
    first.rollBack()
    try second.begin(.write)
    #expect(try found(by: second, limit: 9) == names)
    second.rollBack()
  }

  @Test("A vehicle that another session has locked is not granted, without a wait")
  func skipClaims() throws {
    try first.saveAndCommit(vehicle("a"), vehicle("b"), vehicle("c"))
    try first.begin(.write)
    #expect(try first.claim([claim("a", "1")]).count == 1)
    _ = try first.vehicle("b")
    let all = ["a", "b", "c"].map { claim($0, "2") }
    #expect(try second.claimAndCommit(all[0], all[1], all[2]) == [all[2]])
    first.rollBack()
    #expect(try second.claimAndCommit(all[0], all[1], all[2]) == all)
  }

  @Test("A session that waited for a ride reads its current state, not an earlier one")
  func newestRide() throws {
    try first.insertAndCommit(ride("a", rider: "r"), ride("b", rider: "r", slot: 1))
    try first.begin(.write)
    _ = try first.rides(["a", "b"].map { RideIdentifier($0) })
    try first.update([
      RideUpdate(record: ride("a", rider: "r", sequence: 2), expectedRevision: 1),
      RideUpdate(record: ride("b", rider: "r", slot: nil, sequence: 2), expectedRevision: 1),
    ])
    let unfinished = try whileBlocked { store in
      try store.writing { () throws(StoreError) in
        try store.unfinishedRides(of: [RiderIdentifier("r")])
      }
    } meanwhile: {
      try first.commit()
    }
    #expect(unfinished == [ride("a", rider: "r", sequence: 2)])
  }

  @Test("Who waits for a ride then sees it with the status that it has come to meanwhile")
  func newestStatus() throws {
    try first.tell("a")
    try first.begin(.write)
    _ = try first.ride("a")
    try first.tellWithin("a", sequence: 2)
    let found = try whileBlocked { store in
      try store.writing { () throws(StoreError) in try store.rides([RideIdentifier("a")]) }
    } meanwhile: {
      try first.commit()
    }
    #expect(found[RideIdentifier("a")]?.sequence == 2)
    #expect(found[RideIdentifier("a")]?.statusRange?.isEmpty == false)
    #expect(found[RideIdentifier("a")] == (try second.ride("a")))
  }

  @Test("Of two updates of one revision the one that waited has a conflict")
  func lateUpdate() throws {
    try first.insertAndCommit(ride("a"))
    try first.begin(.write)
    try first.update([RideUpdate(record: ride("a", sequence: 2), expectedRevision: 1)])
    #expect(try first.ride("a")?.revision == 2)
    let error = try whileBlocked { store in
      storeError { try store.updateAndCommit(ride("a", sequence: 7), expecting: 1) }
    } meanwhile: {
      try first.commit()
    }
    #expect(error == .conflict)
    #expect(try second.ride("a") == ride("a", sequence: 2))
  }

  @Test(
    "Who stores an outcome that another session is storing waits for the end of that one",
    arguments: [true, false])
  func outcomes(commits: Bool) throws {
    try first.begin(.write)
    try first.store([outcome("m")])
    #expect(try first.outcomes([outcomeKey("m")]).count == 1)
    let error = try whileBlocked { store in
      storeError { try store.storeAndCommit(outcome("m", storedAt: 7)) }
    } meanwhile: {
      if commits { try first.commit() } else { first.rollBack() }
    }
    #expect(error == (commits ? .conflict : nil))
    #expect(
      try second.outcomes([outcomeKey("m")]).values.first == outcome("m", storedAt: commits ? 0 : 7)
    )
  }

  @Test("An insert into a slot that another session occupies waits for that session")
  func slots() throws {
    try first.begin(.write)
    try first.insert([ride("a", rider: "r")])
    #expect(try first.ride("a") != nil)
    let error = try whileBlocked { store in
      storeError { try store.insertAndCommit(ride("b", rider: "r")) }
    } meanwhile: {
      try first.commit()
    }
    #expect(error == .conflict)
  }

  @Test("A report that has waited for a newer one is a conflict")
  func lateReport() throws {
    try first.begin(.write)
    try first.save([vehicle("a", sequence: 9)])
    #expect(try first.vehicle("a") != nil)
    let error = try whileBlocked { store in
      storeError { try store.saveAndCommit(vehicle("a", sequence: 5)) }
    } meanwhile: {
      try first.commit()
    }
    #expect(error == .conflict)
    #expect(try second.vehicle("a")?.sequence == 9)
  }

  @Test("A subscription that is made while its ride changes is due for that change")
  func hastening() throws {
    try first.insertAndCommit(ride("a"))
    try first.begin(.write)
    #expect(try first.ride("a") != nil)
    try first.subscribe([subscription("a", "q", due: 15)])
    try whileBlocked { store in
      try store.writing { () throws(StoreError) in
        _ = try store.rides([RideIdentifier("a")])
        try store.append([change("a", 2)])
      }
    } meanwhile: {
      try first.commit()
    }
    let due = try second.dueSubscriptions(at: noon.advanced(bySeconds: 2), limit: 9)
    #expect(due.map(\.dueAt) == [noon.advanced(bySeconds: 2)])
  }

  @Test("An update of a subscription that waited for another one is not granted")
  func lateSending() throws {
    try first.subscribeAndCommit(subscription("a", "q"))
    try first.begin(.write)
    #expect(try first.update([sent("a", "q", due: 0)]).count == 1)
    let granted = try whileBlocked { store in
      try store.sendAndCommit([sent("a", "q", due: 0)])
    } meanwhile: {
      try first.commit()
    }
    #expect(granted.isEmpty)
  }

  @Test("Of two sessions that wait for each other one has a conflict, and the other continues")
  func deadlock() throws {
    try first.insertAndCommit(ride("a"), ride("b"))
    try first.begin(.write)
    _ = try first.ride("a")
    var own: StoreError.Code?
    let other = try whileBlocked { store in
      storeError {
        try store.writing { () throws(StoreError) in
          _ = try store.rides([RideIdentifier("b")])
          _ = try store.rides([RideIdentifier("a")])
        }
      }
    } meanwhile: {
      own = storeError { _ = try first.ride("b") }
      first.rollBack()
    }
    #expect([own, other].contains(.conflict))
    #expect([own, other].contains(nil))
  }

  /// Runs `body` in a session of another thread until it waits for a lock, then `meanwhile`, and
  /// gives back what comes of `body`.
  @discardableResult
  private func whileBlocked<Outcome: Sendable>(
    _ body: @escaping @Sendable (any RideStore) throws -> Outcome, meanwhile: () throws -> Void
  ) throws -> Outcome {
    let work = BackgroundWork { [fixture] in try body(try fixture.session()) }
    try fixture.waitUntilBlocked()
    try meanwhile()
    return try work.outcome()
  }
}

/// Something that is done on a thread of its own.
final class BackgroundWork<Outcome: Sendable>: Sendable {
  private let result = Mutex<Result<Outcome, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () throws -> Outcome) {
    Thread.detachNewThread {
      let outcome = Result(catching: body)
      self.result.withLock { $0 = outcome }
      self.done.signal()
    }
  }

  /// What came of it, once it is done.
  func outcome() throws -> Outcome {
    #expect(done.wait(timeout: .now() + 600) == .success)
    return try #require(result.withLock { $0 }).get()
  }
}

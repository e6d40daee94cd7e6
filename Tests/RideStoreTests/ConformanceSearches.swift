import RideStore
import Rides
import Testing

@Suite("Every store finds the rides that time or people ask for")
struct ConformanceSearches {
  @Test("The rides that are due come, the most overdue first", arguments: StoreKind.allCases)
  func due(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      due("later", 31), due("third", 30), due("b", 20, sequence: 4), due("a", 20),
      due("first", -10), ride("never"))
    func found(at seconds: Int, limit: Int = 10) throws -> [DueRide] {
      try store.dueRides(at: noon.advanced(bySeconds: seconds), limit: limit)
    }
    #expect(try found(at: 30).map(\.rideIdentifier.rawValue) == ["first", "a", "b", "third"])
    #expect(try found(at: 30, limit: 2).map(\.rideIdentifier.rawValue) == ["first", "a"])
    #expect(try found(at: 30, limit: 0).isEmpty)
    #expect(try found(at: -11).isEmpty)
    let second = DueRide(
      rideIdentifier: RideIdentifier("b"), sequence: 4, dueAt: noon.advanced(bySeconds: 20))
    #expect(try found(at: 20).last == second)
  }

  @Test(
    "A ride that was looked after is due at another time or never", arguments: StoreKind.allCases)
  func lookedAfter(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(due("a", 0), due("b", 0))
    try store.updateAndCommit(due("a", 60, sequence: 2), expecting: 1)
    try store.updateAndCommit(ride("b", sequence: 2), expecting: 1)
    #expect(try store.dueRides(at: noon, limit: 10).isEmpty)
    #expect(try store.dueRides(at: noon.advanced(bySeconds: 60), limit: 10).map(\.sequence) == [2])
  }

  @Test(
    "The rides that a rider owes for are found until they are settled",
    arguments: StoreKind.allCases)
  func owing(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let (unpaid, unrated) = (owing("b", .payment, rider: "r"), owing("a", .feedback, rider: "r"))
    try store.insertAndCommit(
      unpaid, unrated, owing("c", .payment, rider: "s"), owing("e", .payment, rider: "t"),
      ride("d", rider: "r"))
    let riders = ["r", "s", "r", "nobody"].map { RiderIdentifier($0) }
    #expect(try store.owingRides(of: riders).map(\.rideIdentifier.rawValue) == ["a", "b", "c"])
    #expect(try store.owingRides(of: [RiderIdentifier("r")]) == [unrated, unpaid])
    try store.updateAndCommit(ride("b", rider: "r", slot: nil, sequence: 2), expecting: 1)
    #expect(try store.owingRides(of: [RiderIdentifier("r")]) == [unrated])
  }

  @Test("An obligation is returned once for a rider and kind", arguments: StoreKind.allCases)
  func obligations(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      owing("a", .payment, rider: "s"), owing("b", .payment, rider: "s"),
      owing("c", .payment, rider: "r"), owing("d", .feedback, rider: "r"), ride("e"))
    let all = [("r", Obligation.feedback), ("r", .payment), ("s", .payment)].map {
      RiderObligation(riderIdentifier: RiderIdentifier($0), obligation: $1)
    }
    #expect(try store.obligations(limit: 10) == all)
    #expect(try store.obligations(limit: 2) == Array(all.prefix(2)))
    #expect(try store.obligations(limit: 0).isEmpty)
  }

  private func due(_ identifier: String, _ seconds: Int, sequence: Int = 1) -> RideRecord {
    var record = ride(identifier, sequence: sequence)
    record.dueAt = noon.advanced(bySeconds: seconds)
    return record
  }

  private func owing(
    _ identifier: String, _ obligation: Obligation, rider: String
  ) -> RideRecord {
    var record = ride(identifier, rider: rider, slot: nil)
    record.phase = .completed
    record.obligation = obligation
    return record
  }
}

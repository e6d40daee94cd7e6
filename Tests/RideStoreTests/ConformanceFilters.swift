import RideStore
import Rides
import Testing

@Suite("Every store lists rides for people")
struct ConformanceFilters {
  /// Rides a to f, one a minute; e was created at the same instant as d.
  private static let rides: [RideRecord] = [
    created("a", at: 0, .completed, rider: "r"), created("b", at: 60, .ongoing, rider: "s"),
    created("c", at: 120, .received, rider: "r"), created("d", at: 180, .completed, rider: "s"),
    created("e", at: 180, .ongoing, rider: "r"), created("f", at: 240, .confirmed, rider: ""),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let filter: RideFilter
    let found: String
  }

  static let cases: [Case] = [
    Case(testDescription: "all", filter: RideFilter(limit: 9), found: "fedcba"),
    Case(testDescription: "the newest", filter: RideFilter(limit: 2), found: "fe"),
    Case(testDescription: "none", filter: RideFilter(limit: 0), found: ""),
    Case(
      testDescription: "a rider", filter: RideFilter(rider: RiderIdentifier("r"), limit: 9),
      found: "eca"),
    Case(
      testDescription: "a rider without a name",
      filter: RideFilter(rider: RiderIdentifier(""), limit: 9), found: "f"),
    Case(
      testDescription: "nobody", filter: RideFilter(rider: RiderIdentifier("r\0"), limit: 9),
      found: ""),
    Case(
      testDescription: "phases under way",
      filter: RideFilter(phases: [.ongoing, .received], limit: 9), found: "ecb"),
    Case(
      testDescription: "completed", filter: RideFilter(phases: [.completed], limit: 9),
      found: "da"),
    Case(
      testDescription: "phases of both kinds",
      filter: RideFilter(phases: [.completed, .ongoing], limit: 9), found: "edba"),
    Case(testDescription: "no phase", filter: RideFilter(phases: [], limit: 9), found: ""),
    Case(
      testDescription: "from, which is included",
      filter: RideFilter(createdFrom: noon.advanced(bySeconds: 120), limit: 9), found: "fedc"),
    Case(
      testDescription: "before, which is not",
      filter: RideFilter(createdBefore: noon.advanced(bySeconds: 180), limit: 9), found: "cba"),
    Case(
      testDescription: "a span that ends before it begins",
      filter: RideFilter(
        createdFrom: noon.advanced(bySeconds: 180), createdBefore: noon, limit: 9), found: ""),
    Case(
      testDescription: "after a ride of the same instant",
      filter: RideFilter(after: rides[4].cursor, limit: 2), found: "dc"),
    Case(
      testDescription: "after a ride that is outside the span",
      filter: RideFilter(
        createdBefore: noon.advanced(bySeconds: 100), after: rides[4].cursor, limit: 9),
      found: "ba"),
    Case(
      testDescription: "everything at once",
      filter: RideFilter(
        phases: [.ongoing, .received], rider: RiderIdentifier("r"), createdFrom: noon,
        createdBefore: noon.advanced(bySeconds: 200), after: rides[4].cursor, limit: 1),
      found: "c"),
  ]

  @Test("A filter finds its rides, the newest first", arguments: StoreKind.allCases, cases)
  func filter(kind: StoreKind, wanted: Case) throws {
    let store = try kind.makeDatabase().session()
    try store.writing { () throws(StoreError) in try store.insert(Self.rides) }
    let found = try store.rides(matching: wanted.filter)
    #expect(found.map(\.rideIdentifier.rawValue).joined() == wanted.found)
    #expect(found.allSatisfy { Self.rides.contains($0) })
  }

  @Test("Page after page finds each ride once", arguments: StoreKind.allCases)
  func pages(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.writing { () throws(StoreError) in try store.insert(Self.rides) }
    var (found, filter) = ([RideRecord](), RideFilter(limit: 4))
    while case let page = try store.rides(matching: filter), let last = page.last {
      found += page
      filter.after = last.cursor
    }
    #expect(found == Self.rides.reversed())
  }
}

private func created(
  _ identifier: String, at seconds: Int, _ phase: RidePhase, rider: String
) -> RideRecord {
  let slot = identifier.utf8.first.map { Int($0) }
  var record = ride(identifier, rider: rider, slot: phase.isFinal ? nil : slot)
  record.phase = phase
  record.createdAt = noon.advanced(bySeconds: seconds)
  return record
}

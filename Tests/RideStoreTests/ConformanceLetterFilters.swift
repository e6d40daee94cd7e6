import RideStore
import Rides
import Testing

@Suite("Every store lists and counts dead letters for people")
struct ConformanceLetterFilters {
  /// Letters a to e, one a minute; d failed at the same instant as c.
  private static let letters: [DeadLetterRecord] = [
    made("a", at: 0) { $0.state = .redriven },
    made("b", at: 60) { ($0.type, $0.fault.path) = (nil, nil) },
    made("c", at: 120) { $0.subject = .init(rider: RiderIdentifier("other")) },
    made("d", at: 120) { ($0.state, $0.queue) = (.sent, "livery.dispatch.dead-letters") },
    made("e", at: 180) { ($0.fault.reason, $0.subject.ride) = ("wrong-type", nil) },
  ]

  private static func made(
    _ name: String, at seconds: Int, _ change: (inout DeadLetterRecord) -> Void
  ) -> DeadLetterRecord {
    var made = letter(name, failed: seconds)
    change(&made)
    return made
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let filter: DeadLetterFilter
    let found: String

    init(_ what: String, _ filter: DeadLetterFilter, _ found: String) {
      (testDescription, self.filter, self.found) = (what, filter, found)
    }
  }

  private static let everything = DeadLetterFilter(
    states: [.dead], identifiers: ["c", "e"].map { DeadLetterIdentifier($0) },
    queues: ["livery.request-ride.dead-letters"], reasons: ["wrong-type"],
    types: ["request-ride.handle"], paths: ["partySize"], rider: RiderIdentifier("rider-42"),
    failedFrom: noon, failedBefore: noon.advanced(bySeconds: 999), limit: 9)

  static let cases: [Case] = [
    Case("all", DeadLetterFilter(limit: 9), "abcde"),
    Case("the oldest", DeadLetterFilter(limit: 2), "ab"),
    Case("none", DeadLetterFilter(limit: 0), ""),
    Case("open ones", DeadLetterFilter(states: [.dead, .sent], limit: 9), "bcde"),
    Case("of all states but one", DeadLetterFilter(states: [.dead, .redriven], limit: 9), "abce"),
    Case("no state", DeadLetterFilter(states: [], limit: 9), ""),
    Case(
      "names",
      DeadLetterFilter(identifiers: [letters[3].identifier, letters[0].identifier], limit: 9),
      "ad"),
    Case("a queue", DeadLetterFilter(queues: ["livery.dispatch.dead-letters"], limit: 9), "d"),
    Case("reasons", DeadLetterFilter(reasons: ["wrong-type", "other"], limit: 9), "e"),
    Case("a type", DeadLetterFilter(types: ["request-ride.handle"], limit: 9), "acde"),
    Case("a path", DeadLetterFilter(paths: ["partySize", "no\0"], limit: 9), "acde"),
    Case("no type and no path", DeadLetterFilter(lacking: [.type, .path], limit: 9), "b"),
    Case("no path, and one", DeadLetterFilter(paths: ["x"], lacking: [.path], limit: 9), ""),
    Case("a rider", DeadLetterFilter(rider: RiderIdentifier("other"), limit: 9), "c"),
    Case("nobody", DeadLetterFilter(rider: RiderIdentifier("other\0"), limit: 9), ""),
    Case("a ride", DeadLetterFilter(ride: RideIdentifier("ride-1"), limit: 9), "abd"),
    Case(
      "from, which is included",
      DeadLetterFilter(failedFrom: noon.advanced(bySeconds: 120), limit: 9), "cde"),
    Case(
      "before, which is not",
      DeadLetterFilter(failedBefore: noon.advanced(bySeconds: 120), limit: 9), "ab"),
    Case(
      "after a letter of the same instant", DeadLetterFilter(after: letters[2].cursor, limit: 1),
      "d"),
    Case(
      "after a letter before the span",
      DeadLetterFilter(
        failedFrom: noon.advanced(bySeconds: 180), after: letters[2].cursor, limit: 9), "e"),
    Case("everything at once", everything, "e"),
  ]

  @Test("A filter lets through what it says, the oldest first", arguments: StoreKind.allCases)
  func filters(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.writing { () throws(StoreError) in try store.insert(Self.letters) }
    for item in Self.cases {
      let found = try store.deadLetters(matching: item.filter)
      let names = found.map(\.identifier.rawValue).joined()
      #expect(names == item.found, "\(item.testDescription)")
      let groups = try store.deadLetterGroups(matching: item.filter)
      guard item.filter.limit == 9 else { continue }
      #expect(groups.reduce(0) { $0 + $1.count } == found.count, "\(item.testDescription)")
    }
  }

  @Test(
    "Letters are counted by their mistake, the most frequent first", arguments: StoreKind.allCases)
  func groups(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.writing { () throws(StoreError) in try store.insert(Self.letters) }
    let type = "request-ride.handle"
    let groups = [
      DeadLetterGroup(
        reason: "contested", type: type, path: "partySize", count: 3, first: noon,
        last: noon.advanced(bySeconds: 120)),
      DeadLetterGroup(
        reason: "contested", type: nil, path: nil, count: 1, first: noon.advanced(bySeconds: 60),
        last: noon.advanced(bySeconds: 60)),
      DeadLetterGroup(
        reason: "wrong-type", type: type, path: "partySize", count: 1,
        first: noon.advanced(bySeconds: 180), last: noon.advanced(bySeconds: 180)),
    ]
    #expect(try store.deadLetterGroups(matching: DeadLetterFilter(limit: 9)) == groups)
    #expect(
      try store.deadLetterGroups(matching: DeadLetterFilter(limit: 1)) == Array(groups.prefix(1)))
  }
}

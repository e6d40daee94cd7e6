import RideStore
import Rides
import Testing

@Suite("In every store a status change makes the updates of its ride due")
struct ConformanceHastening {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Seconds after noon: of the last update, of the next, of the changes, and of the next then.
    let sent: Int?
    let due: Int
    let changes: [Int]
    let then: Int
  }

  static let cases: [Case] = [
    Case(testDescription: "long after the last", sent: 0, due: 15, changes: [8], then: 8),
    Case(testDescription: "at once after the last", sent: 0, due: 15, changes: [0], then: 1),
    Case(testDescription: "before the last", sent: 5, due: 20, changes: [3], then: 6),
    Case(testDescription: "before the first", sent: nil, due: 15, changes: [3], then: 3),
    Case(testDescription: "due already", sent: 0, due: 4, changes: [8], then: 4),
    Case(testDescription: "ahead of its time", sent: 0, due: 15, changes: [90], then: 15),
    Case(testDescription: "several", sent: 0, due: 15, changes: [9, 7, 8], then: 7),
  ]

  @Test("An update follows a change, a second after the last", arguments: StoreKind.allCases, cases)
  func hasten(kind: StoreKind, given: Case) throws {
    let store = try kind.makeDatabase().session()
    var made = subscription("a", "q", due: given.due)
    made.sentAt = given.sent.map(noon.advanced(bySeconds:))
    var second = made
    second.key.replyTo = "p"
    let other = subscription("b", "q", due: given.due)
    try store.subscribeAndCommit(made, second, other)
    let changes = given.changes.enumerated().map { number, seconds in
      var change = change("a", number + 1)
      change.occurredAt = noon.advanced(bySeconds: seconds)
      return change
    }
    try store.writing { () throws(StoreError) in try store.append(changes) }
    let found = try store.subscriptions([made.key, second.key, other.key])
    #expect(found[made.key]?.dueAt == noon.advanced(bySeconds: given.then))
    #expect(found[second.key]?.dueAt == noon.advanced(bySeconds: given.then))
    #expect(found[other.key] == other)
  }

  @Test("A change that is rolled back makes nothing due", arguments: StoreKind.allCases)
  func rollBack(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let made = subscription("a", "q", due: 15)
    try store.subscribeAndCommit(made)
    try store.begin(.write)
    try store.append([change("a", 1)])
    #expect(try store.subscriptions([made.key])[made.key]?.dueAt != made.dueAt)
    store.rollBack()
    #expect(try store.subscriptions([made.key])[made.key]?.dueAt == made.dueAt)
  }
}

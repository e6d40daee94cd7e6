import RideStore
import Rides
import Testing

@Suite("Every store counts what the fleet has under way")
struct ConformanceFigures {
  @Test("An empty database has nothing under way", arguments: StoreKind.allCases)
  func empty(kind: StoreKind) throws {
    #expect(try kind.makeDatabase().session().fleetFigures(at: noon) == FleetFigures())
  }

  @Test(
    "Unfinished rides count by phase, with the earliest change of one, and finished ones do not",
    arguments: StoreKind.allCases)
  func phases(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      ride("a", .ongoing, changed: 5), ride("b", .ongoing, changed: 3), ride("c", .pickup),
      ride("d", .completed, changed: -9), ride("e", .completed))
    #expect(
      try store.fleetFigures(at: noon).phases == [
        .ongoing: tally(2, 3), .pickup: tally(1, 0),
      ])
    try store.updateAndCommit(ride("b", .completed, changed: 9, sequence: 2), expecting: 1)
    #expect(try store.fleetFigures(at: noon).phases[.ongoing] == tally(1, 5))
  }

  @Test("The rides that wait for a vehicle count from their search", arguments: StoreKind.allCases)
  func waits(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      waiting("a", for: "suv", since: 40), waiting("b", for: "pool", since: 30), ride("c"))
    #expect(try store.fleetFigures(at: noon).waiting == tally(2, 30))
  }

  @Test("Payments count by kind and state, of finished rides too", arguments: StoreKind.allCases)
  func payments(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      paying("a", payment("fare:capture:1", .fare, .requested, 7)),
      paying(
        "b", payment("fare:capture:1", .fare, .requested, 4),
        payment("tip:authorise:1", .tip, .needsAction, 5)),
      paying("c", payment("refund:1", .refund, .failed, 6)), ride("d", .completed))
    #expect(
      try store.fleetFigures(at: noon).payments == [
        .init(.fare, .requested): tally(2, 4), .init(.tip, .needsAction): tally(1, 5),
        .init(.refund, .failed): tally(1, 6),
      ])
    var ended = paying("a")
    ended.sequence = 2
    try store.updateAndCommit(ended, expecting: 1)
    #expect(try store.fleetFigures(at: noon).payments[.init(.fare, .requested)] == tally(1, 4))
  }

  @Test(
    "A failed payment counts for some days, an open one until its end",
    arguments: StoreKind.allCases)
  func failures(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(
      paying(
        "a", payment("refund:1", .refund, .failed, 0), payment("fare:void:1", .void, .retrying, 0)))
    func states(after seconds: Int) throws -> Set<OpenPayment.State> {
      let figures = try store.fleetFigures(at: noon.advanced(bySeconds: seconds))
      return Set(figures.payments.keys.map(\.state))
    }
    let end = OpenPayment.failureDays * 86_400
    #expect(try states(after: end - 1) == [.failed, .retrying])
    #expect(try states(after: end) == [.retrying])
    #expect(try states(after: 100 * end) == [.retrying])
  }

  @Test("A ride reads back with its payments", arguments: StoreKind.allCases)
  func whole(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let states = OpenPayment.State.allCases.enumerated().map { place, state in
      payment("fare\(place):capture:1", .fare, state, place)
    }
    let kinds = OpenPayment.Kind.allCases.map { payment("\($0.rawValue):x:1", $0, .failed, -9) }
    var record = paying("a")
    record.payments = states + kinds
    try store.insertAndCommit(record)
    #expect(try store.ride("a") == record)
  }

  @Test("Stored letters count by state, subscriptions together", arguments: StoreKind.allCases)
  func lettersAndSubscriptions(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var sent = letter("c", failed: 2)
    sent.state = .sent
    try store.writing { () throws(StoreError) in
      try store.insert([letter("a", failed: 9), letter("b", failed: 8), sent])
      try store.subscribe([subscription("a", "q"), subscription("a", "p")])
    }
    let figures = try store.fleetFigures(at: noon)
    #expect(figures.deadLetters == [.dead: tally(2, 8), .sent: tally(1, 2)])
    #expect(figures.subscriptions == 2)
  }

  @Test("Figures do not wait for a writer", arguments: StoreKind.allCases)
  func neverLocked(kind: StoreKind) throws {
    let database = try kind.makeDatabase(busyTimeout: .milliseconds(50))
    let (writer, reader) = (try database.session(), try database.session())
    try writer.insertAndCommit(paying("a", payment("fare:capture:1", .fare, .requested, 0)))
    try writer.begin(.write)
    #expect(try writer.rides([RideIdentifier("a")]).count == 1)
    #expect(try reader.fleetFigures(at: noon).payments.values.map(\.count) == [1])
    writer.rollBack()
  }

  private func tally(_ count: Int, _ seconds: Int) -> FleetFigures.Tally {
    FleetFigures.Tally(count: count, oldest: noon.advanced(bySeconds: seconds))
  }

  private func ride(
    _ identifier: String, _ phase: RidePhase = .received, changed seconds: Int = 0,
    sequence: Int = 1
  ) -> RideRecord {
    var record = RideStoreTests.ride(identifier, sequence: sequence)
    record.phase = phase
    if phase.isFinal { record.slot = nil }
    record.updatedAt = noon.advanced(bySeconds: seconds)
    return record
  }

  private func paying(_ identifier: String, _ payments: OpenPayment...) -> RideRecord {
    var record = ride(identifier, .completed)
    record.payments = payments
    return record
  }
}

func payment(
  _ key: String, _ kind: OpenPayment.Kind, _ state: OpenPayment.State, _ seconds: Int
) -> OpenPayment {
  OpenPayment(key: key, kind: kind, state: state, since: noon.advanced(bySeconds: seconds))
}

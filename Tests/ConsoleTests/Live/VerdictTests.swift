import JSON
import MemoryStore
import RideStore
import Rides
import Testing
import Tool

@testable import Console

@Suite("The verdict")
struct VerdictTests {
  /// An overview in which all is well, and then changed.
  private static func overview(_ change: (inout Overview.Content) -> Void = { _ in }) -> Overview {
    var content = Overview.Content()
    content.figures = FleetFigures()
    content.workers = [WorkerFigures(address: "w:1", name: "dispatch-worker", state: .ready)]
    var queue = QueueFigures(name: "livery.dispatch")
    (queue.depth, queue.consumers, queue.oldestSeconds) = (3, 2, 0.2)
    content.queues = [queue]
    change(&content)
    return Overview(at: noon, content: content)
  }

  private static func since(_ seconds: Int) -> FleetFigures.Tally {
    FleetFigures.Tally(count: 1, oldest: noon.advanced(bySeconds: -seconds))
  }

  @Test("All is well where nothing is wrong")
  func well() {
    let verdict = Verdict(of: Self.overview())
    #expect(
      verdict.level == .well && verdict.items.isEmpty && verdict.phrase.text == "All is well.")
  }

  private static let faults: [(@Sendable (inout Overview.Content) -> Void, Found)] = [
    ({ $0.figures = nil }, item(.alarm, "The database does not answer.")),
    (
      { $0.wrongAccounts = 2 },
      item(.attention, "Wrong lines of the console's accounts: 2; see the log.")
    ),
    (
      { $0.brokerFault = "it does not answer" },
      item(.alarm, "The broker: it does not answer.")
    ),
    (
      {
        $0.workers[0].state = .unreachable
        $0.workers[0].missing = ["no answer in time"]
      }, item(.alarm, "dispatch-worker is not reached: no answer in time.", "/fleet")
    ),
    (
      {
        $0.workers[0].state = .notReady
        $0.workers[0].missing = ["store"]
      }, item(.attention, "dispatch-worker is not ready: store.", "/fleet")
    ),
    (
      { $0.queues[0].consumers = 0 },
      item(.alarm, "No worker consumes livery.dispatch, where 3 messages wait.", "/fleet")
    ),
    (
      { $0.queues[0].oldestSeconds = 30 },
      item(.attention, "A request of livery.dispatch has had no answer for 30 s.", "/fleet")
    ),
    (
      { $0.queues[0].oldestSeconds = 120 },
      item(.alarm, "A request of livery.dispatch has had no answer for 2 min.", "/fleet")
    ),
    (
      { $0.figures?.waiting = since(660) },
      item(
        .attention, "A rider has waited for a vehicle for 11 min.", "/rides?phase=received")
    ),
    (
      { $0.figures?.phases[.ongoing] = since(14_400) },
      item(
        .attention, "A ride has been under way for 4 h without a change.", "/rides?phase=ongoing")
    ),
    (
      { $0.figures?.payments[.init(.fare, .failed)] = since(10) },
      item(.attention, "1 fare could not be paid.", "/rides?payment=failed")
    ),
    (
      { $0.figures?.payments[.init(.refund, .requested)] = since(1_800) },
      item(
        .attention, "The payment system has not answered for 30 min (1 refund).",
        "/rides?payment=requested")
    ),
    (
      { $0.figures?.deadLetters[.dead] = FleetFigures.Tally(count: 500, oldest: noon) },
      item(.attention, "500 dead letters wait for a decision.", "/dead-letters")
    ),
    (
      { content in
        for index in 0..<10 {
          let record = VehicleRecord.sample("v-\(index)", silentFor: index < 3 ? 900 : 1)
          content.vehicles.add(ListedVehicle(record), at: noon)
        }
      }, item(.attention, "3 of 10 vehicles on duty are silent.", "/vehicles?state=silent")
    ),
  ]

  /// What is seen of an item.
  private struct Found: Equatable {
    let level: Verdict.Level
    let text: String
    let href: String?
  }

  private static func item(
    _ level: Verdict.Level, _ text: String, _ href: String? = nil
  ) -> Found {
    Found(level: level, text: text, href: href)
  }

  @Test("Each thing that is wrong is one item with a link", arguments: Self.faults.indices)
  func oneItem(_ index: Int) {
    let (change, item) = Self.faults[index]
    let verdict = Verdict(of: Self.overview(change))
    #expect(
      verdict.items.map { Found(level: $0.level, text: $0.phrase.text, href: $0.href) } == [item])
    #expect(verdict.level == item.level && verdict.phrase.text == "One thing needs you.")
  }

  @Test("What is about rides leads to the oldest one, and names the others")
  func rides() throws {
    let verdict = Verdict(
      of: Self.overview { content in
        content.figures?.phases[.ongoing] = Self.since(14_400)
        content.lateRides[.end] = [RideIdentifier("r/1")]
        content.figures?.payments[.init(.fare, .failed)] = Self.since(10)
        content.payingRides[.init(.fare, .failed)] = ["a", "b"].map { RideIdentifier($0) }
      })
    #expect(verdict.items.map(\.href) == ["/rides/r%2F1", "/rides/a"])
    #expect(verdict.items.map(\.rides.count) == [0, 2])
  }

  @Test("The rides that are late are those that have not changed for long, the oldest first")
  func late() throws {
    let store = MemoryStore(MemoryDatabase())
    try store.write([.sample("a", .ongoing), .sample("b", .ongoing), .sample("c", .pickup)])
    let at = noon.advanced(bySeconds: 14_400)
    let found = try LateRides.oldest(of: try store.fleetFigures(at: at), in: store, at: at)
    #expect(found[.end] == ["a", "b"].map { RideIdentifier($0) })
    #expect(found[.boarding] == [RideIdentifier("c")] && found[.arrival] == nil)
  }

  @Test("What is usual is no item")
  func usual() {
    let verdict = Verdict(
      of: Self.overview { content in
        content.figures?.waiting = Self.since(60)
        content.figures?.phases[.received] = Self.since(100_000)
        content.figures?.phases[.ongoing] = Self.since(3_600)
        content.figures?.payments[.init(.fare, .requested)] = Self.since(60)
        content.figures?.deadLetters[.redriven] = Self.since(60)
        content.queues[0].depth = 0
        content.queues[0].consumers = 0
      })
    #expect(verdict.items.isEmpty)
  }

  @Test("Alarms come first, and the level is the highest")
  func order() {
    let verdict = Verdict(
      of: Self.overview { content in
        content.figures?.deadLetters[.dead] = Self.since(60)
        content.queues[0].consumers = 0
      })
    #expect(verdict.items.map(\.level) == [.alarm, .attention])
    #expect(verdict.level == .alarm && verdict.phrase.text == "2 things need you.")
  }

  @Test("The document of an overview has all parts, with null for what is not known")
  func document() throws {
    let json = Self.overview { content in
      content.figures?.phases[.ongoing] = Self.since(1)
      content.figures?.deadLetters[.dead] = Self.since(60)
      content.letters = [("b", 1), ("a", 1), ("c", 5)].map {
        DeadLetterGroup(reason: $0, type: nil, path: nil, count: $1, first: noon, last: noon)
      }
      content.queues.append(QueueFigures(name: "livery.help"))
      content.events = [OperationEvent(at: noon, phrase: Phrase("x", "x"))]
    }.json
    let document = try JSONValue(parsing: json)
    #expect(document["rides"]?["byPhase"]?["ongoing"]?.integer == 1)
    #expect(document["rides"]?["longestWaitSeconds"] == .null)
    #expect(document["queues"]?[1]?["depth"] == .null)
    #expect(document["queues"]?[0]?["depth"]?.integer == 3)
    let reasons = document["deadLetters"]?["byReason"]?.array?.compactMap { $0["reason"]?.string }
    #expect(reasons == ["c", "a", "b"])
    #expect(document["deadLetters"]?["oldestAt"]?.string == "2027-01-15T07:59:00Z")
    #expect(document["workers"]?[0]?["state"]?.string == "ready")
    #expect(document["events"]?[0]?["text"]?.string == "x")
  }
}

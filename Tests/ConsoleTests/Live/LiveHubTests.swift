import Fleet
import HTTP
import JSON
import MemoryStore
import RideStore
import Rides
import Synchronization
import Testing
import Tool

@testable import Console

@Suite("One look for all who watch")
struct LiveHubTests {
  /// A page that reads all that is sent, until it is gone.
  private final class Page: EventSink {
    private let state = Mutex((text: "", isGone: false, isClosed: false))

    func send(_ bytes: [UInt8]) -> Bool {
      state.withLock { state in
        if !state.isGone { state.text += String(decoding: bytes, as: UTF8.self) }
        return !state.isGone
      }
    }

    func close() { state.withLock { $0.isClosed = true } }

    func leave() { state.withLock { $0.isGone = true } }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// The names of the events so far, which are then forgotten.
    func take() -> [String] {
      let text = state.withLock { state in
        defer { state.text = "" }
        return state.text
      }
      return text.split(separator: "\n").filter { $0.hasPrefix("event: ") }
        .map { String($0.dropFirst(7)) }
    }
  }

  /// How many sessions of the store were opened.
  private final class Opened: Sendable {
    let count = Mutex(0)
  }

  private let hub = LiveHub(version: "1")
  private let database = MemoryDatabase()
  private let console: TestConsole

  init() throws { console = try TestConsole() }

  private func join(_ page: Page, vehicles: Bool = false, until end: Instant? = nil) {
    let user = ConsoleUser(account: "reader", role: .reader, endsAt: end, session: nil)
    hub.join(page, of: user, wantsVehicles: vehicles, at: noon)
  }

  private func collector(
    _ open: @escaping @Sendable () throws(StoreError) -> any RideStore
  ) -> StoreCollector {
    StoreCollector(
      hub, console.context.access, log: console.context.log, clock: console.context.clock,
      open: open)
  }

  private func rows(_ names: String...) -> [VehicleRow] {
    names.compactMap { VehicleRow(ListedVehicle(.sample($0)), at: noon) }
  }

  private func overview(_ letters: Int = 0, at seconds: Int = 0) -> Overview {
    var content = Overview.Content()
    content.figures = FleetFigures()
    content.figures?.subscriptions = letters
    return Overview(at: noon.advanced(bySeconds: seconds), content: content)
  }

  @Test("Without a viewer nothing is wanted")
  func demand() {
    #expect(hub.demand(at: noon) == LiveHub.Demand(isAny: false, isOfVehicles: false))
    let page = Page()
    join(page)
    #expect(hub.demand(at: noon) == LiveHub.Demand(isAny: true, isOfVehicles: false))
    join(Page(), vehicles: true)
    #expect(hub.demand(at: noon) == LiveHub.Demand(isAny: true, isOfVehicles: true))
  }

  @Test("A page that is gone is forgotten at the next beat, and one whose time is over is closed")
  func ends() {
    let (gone, over, stays) = (Page(), Page(), Page())
    join(gone)
    join(over, until: noon.advanced(bySeconds: 10))
    join(stays)
    gone.leave()
    hub.beat(at: noon.advanced(bySeconds: 10))
    #expect(over.isClosed && !stays.isClosed)
    hub.beat(at: noon.advanced(bySeconds: LiveHub.longestStream))
    #expect(stays.isClosed)
    #expect(!hub.demand(at: noon).isAny)
  }

  @Test("Each viewer of vehicles has all of them first, and then what changes; others have none")
  func vehicles() {
    let (first, second, other) = (Page(), Page(), Page())
    join(first, vehicles: true)
    join(other)
    hub.post(rows("a"), at: noon)
    #expect(first.take() == ["version", "vehicles"])
    join(second, vehicles: true)
    hub.post(rows("a"), at: noon)
    #expect(first.take() == [])
    #expect(second.take() == ["version", "vehicles"])
    hub.post(rows("a", "b"), at: noon)
    #expect(first.take() == ["vehicles"] && second.take() == ["vehicles"])
    #expect(other.take() == ["version"])
  }

  @Test("All pages ask again once the changes of rides are followed")
  func resumption() {
    let pages = [Page(), Page()]
    for page in pages { join(page) }
    hub.postResumption()
    for page in pages { #expect(page.take() == ["version", "resumed"]) }
  }

  @Test("An overview is sent where it has changed, and after a while all the same")
  func overviews() {
    let page = Page()
    join(page)
    hub.post(overview())
    hub.post(overview(at: 2))
    #expect(page.take() == ["version", "overview"])
    hub.post(overview(1, at: 4))
    #expect(page.take() == ["overview"])
    hub.post(overview(1, at: 14))
    #expect(page.take() == ["overview"])
    let late = Page()
    hub.join(late, of: .unknown, wantsVehicles: false, at: noon.advanced(bySeconds: 15))
    #expect(late.take() == ["version", "overview"])
  }

  @Test("A request without a stream is answered by the next look, and wants it")
  func request() {
    #expect(hub.overview(at: noon, within: .zero) == nil)
    #expect(hub.demand(at: noon).isAny)
    hub.post(overview(at: 1))
    #expect(hub.overview(at: noon.advanced(bySeconds: 2), within: .zero) != nil)
    #expect(!hub.demand(at: noon.advanced(bySeconds: 60)).isAny)
  }

  @Test("The store is looked at once for all viewers, and not without them")
  func collector() throws {
    let vehicles: [VehicleRecord] = [.sample("v-1"), .sample("v-2", onDuty: false)]
    try MemoryStore(database).write([.sample("r", .ongoing)], vehicles)
    let sessions = Opened()
    var collector = collector { [database] () throws(StoreError) in
      sessions.count.withLock { $0 += 1 }
      return MemoryStore(database)
    }
    let pages = [Page(), Page(), Page()]
    for page in pages { join(page, vehicles: true) }
    hub.post(LiveHub.Scrape(at: noon, statuses: [], queues: [:], brokerFault: nil))
    collector.look(hub.demand(at: noon), at: .now)
    for page in pages { #expect(page.take() == ["version", "vehicles", "overview"]) }
    #expect(sessions.count.withLock { $0 } == 1)
    let overview = try #require(hub.overview(at: noon, within: .zero))
    let document = try JSONValue(parsing: overview)
    #expect(document["rides"]?["byPhase"]?["ongoing"]?.integer == 1)
    #expect(document["vehicles"]?["free"]?.integer == 1)
    #expect(document["vehicles"]?["offDuty"]?.integer == 1)
  }

  @Test("The stream of a session that has ended, or whose role is another, ends within seconds")
  func endedSessions() throws {
    var collector = collector { [database = console.database] () throws(StoreError) in
      MemoryStore(database)
    }
    let now = ContinuousClock.now
    func watch(_ role: ConsoleRole) throws -> (cookie: HTTPField, page: Page) {
      let (cookie, page) = (try console.signIn(role), Page())
      let request = HTTPRequest(path: "/api/me", headers: [cookie])
      let access = console.context.access
      let user = try access.user(of: request, isActivity: false, at: noon, in: console.store)
      hub.join(page, of: try #require(user), wantsVehicles: false, at: noon)
      return (cookie, page)
    }
    func look(_ seconds: Int) { collector.look(hub.demand(at: noon), at: now + .seconds(seconds)) }
    let (agent, other) = (try watch(.agent), try watch(.agent))
    let (reader, admin) = (try watch(.reader), try watch(.admin))
    look(0)
    #expect(![agent, other, reader, admin].contains { $0.page.isClosed })
    #expect(console.post("/api/logout", agent.cookie, "{}").status == 204)
    look(2)
    #expect(agent.page.isClosed && !other.page.isClosed)
    #expect(console.post("/api/logout", other.cookie, #"{"everywhere":true}"#).status == 204)
    try console.remove(.reader)
    look(4)
    #expect(other.page.isClosed && reader.page.isClosed && !admin.page.isClosed)
    console.pass(seconds: Sessions.idleSeconds)
    look(6)
    #expect(admin.page.isClosed && hub.users.isEmpty)
  }

  @Test("A session has four streams at most, so that others find room, also of the same account")
  func streamsOfSession() {
    func join(_ session: String?, _ account: String = "reader") -> Page {
      let page = Page()
      let user = ConsoleUser(account: account, role: .reader, endsAt: nil, session: session)
      hub.join(page, of: user, wantsVehicles: false, at: noon)
      return page
    }
    let pages = (0..<6).map { _ in join("a") }
    #expect(pages.map(\.isClosed) == [false, false, false, false, true, true])
    #expect(!join("b").isClosed)
    // Those whom a proxy signs in have no sessions.
    let proxied = (0..<5).map { _ in join(nil) } + [join(nil, "other")]
    #expect(proxied.map(\.isClosed) == [false, false, false, false, true, false])
    pages[0].leave()
    #expect(!join("a").isClosed)
    let reader = ConsoleUser(account: "reader", role: .reader, endsAt: nil, session: "a")
    #expect(!hub.hasRoom(for: reader) && hub.hasRoom(for: .unknown))
  }

  @Test("What takes long is done less often")
  func slowLooks() {
    let now = ContinuousClock.now
    var (due, seen) = (Due(), [Bool]())
    for (second, cost) in [(0, 100), (2, 1_000), (11, 0), (12, 0), (14, 0)] {
      seen.append(due.isDue(every: .seconds(2), at: now + .seconds(second)))
      if seen.last == true { due.took(.milliseconds(cost)) }
    }
    #expect(seen == [true, true, false, true, true])
  }

  @Test("A store that does not answer is an alarm")
  func storeAway() throws {
    var collector = collector { () throws(StoreError) in
      throw StoreError(.unavailable, operation: "open", detail: "away")
    }
    join(Page())
    hub.post(LiveHub.Scrape(at: noon, statuses: [], queues: [:], brokerFault: nil))
    collector.look(hub.demand(at: noon), at: .now)
    let document = try #require(hub.overview(at: noon, within: .zero))
    #expect(try JSONValue(parsing: document)["verdict"]?["level"]?.string == "alarm")
  }
}

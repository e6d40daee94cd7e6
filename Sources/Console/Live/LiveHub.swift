import Fleet
import HTTP
import JSON
import Rides
import Synchronization
import Tool

/// Where the threads that look at the fleet meet those who watch it: each look is shared by all
/// viewers, and without a viewer nothing is looked at.
final class LiveHub: Sendable {
  /// A page that watches.
  fileprivate struct Viewer {
    let stream: any EventSink
    let user: ConsoleUser
    let wantsVehicles: Bool
    /// When the stream ends, so that the page signs in again.
    let endsAt: Instant
    var hasVehicles = false
  }

  fileprivate struct State {
    var viewers: [Viewer] = []
    var overview: Overview?
    var overviewSentAt: Instant?
    var rows: [VehicleRow]?
    /// Until when the answer to a request that came without a stream is kept fresh.
    var askedUntil = Instant(seconds: 0)
    var waiters: [StopSignal] = []
    var bells: [Bell] = []
    var scrape: Scrape?
    /// What was reported since the last overview.
    var reports: [OperationEvent] = []
  }

  /// What is wanted at a moment.
  struct Demand: Hashable {
    var isAny: Bool
    var isOfVehicles: Bool
  }

  /// What was asked of the broker and the workers.
  struct Scrape: Sendable {
    let at: Instant
    let statuses: [WorkerStatus]
    let queues: [String: BrokerFigures.Queue]
    let brokerFault: String?
  }

  /// How many streams a session has at most: the tabs of a browser share one.
  static let streamsOfSession = 4
  /// How long a stream lasts at most: then whether its page still may is checked.
  static let longestStream = 300
  /// How long figures are kept fresh after a request without a stream, in seconds.
  private static let askedSeconds = 10
  /// How old the figures of an answer may be, in seconds.
  private static let freshSeconds = 5.0
  /// The seconds after which an overview is sent even if it has not changed.
  private static let resendSeconds = 10.0

  private let version: String
  private let state = Mutex(State())

  init(version: String) { self.version = version }

  // MARK: For the pages

  /// Adds a viewer, who is shown at once what is known; a stream too many of a session is closed.
  func join(_ stream: some EventSink, of user: ConsoleUser, wantsVehicles: Bool, at now: Instant) {
    let longest = now.advanced(bySeconds: Self.longestStream)
    let viewer = Viewer(
      stream: stream, user: user, wantsVehicles: wantsVehicles,
      endsAt: min(user.endsAt ?? longest, longest))
    stream.send(Array("retry: 2000\n\n".utf8))
    stream.send(
      ServerEvent.bytes("version", JSONWriter.object { $0.texts([("version", version)]) }))
    state.withLock { state in
      guard state.hasRoom(for: user) else { return stream.close() }
      if let overview = state.overview, overview.at.seconds(to: now) < Self.freshSeconds {
        stream.send(ServerEvent.bytes("overview", overview.json))
      }
      state.viewers.append(viewer)
      state.ring()
    }
  }

  /// Whether the session of a user may have one more stream.
  func hasRoom(for user: ConsoleUser) -> Bool { state.withLock { $0.hasRoom(for: user) } }

  /// The overview of now, which is waited for if no fresh one is known; nil if none came in time.
  func overview(at now: Instant, within limit: Duration) -> [UInt8]? {
    let waiter = StopSignal()
    let known: Overview? = state.withLock { state in
      state.askedUntil = now.advanced(bySeconds: Self.askedSeconds)
      state.ring()
      if let overview = state.overview, overview.at.seconds(to: now) < Self.freshSeconds {
        return overview
      }
      state.waiters.append(waiter)
      return nil
    }
    if let known { return known.json }
    guard waiter.wait(for: limit) else { return nil }
    return state.withLock { $0.overview?.json }
  }

  /// What the workers have shown last; nil before the first look.
  var workers: [WorkerStatus]? { state.withLock { $0.scrape?.statuses } }

  // MARK: For the threads that look

  /// A bell that rings when there is something to look at.
  func bell() -> Bell {
    let bell = Bell()
    state.withLock { $0.bells.append(bell) }
    return bell
  }

  /// What is wanted now.
  func demand(at now: Instant) -> Demand {
    state.withLock { state in
      Demand(
        isAny: !state.viewers.isEmpty || now < state.askedUntil,
        isOfVehicles: state.viewers.contains(where: \.wantsVehicles))
    }
  }

  /// Who watches.
  var users: Set<ConsoleUser> { state.withLock { Set($0.viewers.map(\.user)) } }

  /// Ends the streams of those who may not watch any more.
  func end(_ users: Set<ConsoleUser>) {
    state.withLock { $0.end { users.contains($0.user) } }
  }

  /// What the broker and the workers have said last.
  var scrape: Scrape? { state.withLock { $0.scrape } }

  /// Keeps what they have said.
  func post(_ scrape: Scrape) {
    state.withLock { state in
      state.scrape = scrape
      state.ring()
    }
  }

  /// Keeps an overview, and sends it if it differs from the last one, or that is long ago.
  func post(_ overview: Overview) {
    let waiters = state.withLock { state in
      let isNew = state.overview?.content != overview.content
      let age = state.overviewSentAt.map { $0.seconds(to: overview.at) } ?? .infinity
      state.overview = overview
      if isNew || age >= Self.resendSeconds, !state.viewers.isEmpty {
        state.overviewSentAt = overview.at
        state.send(ServerEvent.bytes("overview", overview.json))
      }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.stop() }
  }

  /// Sends the vehicles to those who watch them: all of them first, and then what changes.
  func post(_ rows: [VehicleRow], at now: Instant) {
    state.withLock { state in
      var events = VehicleEvents(from: state.rows, to: rows, at: now)
      state.rows = rows
      state.viewers = state.viewers.filter { viewer in
        guard viewer.wantsVehicles else { return true }
        let event = events.event(
          isFull: !viewer.hasVehicles, maySeePersonal: viewer.user.role.maySeePersonal)
        return event.map { viewer.stream.send($0) } ?? true
      }
      for index in state.viewers.indices where state.viewers[index].wantsVehicles {
        state.viewers[index].hasVehicles = true
      }
    }
  }

  /// Keeps what was reported until it is taken.
  func post(_ report: OperationEvent) {
    state.withLock { state in
      guard state.reports.count < OperationEvents.most else { return }
      state.reports.append(report)
    }
  }

  /// Takes what was reported.
  func takeReports() -> [OperationEvent] {
    state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  /// Sends the change of a ride.
  func post(_ change: EventFeed.Change) {
    let document = JSONWriter.object {
      $0.texts([
        ("rideIdentifier", change.key.ride.rawValue), ("phase", change.status.phase.rawValue),
      ])
      $0.member("sequence", change.key.sequence)
    }
    state.withLock { $0.send(ServerEvent.bytes("ride", document)) }
  }

  /// Has all pages ask for what they show: the changes of rides are followed from now on, and
  /// earlier ones may be missing.
  func postResumption() {
    state.withLock { $0.send(ServerEvent.bytes("resumed", Array("{}".utf8))) }
  }

  /// Sends a comment, which finds those who are gone, and ends the streams whose time is over.
  func beat(at now: Instant) {
    state.withLock { state in
      state.send(ServerEvent.comment)
      state.end { $0.endsAt <= now }
      if state.viewers.isEmpty { (state.rows, state.overviewSentAt) = (nil, nil) }
    }
  }

  /// Ends all streams.
  func close() {
    state.withLock { $0.end { _ in true } }
  }
}

extension LiveHub.State {
  /// Sends bytes to all viewers, and forgets those who are gone.
  fileprivate mutating func send(_ bytes: [UInt8]) {
    viewers = viewers.filter { $0.stream.send(bytes) }
  }

  /// Whether the session of a user has fewer streams than it may, without those who are gone.
  fileprivate mutating func hasRoom(for user: ConsoleUser) -> Bool {
    func isSame(_ other: ConsoleUser) -> Bool {
      (other.session, other.account) == (user.session, user.account)
    }
    viewers = viewers.filter { !isSame($0.user) || $0.stream.send(ServerEvent.comment) }
    return viewers.count { isSame($0.user) } < LiveHub.streamsOfSession
  }

  /// Closes the streams of some viewers, and forgets them.
  fileprivate mutating func end(_ isOver: (LiveHub.Viewer) -> Bool) {
    for viewer in viewers where isOver(viewer) { viewer.stream.close() }
    viewers.removeAll(where: isOver)
  }

  fileprivate func ring() { for bell in bells { bell.ring() } }
}

/// Where events go: the answer to a page's request, which is open.
protocol EventSink: Sendable {
  /// Adds bytes; false once they are not read any more, and then for good.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool

  /// Nothing more follows.
  func close()
}

extension HTTPStream: EventSink {}

/// Wakes a thread that waits for something to do.
final class Bell: Sendable {
  private let pipe = WakePipe()
  private let isRinging = Mutex(false)

  /// Readable from a ring on until it is heard.
  var descriptor: Int32 { pipe.descriptor }

  /// Wakes the thread; further rings before it has heard one have no effect.
  func ring() {
    isRinging.withLock { isRinging in
      if !isRinging { pipe.raise() }
      isRinging = true
    }
  }

  /// Makes it silent.
  func hear() {
    isRinging.withLock { isRinging in
      if isRinging { pipe.lower() }
      isRinging = false
    }
  }
}

/// Events as a server sends them (WHATWG HTML, 9.2).
enum ServerEvent {
  /// A line that is no event.
  static let comment = Array(": \n\n".utf8)

  /// An event whose data is JSON, which has no line feeds.
  static func bytes(_ name: String, _ document: [UInt8]) -> [UInt8] {
    Array("event: \(name)\ndata: ".utf8) + document + Array("\n\n".utf8)
  }
}

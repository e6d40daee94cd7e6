import Fleet
import RideHandlers
import RideStore
import Rides

/// The tickers of the workers, of which one at a time has the lease.
struct Tickers: Sendable {
  /// One ticker, as long as its process lives.
  struct Ticker: Sendable {
    let name: String
    var sent = SentCommands()
    /// Nil in a process of a release that has no leases.
    var lease: TaskLease?
    /// When the store last granted the lease, in microseconds of the world.
    var grantedAt: Int64?
  }

  private(set) var all: [Ticker] = []
  private var started = 0
  private let sharesLeases: Bool

  /// Begins three tickers; of the first one the release may be older.
  init(firstHasLease: Bool, sharesLeases: Bool) {
    self.sharesLeases = sharesLeases
    for place in 0..<3 {
      all.append(Ticker(name: "", lease: nil))
      restart(place, hasLease: place > 0 || firstHasLease)
    }
  }

  /// Has a process follow on another that was killed: it has sent nothing, and the lease of the
  /// other goes on.
  mutating func restart(_ place: Int) { restart(place, hasLease: all[place].lease != nil) }

  private mutating func restart(_ place: Int, hasLease: Bool) {
    started += 1
    let name = "ticker \(started)"
    let task = sharesLeases ? "ticks of \(name)" : "ticks"
    let lease = TaskLease(task, holder: name, seconds: TickerSettings.leaseSeconds)
    all[place] = Ticker(name: name, lease: hasLease ? lease : nil)
  }

  subscript(place: Int) -> Ticker {
    get { all[place] }
    set { all[place] = newValue }
  }
}

extension World {
  /// Has each ticker turn once, in any order.
  mutating func tickAll() {
    var places = Array(tickers.all.indices)
    while !places.isEmpty {
      tick(places.remove(at: numbers.integer(0...places.count - 1)))
    }
  }

  /// Has a ticker publish what is due, as a worker's does.
  mutating func tick(_ place: Int) {
    if strikes(.killed) { tickers.restart(place) }
    guard storage.downUntil <= time, holdsLease(place) else { return }
    let store = committed
    let due = (try? DispatchTick.commands(store, now)) ?? []
    let updates = (try? UpdatesTick.commands(store, now)) ?? []
    let commands = tickers[place].sent.due(due + updates, at: now)
    if strikes(.publicationCut) { return loseBroker(place) }
    for command in commands { accept(command) }
    if strikes(.confirmLost) { return loseBroker(place) }
    tickers[place].sent.record(commands, at: now)
  }

  /// What was not confirmed is not taken to be sent, and another ticker can take the lease.
  private mutating func loseBroker(_ place: Int) {
    let (store, now) = (committed, now)
    tickers[place].lease?.giveUp(in: store, at: now)
    tickers[place].grantedAt = nil
  }

  private mutating func holdsLease(_ place: Int) -> Bool {
    let (store, now) = (committed, now)
    guard tickers[place].lease != nil else { return true }
    let isHeld = (try? tickers[place].lease?.isHeld(in: store, at: now)) ?? false
    tickers[place].grantedAt = isHeld ? time : nil
    let others = tickers.all.filter { $0.name != tickers[place].name }
    // An answer of the store is up to a third of the lease old.
    let sure = Int64(TickerSettings.leaseSeconds * 2 / 3) * 1_000_000
    if isHeld, let other = others.first(where: { $0.grantedAt.map { $0 + sure > time } ?? false }) {
      object("\(tickers[place].name) and \(other.name) have one lease")
    }
    return isHeld
  }
}

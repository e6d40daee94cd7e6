import Fleet
import MemoryStore
import Messages
import RandomFixture
import RideStore
import Rides

/// Everything that lanes share, as it is at one moment, and what decides how it goes on.
struct World: Sendable {
  var numbers: SeededNumbers
  var weather: Weather
  let sabotage: Sabotage?
  /// Microseconds since the world began.
  var time: Int64 = 0
  var steps = 0
  var seats = Seat.fleet
  var broker = Broker()
  var storage = Storage()
  let database = MemoryDatabase()
  let supply = SupplyCache()
  let naming: Naming
  var producers = Producers()
  var clerks = Clerks()
  var tickers: Tickers
  var record = WireRecord()
  var season = Season.storm
  var faults: [Fault: Int] = [:]
  var problems: [String] = []
  /// What has happened, if anybody wants to know.
  var trace: [String]?

  /// The most turns of a world; one that takes more does not come to rest.
  static let stepLimit = 40_000

  init(seed: UInt64, sabotage: Sabotage?, naming: Naming, traces: Bool) {
    numbers = SeededNumbers(seed: seed)
    weather = Weather(&numbers)
    tickers = Tickers(
      firstHasLease: !weather.hasOlderTicker, sharesLeases: sabotage == .sharesLeases)
    if sabotage == .ignoresRevisions { weather.mingle() }
    self.sabotage = sabotage
    self.naming = naming
    trace = traces ? [] : nil
  }

  /// The course of a world.
  enum Season: Equatable {
    /// Letters are written, and everything fails.
    case storm
    /// Nothing fails, and what is under way comes to its end; so many times the clocks tick.
    case calm(round: Int)
    case over
  }

  /// The time of day.
  var now: Instant { Instant(microseconds: 1_800_000_000_000_000 + time) }

  /// The store as others see it.
  var committed: MemoryStore { MemoryStore(database) }

  mutating func note(_ text: @autoclosure () -> String) {
    guard trace != nil else { return }
    let line = "\(time) \(text())"
    trace?.append(line)
  }

  /// Takes it that something is not as it must be.
  mutating func object(_ problem: String) {
    note("WRONG: \(problem)")
    if problems.count < 20 { problems.append(problem) }
  }

  /// Whether a fault happens now.
  mutating func strikes(_ fault: Fault, times factor: Double = 1) -> Bool {
    guard numbers.chance(weather[fault] * factor) else { return false }
    count(fault)
    return true
  }

  mutating func count(_ fault: Fault) {
    faults[fault, default: 0] += 1
    note("fault: \(fault)")
  }

  /// Whether a caller is of a life that has ended.
  func isDead(_ caller: Caller) -> Bool {
    season == .over || seats[caller.seat].life != caller.life
  }
}

import Fleet
import Messages
import RideStore
import Rides

extension World {
  /// Goes on to the next season when the present one is over.
  mutating func usher() {
    switch season {
    case .storm:
      if producers.written >= weather.letters, numbers.chance(0.02) { calmDown() }
    case .calm(let round):
      if isQuiet { endRound(round) }
    case .over: break
    }
  }

  private mutating func calmDown() {
    note("the storm is over")
    weather.clearUp()
    season = .calm(round: 0)
    broker.blockedUntil = 0
    broker.full = [:]
    broker.silent = [:]
    storage.downUntil = 0
    for index in seats.indices { seats[index].frozenUntil = 0 }
  }

  /// Whether every lane listens and nothing is under way.
  private var isQuiet: Bool {
    broker.isEmpty
      && seats.indices.allSatisfy { index in
        guard case .asleep(_, listens: true) = seats[index].condition else { return false }
        return broker.consumers[index]?.isLost == false && !seats[index].stopSignal.isStopped
      }
  }

  /// How many seconds pass before each tick of the calm.
  private static let rests: [Int64] = [0, 20, 70, 600, 2_000, 4_000, 9_000, 90_000]

  private mutating func endRound(_ round: Int) {
    if !broker.exhausted.isEmpty { return redrive() }
    checkState()
    guard round < Self.rests.count else {
      checkEnd()
      return end()
    }
    time += Self.rests[round] * 1_000_000
    note("calm, tick \(round)")
    season = .calm(round: round + 1)
    if 600...4_000 ~= Self.rests[round] { driveOn() }
    tickAll()
  }

  /// What an operator does with what has reached the delivery limit, once the faults are mended.
  private mutating func redrive() {
    let letters = broker.exhausted
    broker.exhausted = []
    for (family, message) in letters { broker.enqueue(message.publication, family) }
  }
}

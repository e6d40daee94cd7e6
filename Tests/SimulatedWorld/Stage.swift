import Dispatch
import Synchronization

/// The world and the lanes in it, of which one acts at a time: the seed decides which.
///
/// Each lane runs on a thread of its own and hands on the turn at every call to its broker or
/// store, so that lanes meet at any point, also in the middle of a transaction.
final class Stage: Sendable {
  private let world: Mutex<World>
  private let turns: [DispatchSemaphore]

  init(_ world: World, seats: Int) {
    self.world = Mutex(world)
    turns = (0..<seats).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Looks at the world or changes it; only whose turn it is does.
  func with<Result: Sendable>(_ body: (inout World) -> Result) -> Result {
    world.withLock { body(&$0) }
  }

  /// Lets the first lane begin.
  func open() { turns[0].signal() }

  /// Waits for a lane's first turn.
  func enter(_ seat: Int) { turns[seat].wait() }

  /// Hands on the turn; comes back when it is the lane's again.
  func pass(_ seat: Int, as condition: Seat.Condition = .ready) {
    let next = with { $0.turn(after: seat, condition) }
    guard next != seat else { return }
    turns[next].signal()
    if case .ended = condition { return }
    turns[seat].wait()
  }
}

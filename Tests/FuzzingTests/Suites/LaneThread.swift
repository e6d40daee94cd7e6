import Fleet
import Synchronization

/// Runs something on a thread such as a lane has.
enum LaneThread {
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result?) -> Result? {
    let box = ResultBox<Result>()
    Thread { box.value.withLock { $0 = body() } }.join()
    return box.value.withLock { $0 }
  }

  private final class ResultBox<Result: Sendable>: Sendable {
    let value = Mutex<Result?>(nil)
  }
}

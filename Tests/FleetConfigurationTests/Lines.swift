import Fleet
import Rides
import Synchronization

/// Collects the lines of a log.
final class Lines: Sendable {
  private let collected = Mutex<[[UInt8]]>([])
  private let room = Mutex(Int.max)

  var texts: [String] { collected.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

  /// Takes no more lines in all.
  func limit(to count: Int) { room.withLock { $0 = count } }

  func log(
    _ level: LogLevel = .debug, worker: String? = "test-worker", at time: Int64 = 0,
    style: LogStyle = LogStyle(format: .json)
  ) -> Log {
    Log(
      level: level, worker: worker, style: style,
      sink: { line in
        self.collected.withLock {
          guard $0.count < self.room.withLock({ $0 }) else { return false }
          $0.append(line)
          return true
        }
      },
      clock: { Instant(microseconds: time) })
  }
}

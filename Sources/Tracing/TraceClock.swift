import Glibc

/// The time of spans: nanoseconds since 1970, that never run backwards within a batch.
///
/// A clock that is set while a batch is handled must not make a span end before its start. So the
/// wall clock is read once, and the monotonic one counts from there.
package struct TraceClock: Sendable {
  private let wall: UInt64
  private let monotonic: UInt64

  /// Reads the wall clock.
  package init() {
    wall = Self.read(CLOCK_REALTIME)
    monotonic = Self.read(CLOCK_MONOTONIC)
  }

  /// The moment now.
  package var now: UInt64 { wall &+ (Self.read(CLOCK_MONOTONIC) &- monotonic) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

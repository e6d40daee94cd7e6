import Glibc
package import Rides

/// The time of day, for what people read; durations are measured with `ContinuousClock`.
package enum WallClock {
  /// The moment now, to the microsecond, by the system's real-time clock.
  package static func now() -> Instant {
    var time = timespec()
    let done = clock_gettime(CLOCK_REALTIME, &time)
    precondition(done == 0, "the system has no real-time clock")
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}

import Glibc

/// A moment of the monotonic clock.
///
/// For checks at every frame: unlike `ContinuousClock.Instant` it is a plain number, which the
/// compiler can optimize.
struct MonotonicTime: Comparable, Sendable {
  let nanoseconds: Int64

  /// Later than any other.
  static let distantFuture = Self(nanoseconds: .max)

  static func now() -> Self {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Self(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  static func - (left: Self, right: Self) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }

  /// The moment after that time; the last there is, if it lies beyond.
  static func + (moment: Self, duration: Duration) -> Self {
    let (sum, isLater) = moment.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Self(nanoseconds: isLater ? .max : sum)
  }
}

extension Duration {
  /// Nanoseconds, rounded down; the largest number for a duration that is too long for one.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isLarge ? .max : whole + attoseconds / 1_000_000_000
  }

  /// Milliseconds for poll(2), rounded up; zero for a duration that is negative.
  var pollMilliseconds: Int32 {
    Int32(clamping: (max(self, .zero).wholeNanoseconds / 1_000 + 999) / 1_000)
  }
}

extension timeval {
  /// A duration that is not negative; zero for one that is.
  init(_ duration: Duration) {
    let (seconds, rest) = max(duration, .zero).wholeNanoseconds
      .quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(tv_sec: Int(seconds), tv_usec: Int(rest / 1_000))
  }
}

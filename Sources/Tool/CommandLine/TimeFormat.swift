import Glibc
import Rides

/// How a command writes moments for people; programs get UTC.
struct TimeFormat: Sendable {
  /// Whether in the time zone of the process, not in UTC.
  let isLocal: Bool

  init(isLocal: Bool = false) { self.isLocal = isLocal }

  /// As `--local` asks for it.
  init(_ arguments: Arguments) { isLocal = arguments.has("--local") }

  /// The moment in RFC 3339: `2027-01-15T08:00:00Z`, `2027-01-15T02:00:00-06:00`.
  func text(_ instant: Instant) -> String {
    guard isLocal else { return instant.rfc3339 }
    var seconds = time_t(instant.microseconds / 1_000_000)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return instant.rfc3339 }
    return instant.rfc3339(offsetSeconds: local.tm_gmtoff)
  }
}

extension Instant {
  /// The moment as a clock shows it that is ahead of UTC by so many seconds; RFC 3339 has whole
  /// minutes alone.
  func rfc3339(offsetSeconds: Int) -> String {
    let minutes = offsetSeconds / 60
    let clock = advanced(bySeconds: minutes * 60).rfc3339.dropLast()
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    return "\(clock)\(minutes < 0 ? "-" : "+")\(hours.padded(to: 2)):\(rest.padded(to: 2))"
  }
}

extension OptionRow {
  static let local = OptionRow(
    "--local", "times in the zone of TZ, or else of this machine, instead of UTC")
}

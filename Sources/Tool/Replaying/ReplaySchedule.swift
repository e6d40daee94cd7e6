import Rides

/// When recorded messages are due in a replay on a broker.
struct ReplaySchedule: Sendable {
  private let pace: ReplayPace
  /// The time of the first recorded message.
  private let first: Instant
  /// When the replay began.
  let start: Instant

  init(_ pace: ReplayPace, first: Instant, start: Instant) {
    self.pace = pace
    self.first = first
    self.start = start
  }

  /// How long after the start a message is due; `index` counts the messages that were sent.
  func due(_ at: Instant, index: Int) -> Duration {
    if let speed = pace.speed {
      return .microseconds(Int64(Double(at.microseconds - first.microseconds) / speed))
    }
    return pace.rate.map { .seconds(Double(index) / $0) } ?? .zero
  }

  /// The moment of this replay that stands for a recorded one.
  func moment(_ at: Instant, index: Int) -> Instant {
    let (seconds, attoseconds) = due(at, index: index).components
    return Instant(
      microseconds: start.microseconds + seconds * 1_000_000
        + attoseconds / 1_000_000_000_000)
  }

  /// Whether all times have the distances that they had when they were recorded.
  var keepsTimes: Bool { pace.speed == 1 }
}

/// How many messages may have gone out at a time since the start.
struct Pace: Hashable, Sendable {
  /// Messages a second; nil for as fast as it goes.
  let rate: Double?

  /// Zero means as fast as it goes.
  init(_ rate: Double?) { self.rate = rate == 0 ? nil : rate }

  /// How many may have gone out in all; the first goes at once.
  func allowance(after elapsed: Duration) -> Int {
    guard let rate else { return .max }
    return Int(elapsed.inSeconds * rate) + 1
  }

  /// When a message is due, counted from 0, after the start.
  func due(_ index: Int) -> Duration {
    rate.map { .seconds(Double(index) / $0) } ?? .zero
  }
}

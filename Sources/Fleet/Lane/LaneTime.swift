/// What a lane knows of time and chance; passed in, so that a lane can be driven by a seed alone.
package struct LaneTime: Sendable {
  /// The moment now, by which durations are measured.
  package var now: @Sendable () -> ContinuousClock.Instant
  /// Waits until the stop or for that long, while nothing else is to be served.
  package var pause: @Sendable (StopSignal, Duration) -> Void
  /// A number of the range, for the jitter of pauses.
  package var random: @Sendable (ClosedRange<Double>) -> Double

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    pause: @escaping @Sendable (StopSignal, Duration) -> Void,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double
  ) {
    self.now = now
    self.pause = pause
    self.random = random
  }

  /// The clock and the generator of the system.
  package static let system = LaneTime(
    now: { .now }, pause: { stopSignal, duration in _ = stopSignal.wait(for: duration) },
    random: { Double.random(in: $0) })
}

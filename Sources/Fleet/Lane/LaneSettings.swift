/// How a lane works.
package struct LaneSettings: Sendable {
  /// The name of the worker, for its dead letters.
  package var worker: String
  /// The most messages that are handled as one batch.
  package var batchLimit: Int
  /// How long a batch's confirms may take before unconfirmed publications are published again.
  package var confirmTimeout: Duration
  /// How long an idle lane waits at a time; also how often its heartbeats are served.
  package var turn: Duration
  /// The pauses while the broker or the store is down.
  package var backoff: Backoff
  /// How long a batch may fail to be published before the other lanes stop waiting for this one.
  package var stuckAfter = Duration.seconds(5)
  /// How long responses that their queues refuse are published again, once for each queue.
  package var refusalPatience = Duration.seconds(10)
  /// How long the confirms of previously refused responses may take.
  package var lateConfirmTimeout = Duration.seconds(5)
  /// The longest pause before such a response is published again: the others wait for it.
  package var refusalPause = Duration.seconds(1)
  /// How long the store may fail before the lane leaves its messages to other workers; nil for a
  /// lane that keeps them.
  package var storePatience: Duration? = .seconds(3)
  /// Whether another part of the worker has missed the store for that long: a lane without messages
  /// does not notice.
  package var storeIsMissed: @Sendable () -> Bool = { false }
  /// Where the lane has its time and its chance from.
  package var time: LaneTime

  package init(
    worker: String, batchLimit: Int, confirmTimeout: Duration = .seconds(30),
    turn: Duration = .seconds(1),
    backoff: Backoff = Backoff(), time: LaneTime = .system
  ) {
    self.worker = worker
    self.batchLimit = batchLimit
    self.confirmTimeout = confirmTimeout
    self.turn = turn
    self.backoff = backoff
    self.time = time
  }

  /// Whether a batch that is published since `start` keeps the other lanes waiting for too long.
  func isStuck(since start: ContinuousClock.Instant) -> Bool { time.now() - start >= stuckAfter }
}

/// Time and randomness of a lane; passed in, so that a seed determines the lane's behavior.
package struct LaneTime: Sendable {
  /// The moment now, by which durations are measured.
  package var now: @Sendable () -> ContinuousClock.Instant
  /// Waits until the stop or for that long, while there is nothing else to do.
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

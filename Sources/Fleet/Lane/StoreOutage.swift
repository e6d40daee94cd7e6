import RideStore

/// What a lane knows of a store that fails: since when, how, and when to try again.
struct StoreOutage {
  /// Since when the store has failed with the latest batch; nil while it has not.
  private(set) var since: ContinuousClock.Instant?
  /// Whether the store answers and denies a right, which it does not deny to other users.
  private(set) var isDenied = false
  private var backoff: Backoff

  init(backoff: Backoff) { self.backoff = backoff }

  /// How many pauses there were since the store last did its part.
  var attempt: Int { backoff.attempt }

  /// Whether the store has failed for longer than the lane keeps its messages.
  func isLong(by settings: LaneSettings) -> Bool {
    guard let since, let patience = settings.storePatience else { return false }
    return settings.time.now() - since >= patience
  }

  /// Records that the store has failed with a batch that it was given at `start`.
  mutating func failed(with error: StoreError, since start: ContinuousClock.Instant) {
    since = since ?? start
    isDenied = error.code == .denied
  }

  /// Records that the store has done its part.
  mutating func end() {
    since = nil
    isDenied = false
    backoff.reset()
  }

  /// Records that the store answers again; what it has done of the latest batch is not known yet.
  mutating func isOver() {
    isDenied = false
    backoff.reset()
  }

  /// The pause before the next attempt.
  mutating func nextPause(_ random: (ClosedRange<Double>) -> Double) -> Duration {
    backoff.next(random)
  }
}

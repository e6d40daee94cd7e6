/// How a lane works.
package struct LaneSettings: Sendable {
  /// The most messages that are handled as one batch.
  package var batchLimit: Int
  /// How long a batch's confirms may take before the connection is given up.
  package var confirmTimeout: Duration
  /// How long an idle lane waits at a time; also how often its heartbeats are served.
  package var turn: Duration
  /// The pauses while the broker or the store is down.
  package var backoff: Backoff
  /// How long a batch may fail to be published before the other lanes stop waiting for this one.
  package var stuckAfter = Duration.seconds(5)
  /// Where the lane has its time and its chance from.
  package var time: LaneTime

  package init(
    batchLimit: Int, confirmTimeout: Duration = .seconds(30), turn: Duration = .seconds(1),
    backoff: Backoff = Backoff(), time: LaneTime = .system
  ) {
    self.batchLimit = batchLimit
    self.confirmTimeout = confirmTimeout
    self.turn = turn
    self.backoff = backoff
    self.time = time
  }
}

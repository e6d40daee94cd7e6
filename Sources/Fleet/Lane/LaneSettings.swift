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

  package init(
    batchLimit: Int, confirmTimeout: Duration = .seconds(30), turn: Duration = .seconds(1),
    backoff: Backoff = Backoff()
  ) {
    self.batchLimit = batchLimit
    self.confirmTimeout = confirmTimeout
    self.turn = turn
    self.backoff = backoff
  }
}

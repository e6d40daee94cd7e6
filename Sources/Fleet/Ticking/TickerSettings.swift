package import Messages
package import RideStore
package import Rides

/// How a ticker works.
package struct TickerSettings: Sendable {
  /// For how many seconds the lease of a ticker lasts: what is due waits so long, and a third of it
  /// more, when a worker is killed.
  package static let leaseSeconds = 6

  /// The pause after a tick that found nothing new.
  package var interval: Duration
  /// The pause after one that published commands: a tick gives so many at most, and there may be
  /// more.
  package var busyInterval: Duration
  /// How long the confirms of a tick's commands may take before the connection is given up.
  package var confirmTimeout: Duration
  /// How long it waits for confirms at a time; also how late it may see the stop meanwhile.
  package var turn: Duration
  /// The pauses while the broker or the store is down.
  package var backoff: Backoff

  package init(
    interval: Duration = .milliseconds(500), busyInterval: Duration = .milliseconds(100),
    confirmTimeout: Duration = .seconds(30),
    turn: Duration = .milliseconds(100), backoff: Backoff = Backoff()
  ) {
    self.interval = interval
    self.busyInterval = busyInterval
    self.confirmTimeout = confirmTimeout
    self.turn = turn
    self.backoff = backoff
  }
}

/// Asks the store for the commands that are due.
///
/// It reads and never writes: what a command changes, it changes when it is carried out, and a
/// command that comes twice is carried out once.
package typealias Tick =
  @Sendable (_ store: any RideStore, _ now: Instant) throws(StoreError) -> [Publication]

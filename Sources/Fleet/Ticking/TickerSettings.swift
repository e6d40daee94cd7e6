package import Messages
package import RideStore
package import Rides

/// How a ticker works.
package struct TickerSettings: Sendable {
  /// The seconds of a ticker's lease: after a worker is killed, due commands wait for that time and
  /// a third more.
  package static let leaseSeconds = 6

  /// The pause after a tick that found nothing new.
  package var interval: Duration
  /// The pause after a tick that published commands: the number of a tick is limited, and there may
  /// be more.
  package var busyInterval: Duration
  /// How long the confirms of a tick's commands may take before the connection is closed.
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
/// It reads and never writes: a command changes the store when it is executed, and a repeated
/// command is executed once.
package typealias Tick =
  @Sendable (_ store: any RideStore, _ now: Instant) throws(StoreError) -> [Publication]

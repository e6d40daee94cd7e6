import Fleet
import Messages

/// The place of one lane in the world: which process it belongs to, and what it waits for.
struct Seat: Sendable {
  /// What a lane waits for.
  enum Condition: Sendable {
    /// It can go on.
    case ready
    /// It sleeps until a time of the world, the stop, or, if it listens, its next message.
    case asleep(until: Int64, listens: Bool)
    /// It waits for the broker until a time, even when it shall stop.
    case busy(until: Int64)
    /// It waits for the right to write.
    case waitingForWriter(until: Int64)
    /// Its process has ended, and is started again at that time.
    case down(until: Int64)
    /// The world is over.
    case ended
  }

  let family: QueueFamily
  let process: Int
  var condition = Condition.ready
  /// Not before that time does it go on, whatever it waits for: its process was stopped.
  var frozenUntil: Int64 = 0
  /// Counts the lives of its process, from 1; what comes from an earlier life has no effect.
  var life = 0
  var stopSignal = StopSignal()

  /// The lanes of a fleet: seven in six processes.
  static var fleet: [Seat] {
    [
      Seat(family: .requestRide, process: 0), Seat(family: .requestRide, process: 0),
      Seat(family: .requestRide, process: 1), Seat(family: .dispatch, process: 2),
      Seat(family: .dispatch, process: 3), Seat(family: .statusQuery, process: 4),
      Seat(family: .listOptions, process: 5),
    ]
  }
}

/// Which life of which lane asks.
struct Caller: Sendable {
  let seat: Int
  let life: Int
}

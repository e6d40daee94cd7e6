package import Messages
package import Rides

/// The commands that a ticker has published lately.
///
/// A command stays due until it is executed, which takes longer the more messages are queued before
/// it. The command is sent again after some seconds, in case it was lost, and then after pauses
/// that double: a long queue must not be filled with repeats.
package struct SentCommands: Sendable {
  /// The pause before the first repeat, and the longest, in seconds.
  package static let pauses = 5...80

  /// By the hash of the command, since there may be tens of thousands.
  ///
  /// If two commands have the same hash, the second is only delayed by some seconds.
  private var sent: [Int: (at: Instant, pause: Int)] = [:]

  package init() {}

  /// How many commands are remembered.
  package var count: Int { sent.count }

  /// The commands that are to be published now: those never sent, and those sent long enough ago.
  package mutating func due(_ commands: [Publication], at now: Instant) -> [Publication] {
    forget(at: now)
    var seen: Set<Int> = []
    return commands.filter { command in
      guard seen.insert(command.hashValue).inserted else { return false }
      return sent[command.hashValue].map { Self.isOver($0.pause, since: $0.at, at: now) } ?? true
    }
  }

  /// Records that commands were published.
  package mutating func record(_ commands: [Publication], at now: Instant) {
    for command in commands.map(\.hashValue) {
      let pause = sent[command].map { min($0.pause * 2, Self.pauses.upperBound) }
      sent[command] = (now, pause ?? Self.pauses.lowerBound)
    }
  }

  /// Forgets the commands that would have been sent again by now: a few ticks after their pause.
  private mutating func forget(at now: Instant) {
    sent = sent.filter { !Self.isOver($0.value.pause + 5, since: $0.value.at, at: now) }
  }

  /// A clock that was set back ends every pause.
  private static func isOver(_ pause: Int, since start: Instant, at now: Instant) -> Bool {
    now < start || start.advanced(bySeconds: pause) <= now
  }
}

import Metrics
import Synchronization

/// The one `PoisonQuarantine` of a process, which its lanes ask from their threads.
///
/// While all is well it costs a lock for each batch.
package final class QuarantineGate: Sendable {
  private let quarantine: Mutex<PoisonQuarantine>
  private let closed = WakePipe()
  /// How often messages had to be handled one at a time.
  let begun = Counter()
  private let log: Log

  /// Opens the descriptor; traps when the process has none left.
  package init(lanes: Int, log: Log) {
    quarantine = Mutex(PoisonQuarantine(lanes: lanes))
    self.log = log
    closed.raise()
  }

  /// Readable while the lanes do not consume freely; to be waited for with poll(2), never read.
  package var descriptor: Int32 { closed.descriptor }

  /// Whether messages that may have ended a process are handled one at a time now.
  var isActive: Bool { quarantine.withLock { !$0.isOpen && $0.handledAlone > 0 } }

  /// What a lane is to do next.
  package func duty(of lane: Int, holding: PoisonQuarantine.Holding) -> PoisonQuarantine.Duty {
    change { $0.duty(of: lane, holding: holding) }
  }

  /// Whether a lane may take more before what it was handed out last is acknowledged.
  package func mayTakeAhead(_ lane: Int) -> Bool { quarantine.withLock { $0.mayTakeAhead(lane) } }

  /// The scout was delivered nothing.
  package func foundNothing(_ lane: Int) {
    change { $0.foundNothing(lane) }
  }

  /// A lane cannot publish what it has in hand.
  package func yieldTurn(_ lane: Int) {
    change { $0.yieldTurn(lane) }
  }

  /// A lane has lost or closed its connection.
  package func leave(_ lane: Int) {
    change { $0.leave(lane) }
  }

  private func change<Result: Sendable>(_ body: (inout PoisonQuarantine) -> Result) -> Result {
    let (result, event, count) = quarantine.withLock { quarantine -> (Result, LogEvent?, Int) in
      let (wasOpen, before) = (quarantine.isOpen, quarantine.handledAlone)
      let result = body(&quarantine)
      // Under the lock, so that the descriptor always shows the last change.
      if wasOpen != quarantine.isOpen { wasOpen ? closed.raise() : closed.lower() }
      let count = quarantine.handledAlone
      if before == 0, count == 1 { return (result, .quarantineBegan, count) }
      let isOver = !wasOpen && quarantine.isOpen && count > 0
      return (result, isOver ? .quarantineEnded : nil, count)
    }
    if event == .quarantineBegan { begun.add() }
    if let event { log.info(event, [.count: .int(count)]) }
    return result
  }
}

/// The place of one lane in the quarantine of its process.
package struct QuarantineMember: Sendable {
  private let gate: QuarantineGate
  private let lane: Int

  /// Lanes count from zero.
  package init(gate: QuarantineGate, lane: Int) {
    self.gate = gate
    self.lane = lane
  }

  /// Readable while the lanes do not consume freely; to be waited for, never read.
  var descriptor: Int32 { gate.descriptor }

  func duty(holding: PoisonQuarantine.Holding) -> PoisonQuarantine.Duty {
    gate.duty(of: lane, holding: holding)
  }

  var mayTakeAhead: Bool { gate.mayTakeAhead(lane) }

  func foundNothing() { gate.foundNothing(lane) }

  func yieldTurn() { gate.yieldTurn(lane) }

  func leave() { gate.leave(lane) }
}

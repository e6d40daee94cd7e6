import Synchronization

/// The one `PoisonQuarantine` of a process, which its lanes ask from their threads.
///
/// While all is well it costs a lock for each batch.
package final class QuarantineGate: Sendable {
  fileprivate let quarantine: Mutex<PoisonQuarantine>
  fileprivate let closed = WakePipe()
  /// How often messages had to be handled one at a time.
  let begun = Counter()
  private let log: Log

  /// Opens the descriptor; traps when the process has no free descriptor.
  package init(lanes: Int, log: Log) {
    quarantine = Mutex(PoisonQuarantine(lanes: lanes))
    self.log = log
    closed.raise()
  }

  /// Whether messages that may have ended a process are handled one at a time now.
  var isActive: Bool { quarantine.withLock { !$0.isOpen && $0.handledAlone > 0 } }

  /// Changes the quarantine, shows the change by the descriptor and logs it.
  fileprivate func change<Result: Sendable>(_ body: (inout PoisonQuarantine) -> Result) -> Result {
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

  /// Readable while the lanes do not consume freely; to be waited for with poll(2), never read.
  package var descriptor: Int32 { gate.closed.descriptor }

  /// What the lane is to do next.
  package func duty(holding: PoisonQuarantine.Holding) -> PoisonQuarantine.Duty {
    gate.change { $0.duty(of: lane, holding: holding) }
  }

  /// Whether the lane may receive more before its latest messages are acknowledged.
  var mayTakeAhead: Bool { gate.quarantine.withLock { $0.mayTakeAhead(lane) } }

  /// Whether the lane needs no consumer, since others of its process work through messages that
  /// were only returned.
  var worksThroughReturned: Bool { gate.quarantine.withLock { $0.worksThroughReturned } }

  /// The lane is the scout, and has found the queue empty.
  package func foundNothing() { gate.change { $0.foundNothing(lane) } }

  /// The lane cannot publish its batch.
  func yieldTurn() { gate.change { $0.yieldTurn(lane) } }

  /// The lane has lost or closed its connection.
  func leave() { gate.change { $0.leave(lane) } }
}

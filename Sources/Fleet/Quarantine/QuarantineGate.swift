import Glibc
import Metrics
import Synchronization

/// The one `PoisonQuarantine` of a process, which its lanes ask from their threads.
///
/// While all is well it costs a lock for each batch.
package final class QuarantineGate: Sendable {
  private let quarantine: Mutex<PoisonQuarantine>
  /// Readable while the lanes do not consume freely; to be waited for with poll(2), never read.
  package let descriptor: Int32
  private let writeEnd: Int32
  /// How often messages had to be handled one at a time.
  let begun = Counter()
  private let log: Log

  /// Opens the descriptor; traps when the process has none left.
  package init(lanes: Int, log: Log) {
    quarantine = Mutex(PoisonQuarantine(lanes: lanes))
    self.log = log
    var ends: [Int32] = [-1, -1]
    let result = ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) }
    precondition(result == 0, "pipe(2) failed with errno \(errno): the process cannot work")
    descriptor = ends[0]
    writeEnd = ends[1]
    signal(true)
  }

  deinit {
    Glibc.close(descriptor)
    Glibc.close(writeEnd)
  }

  /// Whether messages that may have ended a process are handled one at a time now.
  var isActive: Bool { quarantine.withLock { !$0.isOpen && $0.handledAlone > 0 } }

  /// What a lane is to do next.
  package func duty(of lane: Int, holding: PoisonQuarantine.Holding) -> PoisonQuarantine.Duty {
    change { $0.duty(of: lane, holding: holding) }
  }

  /// Whether a lane may take more before what it was handed out last is acknowledged.
  package func mayTakeAhead(_ lane: Int) -> Bool { quarantine.withLock { $0.mayTakeAhead(lane) } }

  /// Takes it that the scout was delivered nothing.
  package func foundNothing(_ lane: Int) {
    change { $0.foundNothing(lane) }
  }

  /// Takes it that a lane cannot publish what it has in hand.
  package func yieldTurn(_ lane: Int) {
    change { $0.yieldTurn(lane) }
  }

  /// Takes it that a lane has lost or closed its connection.
  package func leave(_ lane: Int) {
    change { $0.leave(lane) }
  }

  private func change<Result: Sendable>(_ body: (inout PoisonQuarantine) -> Result) -> Result {
    let (result, event, count) = quarantine.withLock { quarantine -> (Result, LogEvent?, Int) in
      let (wasOpen, before) = (quarantine.isOpen, quarantine.handledAlone)
      let result = body(&quarantine)
      // Under the lock, so that the descriptor always shows the last change.
      if wasOpen != quarantine.isOpen { signal(wasOpen) }
      let count = quarantine.handledAlone
      if before == 0, count == 1 { return (result, .quarantineBegan, count) }
      let isOver = !wasOpen && quarantine.isOpen && count > 0
      return (result, isOver ? .quarantineEnded : nil, count)
    }
    if event == .quarantineBegan { begun.add() }
    if let event { log.info(event, [.count: .int(count)]) }
    return result
  }

  private func signal(_ isClosed: Bool) {
    var byte: UInt8 = 1
    if isClosed { _ = write(writeEnd, &byte, 1) } else { _ = read(descriptor, &byte, 1) }
  }
}

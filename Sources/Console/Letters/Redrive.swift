import Fleet
import JSON
import RideStore
import Rides
import Synchronization
import Tool

/// Dead letters that are sent again, which all operators see, and may pause and stop.
final class Redrive: Sendable {
  let identifier: String
  let user: ConsoleUser
  let reason: String
  let begunAt: Instant
  /// The letters that no other redrive may send meanwhile.
  let letters: Set<DeadLetterIdentifier>
  private let limits: RedriveLimits
  private let preparation: RedrivePreparation
  private let control: RedriveControl
  private let state: Mutex<(candidates: [RedriveCandidate], progress: RedriveProgress)>

  /// More than five parameters: what it is, whose it is, and what ends it.
  init(
    _ identifier: String, _ candidates: [RedriveCandidate], _ form: RedriveForm,
    of user: ConsoleUser, at now: Instant, endsWith stopSignal: StopSignal
  ) {
    self.identifier = identifier
    self.user = user
    reason = form.reason
    begunAt = now
    letters = Set(
      candidates.flatMap { [$0.letter.identifier, $0.letter.replaces].compactMap(\.self) })
    limits = form.limits
    preparation = form.preparation
    control = RedriveControl(endsWith: stopSignal)
    state = Mutex((candidates, RedriveProgress(planned: candidates.count)))
  }

  /// How far it has come.
  var progress: RedriveProgress {
    var progress = state.withLock { $0.progress }
    if progress.state == .running || progress.state == .waiting {
      if control.isStopped {
        progress.state = .stopping
      } else if control.isPaused {
        progress.state = .paused
      }
    }
    return progress
  }

  /// Begins no further letter, for now or for good.
  func pause(_ pauses: Bool) { control.pause(pauses) }

  /// Begins no further letter.
  func stop() { control.stop() }

  /// Marks one that no thread has taken.
  func cancel(at now: Instant) {
    state.withLock { state in
      state.candidates = []
      state.progress.end(.stopped, heldBack: 0, at: now)
    }
  }

  /// Sends the letters with a session of the calling thread; returns when that has ended.
  func run(
    in store: LetterStore, by configuration: Configuration,
    clock: @escaping @Sendable () -> Instant
  ) {
    let candidates = state.withLock { state in
      state.progress.state = .running
      defer { state.candidates = [] }
      return state.candidates
    }
    do throws(ToolError) {
      try preparation.store(candidates, in: store)
      let report = Report(redrive: self, clock: clock)
      var run = try RedriveRun(
        candidates, limits: limits, store: store, report: report, by: configuration,
        under: control, clock: clock)
      try run.run()
      run.close()
    } catch {
      fail(error, at: clock())
    }
  }

  /// Ends it for an error.
  func fail(_ error: ToolError, at now: Instant) {
    state.withLock { state in
      state.progress.state = .failed
      state.progress.endedAt = now
      state.progress.note = error.code == .denied ? "denied" : "unavailable"
    }
  }

  /// Takes what a run reports.
  private struct Report: RedriveReporting {
    let redrive: Redrive
    let clock: @Sendable () -> Instant

    func step(_ step: Int, of count: Int) {
      redrive.state.withLock { $0.progress.add(sent: count) }
    }

    func outcome(of letter: DeadLetterRecord, _ fate: RedriveMachine.Fate) {
      redrive.state.withLock { $0.progress.add(fate, of: letter.identifier) }
    }

    func end(
      _ end: RedriveMachine.End, _ machine: RedriveMachine, _ candidates: [RedriveCandidate]
    ) {
      let heldBack = machine.fates.count { $0 == .heldBack }
      redrive.state.withLock { $0.progress.end(end, heldBack: heldBack, at: clock()) }
    }
  }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.texts([
      ("id", identifier), ("operator", user.account), ("reason", reason),
      ("begunAt", begunAt.rfc3339),
    ])
    progress.write(into: &writer)
  }
}

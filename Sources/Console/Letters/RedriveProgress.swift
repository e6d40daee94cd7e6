import JSON
import RideStore
import Rides
import Tool

/// How far a redrive has come.
struct RedriveProgress: Hashable {
  /// What a redrive is doing, or how it ended.
  enum State: String, CaseIterable, Sendable {
    /// Others are before it.
    case waiting
    case running
    case paused
    /// It waits for the outcomes of what it has sent.
    case stopping
    case done
    case stopped
    /// Too many letters failed again for one reason.
    case causeRemains
    /// The broker or the store went away.
    case failed

    /// Whether nothing more happens.
    var isEnd: Bool { [.done, .stopped, .causeRemains, .failed].contains(self) }
  }

  /// A letter that was not handled.
  struct Remnant: Hashable {
    let letter: DeadLetterIdentifier
    /// Why it failed again; nil where its outcome is not known.
    let reason: String?
  }

  /// The letters that can be sent.
  let planned: Int
  var state = State.waiting
  /// Why it ended, where that is not what was wanted.
  var note: String?
  var endedAt: Instant?
  /// Sent, and confirmed by the broker or returned by it.
  private(set) var sent = 0
  /// Handled, as an answer or an outcome has shown.
  private(set) var confirmed = 0
  private(set) var unknown = 0
  private(set) var failures: [String: Int] = [:]
  /// Not sent, since an earlier letter of the same ride failed.
  private(set) var heldBack = 0
  /// Not sent, since they were deleted or changed meanwhile.
  private(set) var skipped = 0
  /// The first letters that were not handled.
  private(set) var remnants: [Remnant] = []

  private static let mostRemnants = 100

  init(planned: Int) { self.planned = planned }

  var failedAgain: Int { failures.values.reduce(0, +) }

  /// Not sent yet, or not at all.
  var left: Int { planned - sent - heldBack - skipped }

  /// Counts a step.
  mutating func add(sent count: Int) { sent += count }

  /// Counts the outcome of a letter.
  mutating func add(_ fate: RedriveMachine.Fate, of letter: DeadLetterIdentifier) {
    switch fate {
    case .handled: confirmed += 1
    case .failed(let reason):
      failures[reason, default: 0] += 1
      add(Remnant(letter: letter, reason: reason))
    case .unknown:
      unknown += 1
      add(Remnant(letter: letter, reason: nil))
    case .skipped: skipped += 1
    case .waiting, .underWay, .heldBack: break
    }
  }

  private mutating func add(_ remnant: Remnant) {
    if remnants.count < Self.mostRemnants { remnants.append(remnant) }
  }

  /// Ends it.
  mutating func end(_ end: RedriveMachine.End, heldBack count: Int, at now: Instant) {
    (heldBack, endedAt) = (count, now)
    switch end {
    case .done: state = .done
    case .stopped: state = .stopped
    case .causeIsStillThere(let reason): (state, note) = (.causeRemains, reason)
    }
  }

  /// How it went in one line, for the audit.
  var summary: String {
    "\(state.rawValue): \(planned) planned, \(sent) sent, \(confirmed) confirmed, "
      + "\(failedAgain) failed again, \(unknown) unknown, \(heldBack) held back, "
      + "\(skipped) skipped, \(left) left"
  }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.texts([
      ("state", state.rawValue), ("note", note), ("endedAt", endedAt?.rfc3339),
    ])
    for (name, count) in [
      ("planned", planned), ("sent", sent), ("confirmed", confirmed),
      ("failedAgain", failedAgain), ("unknown", unknown), ("heldBack", heldBack),
      ("skipped", skipped), ("left", left),
    ] {
      writer.key(dynamic: name)
      writer.integer(count)
    }
    writer.key("failures")
    writer.objects(failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }) {
      $1.texts([("reason", $0.key)])
      $1.member("count", $0.value)
    }
    writer.key("remnants")
    writer.objects(remnants) {
      $1.texts([("letter", $0.letter.rawValue), ("reason", $0.reason)])
    }
  }
}

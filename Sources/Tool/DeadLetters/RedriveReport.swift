import Fleet
import JSON
import Messages
import Replay
package import RideStore
import Rides

/// Follows a redrive; it must not wait.
package protocol RedriveReporting: Sendable {
  /// The broker has so many more letters, of a step that is counted from 0.
  func step(_ step: Int, of count: Int)
  /// What has become of a letter.
  func outcome(of letter: DeadLetterRecord, _ fate: RedriveMachine.Fate)
  func end(
    _ end: RedriveMachine.End, _ machine: RedriveMachine, _ candidates: [RedriveCandidate])
}

/// Prints what a redrive will do, and the result for each letter.
struct RedriveReport: RedriveReporting {
  let output: Output
  let isJSON: Bool

  /// What keeps letters from being sent again, each obstacle once.
  func obstacles(_ obstacles: [(letter: DeadLetterRecord, obstacle: LetterRoute.Obstacle)]) {
    let groups = Dictionary(grouping: obstacles, by: \.obstacle.reason)
    for (reason, letters) in groups.sorted(by: { $0.key < $1.key }) {
      let name = letters[0].letter.identifier.rawValue
      let more = letters.count > 1 ? " and \(letters.count - 1) more" : ""
      let advice = letters[0].obstacle.consent.map { "; \(Self.advice($0))" } ?? ""
      output.error("letter \(name)\(more): \(reason)\(advice)")
    }
  }

  private static func advice(_ consent: LetterRoute.Consent) -> String {
    switch consent {
    case .role: "--role names the role it is sent for"
    case .answered: "--answered redrives it nevertheless"
    case .force: "--force redrives it again"
    }
  }

  /// Says that no letter was chosen: a wrong word restricts to none, too.
  func nothing() {
    let text = "no letter matches; nothing was sent"
    if isJSON { output.error(text) } else { output.line(text) }
  }

  /// The warnings before letters are sent.
  func plan(_ candidates: [RedriveCandidate], at now: Instant) {
    let targets = Dictionary(grouping: candidates, by: \.route)
    let lines = targets.map { route, letters in
      let count = "\(letters.count)".rightAligned(in: 6)
      return switch route {
      case .request(let type, let role): "\(count)  \(type.rawValue) for \(role.rawValue)"
      case .payment: "\(count)  commands to the payment system"
      }
    }
    if !isJSON { for line in lines.sorted() { output.line(line) } }
    let late = candidates.count { $0.isLate(at: now) }
    if late > 0 {
      output.error(
        "\(late) with a deadline that has passed: refused again unless --edit headers.deadline")
    }
    let old = candidates.count { $0.isOlderThanOutcomes(at: now) }
    if old > 0 {
      output.error(
        "\(old) older than the stored outcomes of \(Housekeeping.retentionDays) days: one that was "
          + "carried out before is carried out again")
    }
  }

  /// What edits change in a letter.
  func differences(_ differences: [LetterEdit.Difference], of letter: DeadLetterRecord) {
    guard !isJSON else { return }
    output.line(styled: StyledText("letter \(letter.identifier)", .strong))
    for difference in differences {
      output.line(styled: StyledText("  - \(difference.place): \(difference.before)", .bad))
      output.line(styled: StyledText("  + \(difference.place): \(difference.after)", .good))
    }
  }

  func step(_ step: Int, of count: Int) {
    guard !isJSON else { return }
    output.line(styled: StyledText("step \(step + 1): \(count) sent", .dim))
  }

  func outcome(of letter: DeadLetterRecord, _ fate: RedriveMachine.Fate) {
    let name = letter.identifier
    if isJSON {
      var writer = JSONWriter(capacity: 256)
      writer.beginObject()
      writer.texts([("letter", letter.identifier.rawValue), ("outcome", Self.word(for: fate))])
      if case .failed(let reason) = fate { writer.texts([("reason", reason)]) }
      writer.endObject()
      output.line(json: writer.finish())
    } else if case .failed(let reason) = fate {
      output.line(styled: "\(name)  \("failed", .bad)  \(reason)")
    } else if fate == .unknown {
      output.line(styled: "\(name)  \("no outcome in time", .bad)")
    } else if fate == .skipped {
      output.line(styled: "\(name)  \("skipped", .bad)  deleted or changed meanwhile")
    }
  }

  /// How it went in all.
  func end(
    _ end: RedriveMachine.End, _ machine: RedriveMachine, _ candidates: [RedriveCandidate]
  ) {
    for (fate, candidate) in zip(machine.fates, candidates) where fate == .heldBack {
      outcome(of: candidate.letter, fate)
    }
    switch end {
    case .done: break
    case .stopped: output.error("stopped; letters that were not sent are as they were")
    case .causeIsStillThere(let reason): output.error("the cause is still there: \(reason)")
    }
    guard !isJSON else { return }
    output.line(styled: StyledText(Self.summary(of: machine.fates), .dim))
  }

  /// How it went in one line: `12 handled, 1 failed, 3 not sent`.
  static func summary(of fates: [RedriveMachine.Fate]) -> String {
    let words = fates.map { $0 == .waiting ? "not sent" : word(for: $0) }
    let order = ["handled", "failed", "unknown", "held back", "skipped", "not sent"]
    return order.compactMap { word in
      let count = words.count { $0 == word }
      return count > 0 ? "\(count) \(word)" : nil
    }.joined(separator: ", ")
  }

  private static func word(for fate: RedriveMachine.Fate) -> String {
    switch fate {
    case .waiting, .underWay: "not sent"
    case .handled: "handled"
    case .failed: "failed"
    case .unknown: "unknown"
    case .heldBack: "held back"
    case .skipped: "skipped"
    }
  }
}

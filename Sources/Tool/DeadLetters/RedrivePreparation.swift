import Fleet
import Messages
import RideStore
import Rides

/// Makes dead letters ready to be sent again: finds their way, and edits them.
struct RedrivePreparation: Sendable {
  private let role: Role?
  private let isForced: Bool
  private let edits: [LetterEdit]
  private let report: RedriveReport

  init(_ arguments: Arguments, edits: [LetterEdit], report: RedriveReport) {
    role = arguments.text("--role").flatMap(Role.init(rawValue:))
    isForced = arguments.has("--force")
    self.edits = edits
    self.report = report
  }

  /// The letters that can be sent; `isWhole` is false where some cannot, which is printed.
  func prepare(
    _ letters: [DeadLetterRecord], at now: Instant
  ) -> (candidates: [RedriveCandidate], isWhole: Bool) {
    var candidates: [RedriveCandidate] = []
    var obstacles: [(letter: DeadLetterRecord, obstacle: LetterRoute.Obstacle)] = []
    for letter in letters {
      do throws(LetterRoute.Obstacle) {
        candidates.append(try candidate(letter, at: now))
      } catch {
        obstacles.append((letter, error))
      }
    }
    report.obstacles(obstacles)
    return (candidates, obstacles.isEmpty)
  }

  private func candidate(
    _ letter: DeadLetterRecord, at now: Instant
  ) throws(LetterRoute.Obstacle) -> RedriveCandidate {
    // The way is that of the letter as it died: an edit adds no right.
    let whole = try RedriveCandidate(letter, role: role, isForced: isForced)
    guard !edits.isEmpty else { return whole }
    let (edited, differences) = try LetterEdit.edited(letter, by: edits, at: now)
    report.differences(differences, of: letter)
    return try RedriveCandidate(edited, role: role, isForced: isForced)
  }

  /// Stores the edited letters in the place of the old ones, each pair at once.
  func store(_ candidates: [RedriveCandidate], in store: LetterStore) throws(ToolError) {
    guard !edits.isEmpty else { return }
    for candidate in candidates {
      let edited = candidate.letter
      guard let old = edited.replaces else { continue }
      try store.write { (store) throws(StoreError) in
        let found = try store.deadLetters([edited.identifier, old])
        guard var replaced = found[old], found[edited.identifier] == nil else { return }
        (replaced.state, replaced.replacedBy) = (.replaced, edited.identifier)
        try store.insert([edited])
        try store.update([DeadLetterUpdate(replaced)])
      }
    }
  }
}

import Fleet
import Messages
import RideStore
import Rides

extension Command {
  static let deadLettersRedrive = Command(
    name: "dead-letters redrive",
    summary: "sends dead letters again, a few at first",
    notes: [
      "The set is frozen: what dies later is left alone. Steps grow as --ramp says, and each",
      "waits for the outcomes of the one before: the answer, a new death, or --timeout. Letters",
      "of one ride go in order, one at a time, and one that fails holds back the later ones.",
      "A message keeps its id, so that what was done is not done again. Where the sender is not",
      "proven, --role says for whom it is sent; a message cannot say so itself.",
      "--edit PATH=VALUE makes a new message, --edit PATH removes; headers.NAME is a header.",
      "A sender that was answered with a failure may have sent something else since, or given",
      "up: such a letter takes --answered, since its ride may not be expected any more.",
    ],
    options: LetterSelection.options + [
      .allLetters, .letterLimit, .dryRun,
      OptionRow("--role", "ROLE", .choice(redriveRoles), "for letters without a proven sender"),
      OptionRow("--edit", "RULE", .text, repeats: true, "change the message by this rule"),
      OptionRow("--rate", "N", .number(0...100_000), "letters a second; 0, the default: no limit"),
      OptionRow("--ramp", "LIST", .text, "letters in each step; 1,2,5,20,100"),
      OptionRow(
        "--stop-after", "N", .integer(0...10_000),
        "end after so many failures of one reason; 3, and 0 for never"),
      OptionRow("--timeout", "SECONDS", .number(0.1...600), "how long to wait for an outcome; 10"),
      OptionRow("--unanswered", "also letters that were sent and whose outcome is not known"),
      OptionRow("--answered", "also letters whose sender was answered that they failed"),
      OptionRow("--force", "also letters that were redriven \(LetterRoute.redriveLimit) times"),
      OptionRow("--json", "each outcome as one JSON line"),
    ],
    example: "livery dead-letters redrive --reason contested --newer 1h --rate 20",
    settings: [.amqpURL, .store],
    endings: [
      Ending(.success, "all were handled, or there was none"),
      Ending(.failure, "one failed, has no known outcome, or was not sent"),
      Ending(.data, "the store has another schema"),
      Ending(.unavailable, "the broker or the store cannot be reached, or went away"),
      Ending(.denied, "a user of the broker or of the store lacks a right"),
      .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    try demandRestriction(arguments)
    let limits = try redriveLimits(arguments)
    let edits = try arguments.values("--edit", expected: "PATH=VALUE or PATH", LetterEdit.init)
    let (letters, store) = try chosenLetters(
      arguments, arguments.has("--unanswered") ? DeadLetterRecord.State.open : [.dead], context)
    let report = RedriveReport(output: context.output, isJSON: arguments.has("--json"))
    guard !letters.isEmpty else {
      report.nothing()
      return .success
    }
    let preparation = RedrivePreparation(arguments, edits: edits, report: report)
    let prepared = preparation.prepare(letters, at: context.clock())
    report.plan(prepared.candidates, at: context.clock())
    if arguments.has("--dry-run") {
      context.output.line("\(prepared.candidates.count.letters) would be redriven")
      return prepared.isWhole ? .success : .failure
    }
    guard !prepared.candidates.isEmpty else { return .failure }
    try preparation.store(prepared.candidates, in: store)
    var run = try RedriveRun(
      prepared.candidates, limits: limits, store: store, report: report, in: context)
    let fates = try run.run().fates
    run.close()
    return prepared.isWhole && fates.allSatisfy { $0 == .handled } ? .success : .failure
  }

  private static let redriveRoles = Role.allCases.filter { $0 != .redrive }.map(\.rawValue)

  private static func redriveLimits(
    _ arguments: Arguments
  ) throws(ToolError) -> RedriveLimits {
    let text = arguments.text("--ramp") ?? "1,2,5,20,100"
    let ramp = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard ramp.allSatisfy({ (1...100_000).contains($0) }) else {
      throw ToolError(.usage, "--ramp: expected whole numbers from 1 such as 1,2,5, got '\(text)'")
    }
    return RedriveLimits(
      pace: Pace(arguments.number("--rate")), ramp: ramp,
      failureLimit: arguments.integer("--stop-after") ?? 3,
      timeout: arguments.seconds("--timeout") ?? .seconds(10))
  }
}

/// Makes dead letters ready to be sent again: finds their way, and edits them.
struct RedrivePreparation: Sendable {
  private let role: Role?
  private let isForced: Bool
  private let takesAnswered: Bool
  private let edits: [LetterEdit]
  private let report: RedriveReport

  init(_ arguments: Arguments, edits: [LetterEdit], report: RedriveReport) {
    role = arguments.text("--role").flatMap(Role.init(rawValue:))
    isForced = arguments.has("--force")
    takesAnswered = arguments.has("--answered")
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
    guard takesAnswered || !letter.isAnswered else {
      throw LetterRoute.Obstacle(
        reason: "its sender was answered that it failed, and may not wait for it; "
          + "--answered redrives it nevertheless")
    }
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

import Fleet
package import Messages
package import RideStore
package import Rides

extension Command {
  static let deadLettersRedrive = Command(
    name: "dead-letters redrive",
    summary: "sends dead letters again, a few at first",
    notes: [
      "The set is frozen: what dies later is left alone. Steps grow as --ramp says, and each",
      "waits for the outcomes of the one before: the answer, a new death, or --timeout. Letters",
      "of one ride go in order, one at a time, and one that fails holds back the later ones.",
      "A message keeps its id, so that what was done is not done again, unless a redrive was",
      "refused, since that answer is stored under the id. Where the sender is not proven, --role",
      "says for whom it is sent; a message cannot say so itself.",
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
    let preparation = RedrivePreparation(
      role: arguments.text("--role").flatMap(Role.init(rawValue:)),
      isForced: arguments.has("--force"), takesAnswered: arguments.has("--answered"), edits: edits)
    let prepared = preparation.prepare(letters, at: context.clock())
    report.obstacles(prepared.obstacles)
    for (letter, differences) in prepared.differences {
      report.differences(differences, of: letter)
    }
    report.plan(prepared.candidates, at: context.clock())
    if arguments.has("--dry-run") {
      context.output.line("\(prepared.candidates.count.letters) would be redriven")
      return prepared.obstacles.isEmpty ? .success : .failure
    }
    guard !prepared.candidates.isEmpty else { return .failure }
    try preparation.store(prepared.candidates, in: store)
    var run = try RedriveRun(
      prepared.candidates, limits: limits, store: store, report: report,
      by: try context.configuration(), under: RedriveControl(endsWith: context.stopSignal),
      clock: context.clock)
    let fates = try run.run().fates
    run.close()
    return prepared.obstacles.isEmpty && fates.allSatisfy { $0 == .handled } ? .success : .failure
  }

  private static let redriveRoles = Role.allCases.filter { $0 != .redrive }.map(\.rawValue)

  private static func redriveLimits(
    _ arguments: Arguments
  ) throws(ToolError) -> RedriveLimits {
    let text = arguments.text("--ramp")
    let ramp = text?.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard ramp?.allSatisfy((1...100_000).contains) ?? true else {
      throw ToolError(
        .usage, "--ramp: expected whole numbers from 1 such as 1,2,5, got '\(text ?? "")'")
    }
    return RedriveLimits(
      rate: arguments.number("--rate"), ramp: ramp ?? RedriveLimits.usualRamp,
      failureLimit: arguments.integer("--stop-after") ?? 3,
      timeout: arguments.seconds("--timeout") ?? .seconds(10))
  }
}

/// Makes dead letters ready to be sent again: finds their way, and edits them.
package struct RedrivePreparation: Sendable {
  /// The letters that can be sent, and what keeps others from it.
  package struct Prepared: Sendable {
    package var candidates: [RedriveCandidate] = []
    package var obstacles: [(letter: DeadLetterRecord, obstacle: LetterRoute.Obstacle)] = []
    /// What the edits change.
    package var differences: [(letter: DeadLetterRecord, differences: [LetterEdit.Difference])] =
      []
  }

  private let role: Role?
  private let isForced: Bool
  private let takesAnswered: Bool
  private let edits: [LetterEdit]

  /// `role` is for letters whose sender is not proven.
  package init(role: Role?, isForced: Bool, takesAnswered: Bool, edits: [LetterEdit]) {
    self.role = role
    self.isForced = isForced
    self.takesAnswered = takesAnswered
    self.edits = edits
  }

  /// Makes letters ready.
  package func prepare(_ letters: [DeadLetterRecord], at now: Instant) -> Prepared {
    var prepared = Prepared()
    for letter in letters {
      do throws(LetterRoute.Obstacle) {
        try prepare(letter, at: now, into: &prepared)
      } catch {
        prepared.obstacles.append((letter, error))
      }
    }
    return prepared
  }

  private func prepare(
    _ letter: DeadLetterRecord, at now: Instant, into prepared: inout Prepared
  ) throws(LetterRoute.Obstacle) {
    guard takesAnswered || !letter.isAnswered else {
      throw LetterRoute.Obstacle(
        reason: "its sender was answered that it failed, and may not wait for it",
        consent: .answered)
    }
    // The way is that of the letter as it died: an edit adds no right.
    let whole = try RedriveCandidate(letter, role: role, isForced: isForced)
    guard !edits.isEmpty || letter.isRefused else { return prepared.candidates.append(whole) }
    let (edited, differences) = try LetterEdit.edited(letter, by: edits, at: now)
    prepared.candidates.append(try RedriveCandidate(edited, role: role, isForced: isForced))
    if !differences.isEmpty { prepared.differences.append((letter, differences)) }
  }

  /// Stores the edited letters in the place of the old ones.
  ///
  /// Where another edit was first, its row is another one than the candidate's, which is skipped.
  package func store(
    _ candidates: [RedriveCandidate], in store: LetterStore
  ) throws(ToolError) {
    for candidate in candidates where candidate.letter.replaces != nil {
      try store.replace(with: candidate.letter)
    }
  }
}

import Fleet
import RideStore
import Rides

extension Command {
  static let deadLettersList = Command(
    name: "dead-letters list",
    summary: "counts dead letters of the store by their mistake, or lists them",
    notes: [
      "Groups come first, the largest first: many dead letters are usually a few mistakes.",
      "An absent option restricts nothing. Letters that need nothing more, those that",
      "were handled or replaced, are shown with --state. --body reads each letter's body.",
      "Answered are those whose sender was told that the message failed, among the first",
      "\(AnsweredGroups.limit) letters.",
    ],
    options: LetterSelection.options + [
      .letterStates,
      OptionRow("--letters", "list the letters, the oldest failure first"),
      OptionRow("--bodies", "with --json, each letter with its properties and its body"),
      OptionRow("--limit", "N", .integer(1...10_000), "at most so many; default 100"),
      OptionRow("--json", "each group or letter as one JSON line"),
    ],
    example: "livery dead-letters list --queue request-ride --newer 1d",
    settings: [.store],
    endings: readingEndings
  ) { (arguments, context) throws(ToolError) in
    let selection = try LetterSelection(
      arguments, states: arguments.letterStates, at: context.clock())
    let store = try context.openStore()
    // One more than shown, to find out whether there are more.
    let most = (arguments.integer("--limit") ?? 100) + 1
    let withMessage = arguments.has("--bodies")
    if withMessage || arguments.has("--letters") {
      let letters = try selection.letters(of: store, limit: most, until: context.stopSignal)
      context.output.list(
        letters, of: "letters", arguments,
        json: { LetterLines.json($0, withMessage: withMessage) }, lines: LetterLines.lines)
    } else {
      let groups = try selection.groups(of: store, limit: most, until: context.stopSignal)
      let answered = AnsweredGroups(
        try selection.letters(
          of: store, limit: AnsweredGroups.limit, until: context.stopSignal))
      context.output.list(
        groups, of: "groups", arguments, json: { LetterLines.json($0, answered: answered) },
        lines: { LetterLines.lines(of: $0, answered: answered) })
    }
    return .success
  }

  static let deadLettersShow = Command(
    name: "dead-letters show",
    summary: "shows a dead letter with its properties and its body",
    operand: Operand(name: "ID", summary: "the letter"),
    options: [OptionRow("--json", "as one JSON line")],
    example: "livery dead-letters show 4tq3hzk2b7ms5xw6yd2nfcaepa",
    settings: [.store],
    endings: [Ending(.failure, "there is no such letter")] + readingEndings
  ) { (arguments, context) throws(ToolError) in
    let store = try context.openStore()
    let name = DeadLetterIdentifier(arguments.operand ?? "")
    guard let letter = try LetterStore(store: store).letters([name])[name] else {
      throw ToolError(.failure, "there is no dead letter \(name)")
    }
    let slots =
      LetterLines.slots(of: letter) + [
        ("properties", String(decoding: letter.properties, as: UTF8.self)),
        ("body", String(decoding: letter.body, as: UTF8.self)),
      ]
    context.output.result(
      arguments, json: LetterLines.json(letter, withMessage: true),
      lines: slots.map { "\($0.name.leftAligned(in: 12))\($0.value)" })
    return .success
  }

  static let readingEndings = [
    Ending(.success, "what was asked for is done, be there any letters or none"),
    Ending(.data, "the store has another schema"),
    .storeAway, .storeDenied, .wrongSetting,
  ]
}

extension Command {
  private static let file = Operand(name: "FILE", summary: "a new recording; .gz compresses it")

  static let deadLettersExport = Command(
    name: "dead-letters export",
    summary: "writes dead letters to a recording",
    notes: [
      "A letter is written as it lay in its queue; with --requests as the message that it was,",
      "for `livery replay`. Nothing is masked, and the letters stay.",
    ],
    operand: file,
    options: LetterSelection.options + [
      .letterStates, OptionRow("--requests", "as the messages that they were"), .letterLimit,
    ],
    example: "livery dead-letters export letters.jsonl --reason wrong-type",
    settings: [.store],
    endings: [Ending(.failure, "the file exists, or cannot be written")] + readingEndings
  ) { (arguments, context) throws(ToolError) in
    let letters = try chosenLetters(arguments, arguments.letterStates, context).letters
    let path = arguments.operand ?? ""
    try LetterRecording.write(
      letters, to: path, asRequests: arguments.has("--requests"), at: context.clock(),
      context.version)
    context.output.line("\(letters.count.letters) written to \(path)")
    return .success
  }

  static let deadLettersDiscard = Command(
    name: "dead-letters discard",
    summary: "writes dead letters to a recording, and then deletes them",
    notes: [
      "The recording is on the disk before a letter is deleted. A letter that has changed in",
      "between stays. It takes an option that restricts it, or --all.",
    ],
    operand: file,
    options: LetterSelection.options + [.letterStates, .allLetters, .letterLimit, .dryRun],
    example: "livery dead-letters discard spam.jsonl --reason not-permitted --older 7d",
    settings: [.store],
    endings: [Ending(.failure, "the file exists, or cannot be written; nothing is deleted")]
      + readingEndings
  ) { (arguments, context) throws(ToolError) in
    try demandRestriction(arguments)
    let (letters, store) = try chosenLetters(arguments, arguments.letterStates, context)
    guard !arguments.has("--dry-run") else {
      for line in LetterLines.lines(of: DeadLetterGroup.groups(of: letters)) {
        context.output.line(line)
      }
      context.output.line("\(letters.count.letters) would be discarded")
      return .success
    }
    guard !letters.isEmpty else {
      context.output.line("0 letters discarded")
      return .success
    }
    let path = arguments.operand ?? ""
    try LetterRecording.write(letters, to: path, at: context.clock(), context.version)
    let deleted = try store.delete(letters)
    context.output.line("\(deleted.letters) discarded, and kept in \(path)")
    if deleted < letters.count {
      context.output.error("\((letters.count - deleted).letters) changed meanwhile and stayed")
    }
    return .success
  }
}

extension Arguments {
  /// The states of `--state`, else those that need something more.
  fileprivate var letterStates: [DeadLetterRecord.State] {
    let states = texts("--state").compactMap(DeadLetterRecord.State.init(rawValue:))
    return states.isEmpty ? DeadLetterRecord.State.open : states
  }
}

extension OptionRow {
  static let letterStates = OptionRow(
    "--state", "STATE", .choice(DeadLetterRecord.State.allCases.map(\.rawValue)), repeats: true,
    "in this state; dead and sent if not given")
  static let allLetters = OptionRow("--all", "every letter, when nothing else restricts it")
  static let dryRun = OptionRow("--dry-run", "say what would be done, and do nothing")
  static let letterLimit = OptionRow(
    "--limit", "N", .integer(1...100_000), "at most so many, the oldest failures; default 10000")
}

extension Command {
  /// The letters that the options choose, as they are now.
  static func chosenLetters(
    _ arguments: Arguments, _ states: [DeadLetterRecord.State], _ context: ToolContext
  ) throws(ToolError) -> (letters: [DeadLetterRecord], store: LetterStore) {
    let selection = try LetterSelection(arguments, states: states, at: context.clock())
    let store = try context.openStore()
    let limit = arguments.integer("--limit") ?? 10_000
    let letters = try selection.letters(of: store, limit: limit, until: context.stopSignal)
    guard !context.stopSignal.isStopped else {
      throw ToolError(.failure, "stopped before all letters were read")
    }
    return (letters, LetterStore(store: store))
  }

  /// Refuses a command that would select all letters without `--all`.
  static func demandRestriction(_ arguments: Arguments) throws(ToolError) {
    let isRestricted = LetterSelection.options.contains { arguments.has($0.name) }
    guard !isRestricted, !arguments.has("--all") else { return }
    throw ToolError(.usage, "expected an option that restricts the letters, or --all, got neither")
  }
}

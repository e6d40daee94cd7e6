import Fleet
import RideStore
import Rides

extension Command {
  static let deadLettersList = Command(
    name: "dead-letters list",
    summary: "counts dead letters of the store by their mistake, or lists them",
    notes: [
      "Groups come first, the largest first: many dead letters are usually a few mistakes.",
      "What is left out restricts nothing. Letters with which nothing is left to do, those that",
      "were handled or replaced, are shown with --state. --body reads each letter's body.",
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
    let states = arguments.texts("--state").compactMap(DeadLetterRecord.State.init(rawValue:))
    let selection = try LetterSelection(
      arguments, states: states.isEmpty ? DeadLetterRecord.State.open : states,
      at: context.clock())
    let store = try StoreAccess.open(try context.configuration().store)
    let limit = arguments.integer("--limit") ?? 100
    let isLetters = arguments.has("--letters") || arguments.has("--bodies")
    let hasMore =
      isLetters
      ? try listLetters(selection, of: store, limit, arguments, context)
      : try listGroups(selection, of: store, limit, arguments, context)
    if hasMore {
      let what = isLetters ? "letters" : "groups"
      context.output.error("there are more than \(limit) such \(what); --limit N shows more")
    }
    return .success
  }

  /// Lists letters; returns whether there are more.
  private static func listLetters(
    _ selection: LetterSelection, of store: any RideStore, _ limit: Int, _ arguments: Arguments,
    _ context: ToolContext
  ) throws(ToolError) -> Bool {
    let found = try selection.letters(of: store, limit: limit + 1, until: context.stopSignal)
    let shown = Array(found.prefix(limit))
    if arguments.has("--json") {
      let withMessage = arguments.has("--bodies")
      for letter in shown {
        context.output.line(json: LetterLines.json(letter, withMessage: withMessage))
      }
    } else {
      for line in LetterLines.lines(of: shown) { context.output.line(line) }
    }
    return found.count > limit
  }

  /// Lists groups; returns whether there are more.
  private static func listGroups(
    _ selection: LetterSelection, of store: any RideStore, _ limit: Int, _ arguments: Arguments,
    _ context: ToolContext
  ) throws(ToolError) -> Bool {
    let found = try selection.groups(of: store, limit: limit + 1, until: context.stopSignal)
    let shown = Array(found.prefix(limit))
    if arguments.has("--json") {
      for group in shown { context.output.line(json: LetterLines.json(group)) }
    } else {
      for line in LetterLines.lines(of: shown) { context.output.line(line) }
    }
    return found.count > limit
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
    let store = try StoreAccess.open(try context.configuration().store)
    let name = DeadLetterIdentifier(arguments.operand ?? "")
    guard let letter = try LetterStore(store: store).letters([name])[name] else {
      throw ToolError(.failure, "there is no dead letter \(name)")
    }
    guard !arguments.has("--json") else {
      context.output.line(json: LetterLines.json(letter, withMessage: true))
      return .success
    }
    for slot in LetterLines.slots(of: letter) {
      context.output.line("\(slot.name.leftAligned(in: 12))\(slot.value)")
    }
    context.output.line(
      "\("properties".leftAligned(in: 12))\(String(decoding: letter.properties, as: UTF8.self))")
    context.output.line(
      "\("body".leftAligned(in: 12))\(String(decoding: letter.body, as: UTF8.self))")
    return .success
  }

  static let readingEndings = [
    Ending(.success, "what was asked for is done, be there any letters or none"),
    Ending(.data, "the store has another schema"),
    Ending(.unavailable, "the store cannot be reached"),
    Ending(.denied, "the user of the store lacks a right"),
    Ending(.configuration, "a setting is wrong"),
  ]
}

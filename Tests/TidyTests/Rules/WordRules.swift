/// Words that the house does without, and where.
enum WordRules {
  private struct Word {
    let text: String
    let why: String
    var isForSourcesAlone = false
    var isAllowed: @Sendable (SourceFile) -> Bool = { _ in false }
  }

  private static let words = [
    Word(text: "try!", why: "errors are handled or thrown"),
    Word(text: "as!", why: "types are known or asked for"),
    Word(text: "@unchecked", why: "the compiler checks what threads share"),
    Word(text: "nonisolated(unsafe)", why: "the compiler checks what threads share"),
    Word(
      text: "public", why: "package is the widest access",
      isAllowed: { isForOthers($0) || $0.path == exporter }),
    Word(
      text: "print(", why: "a worker logs with Log", isForSourcesAlone: true,
      isAllowed: { $0.target == "livery" }),
    Word(text: "debugPrint(", why: "a worker logs with Log", isForSourcesAlone: true),
    Word(text: "dump(", why: "a worker logs with Log", isForSourcesAlone: true),
    Word(
      text: "async", why: "a lane is a thread", isForSourcesAlone: true, isAllowed: isForOthers),
    Word(
      text: "await", why: "a lane is a thread", isForSourcesAlone: true, isAllowed: isForOthers),
  ]

  /// Messages exports the types that it shares with AMQP, which only a public import can.
  private static let exporter = "Sources/Messages/Envelope/MessageContext.swift"

  /// Whether a file is of the client, which other packages use.
  @Sendable private static func isForOthers(_ file: SourceFile) -> Bool {
    file.target?.hasPrefix("Livery") == true
  }

  private static let reminders = ["TO" + "DO", "FIX" + "ME"]
  private static let traps = ["fatalError()", "preconditionFailure()"]

  static func check(_ file: SourceFile) -> [Finding] {
    file.code.indices.flatMap { index in
      found(index, in: file) + foundReminders(index, in: file) + foundTraps(index, in: file)
        + foundUnwraps(index, in: file)
    }
  }

  private static func found(_ index: Int, in file: SourceFile) -> [Finding] {
    words.filter { word in
      (file.isSource || !word.isForSourcesAlone) && !word.isAllowed(file)
        && holds(file.code[index], word.text)
    }.map { file.finding(index, "expected no '\($0.text)': \($0.why)") }
  }

  private static func foundReminders(_ index: Int, in file: SourceFile) -> [Finding] {
    reminders.filter { holds(file.codeAndComments[index], $0) }
      .map { file.finding(index, "expected no \($0): do it, or write an issue") }
  }

  /// A trap says why it is never reached, to the user or to the reader.
  private static func foundTraps(_ index: Int, in file: SourceFile) -> [Finding] {
    traps.filter { trap in
      holds(file.code[index], trap) && !file.isCommented(index)
    }.map { file.finding(index, "expected a message or a comment with \($0)") }
  }

  /// A forced unwrap has the proof beside it that there is a value.
  private static func foundUnwraps(_ index: Int, in file: SourceFile) -> [Finding] {
    guard unwraps(file.code[index]), !file.isCommented(index) else { return [] }
    return [file.finding(index, "expected a comment that proves the forced unwrap")]
  }

  /// Whether a `!` follows a value; `!=` and the words `try!` and `as!` are others.
  private static func unwraps(_ line: String) -> Bool {
    let characters = Array(line)
    return characters.indices.dropFirst().contains { index in
      guard characters[index] == "!", index + 1 == characters.count || characters[index + 1] != "="
      else { return false }
      let before = characters[index - 1]
      let word = characters[..<index].reversed().prefix(while: isPartOfWord).reversed()
      return ")]}`!?".contains(before)
        || isPartOfWord(before) && !["try", "as"].contains(String(word))
    }
  }

  /// Whether a line has a word that is not a part of a longer one.
  static func holds(_ line: String, _ word: String) -> Bool {
    var rest = line[...]
    while let found = rest.firstRange(of: word) {
      let before = line[..<found.lowerBound].last
      let after = line[found.upperBound...].first
      let startsWord = word.first?.isLetter != true || before.map(isPartOfWord) != true
      let endsWord = word.last?.isLetter != true || after.map(isPartOfWord) != true
      if startsWord && endsWord { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

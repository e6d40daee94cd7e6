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
    Word(text: "public", why: "package is the widest access"),
    Word(
      text: "print(", why: "a worker logs with Log", isForSourcesAlone: true,
      isAllowed: { $0.target == "livery" }),
    Word(text: "async", why: "a lane is a thread", isForSourcesAlone: true),
    Word(text: "await", why: "a lane is a thread", isForSourcesAlone: true),
  ]

  private static let reminders = ["TO" + "DO", "FIX" + "ME"]
  private static let traps = ["fatalError()", "preconditionFailure()"]

  static func check(_ file: SourceFile) -> [Finding] {
    file.code.indices.flatMap { index in
      found(index, in: file) + foundReminders(index, in: file) + foundTraps(index, in: file)
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
      let explained =
        file.lines[index].contains("//")
        || (index > 0 && file.lines[index - 1].trimmed.hasPrefix("//"))
      return holds(file.code[index], trap) && !explained
    }.map { file.finding(index, "expected a message or a comment with \($0)") }
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
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
}

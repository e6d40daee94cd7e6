/// What the lines of code of a declaration show.
enum Declaration {
  private static let modifiers: Set<Substring> = [
    "public", "package", "private", "fileprivate", "internal", "static", "class", "final",
    "mutating",
    "consuming", "borrowing", "nonisolated", "override", "required", "convenience", "lazy",
    "prefix", "postfix", "infix", "indirect", "private(set)", "fileprivate(set)", "package(set)",
  ]

  /// The words from the keyword on, without attributes and modifiers.
  static func words(of line: String) -> ArraySlice<Substring> {
    line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
  }

  /// The name that a line declares, without arguments; of an initialiser with its first label.
  static func name(_ line: String) -> String? {
    let words = words(of: line)
    guard let keyword = words.first else { return nil }
    if keyword.hasPrefix("init(") { return String(keyword.prefix { $0 != ":" && $0 != ")" }) }
    guard ["func", "var", "let"].contains(keyword), let word = words.dropFirst().first else {
      return nil
    }
    return String(word.prefix { !":({".contains($0) })
  }

  /// Whether a line begins a function, an initialiser, a deinitialiser, a subscript or a variable.
  static func beginsFunction(_ line: String) -> Bool {
    guard let keyword = words(of: line).first else { return false }
    let names = ["func", "var", "deinit", "init", "init?", "subscript"]
    return names.contains {
      keyword == $0 || keyword.hasPrefix("\($0)(") || keyword.hasPrefix("\($0)<")
    }
  }

  /// How many parameters the function or the initialiser has that a line begins; nil of others.
  static func parameters(of start: Int, in code: [String]) -> Int? {
    guard let keyword = words(of: code[start]).first,
      ["func", "init", "subscript"].contains(where: keyword.hasPrefix),
      beginsFunction(code[start])
    else { return nil }
    // Each parameter has one colon that stands in no other brackets.
    var depth = 0
    var colons = 0
    for character in code[start...].lazy.joined() {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) {
        depth -= 1
        if depth <= 0 { break }
      }
      if character == ":" && depth == 1 { colons += 1 }
    }
    return colons
  }

  /// Whether an initialiser begins on a line and each of its statements has the form `x = …` or
  /// `self.x = …`.
  static func isStoringInitializer(_ start: Int, in code: [String]) -> Bool {
    guard let keyword = words(of: code[start]).first, keyword.hasPrefix("init("),
      let end = end(of: start, in: code)
    else { return false }
    let text = code[start...end].joined(separator: "\n")
    guard let brace = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}") else {
      return false
    }
    let body = text[text.index(after: brace)..<end]
    return body.split(whereSeparator: { $0 == "\n" || $0 == ";" }).map(\.trimmed)
      .allSatisfy { $0.isEmpty || $0.split(separator: " ").dropFirst().first == "=" }
  }

  /// The line of the brace that closes a declaration's body, or nil when it has none.
  static func end(of start: Int, in code: [String]) -> Int? {
    let indentation = code[start].indentation
    var parentheses = 0
    var braces = 0
    for index in start..<code.count {
      let line = code[index]
      if index > start && braces == 0 && parentheses == 0 && !continues(line, indentation) {
        return nil
      }
      for character in line {
        switch character {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "{" where parentheses == 0 || braces > 0: braces += 1
        case "}" where braces > 0:
          braces -= 1
          if braces == 0 { return index }
        default: break
        }
      }
    }
    return nil
  }

  /// Whether a line can belong to the head of a declaration above it.
  private static func continues(_ line: String, _ indentation: Int) -> Bool {
    let text = line.trimmed
    if text.isEmpty || line.indentation < indentation { return false }
    return line.indentation > indentation
      || [")", "{", "->", "where "].contains(where: text.hasPrefix)
  }
}

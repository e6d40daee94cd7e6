/// The completions of zsh for the tool, from the table of its commands.
enum ZshCompletion {
  /// The function, for a folder of `fpath`; its name there is `_livery`.
  static var text: String {
    """
    #compdef livery
    # Completes the commands and options of livery; written by `livery manual write`.
    local command=${words[2]}
    local -a choices
    if (( CURRENT == 2 )); then
      choices=(
    \(descriptions(of: firstWords))
      )
      _describe command choices
      return
    fi
    case $command in
    \(groups)
    esac
    # What precedes the options counts as one word.
    shift ${#${(z)command}} words
    (( CURRENT -= ${#${(z)command}} ))
    case $command in
    \(Command.all.map(arguments).joined(separator: "\n"))
    esac

    """
  }

  /// The first words of all commands, and the summary of each command or group.
  private static var firstWords: [(word: String, summary: String)] {
    let groups = Dictionary(grouping: Command.all, by: \.words[0])
    return groups.sorted { $0.key < $1.key }.map { word, commands in
      let seconds = commands.compactMap { $0.words.count == 2 ? $0.words[1] : nil }
      return (word, seconds.isEmpty ? commands[0].summary : seconds.joined(separator: ", "))
    }
  }

  private static var groups: String {
    let groups = Dictionary(grouping: Command.all.filter { $0.words.count == 2 }, by: \.words[0])
    return groups.sorted { $0.key < $1.key }.map { word, commands in
      """
        \(word))
          if (( CURRENT == 3 )); then
            choices=(
      \(descriptions(of: commands.map { ($0.words[1], $0.summary) }))
            )
            _describe command choices
            return
          fi
          command+=" ${words[3]}"
          ;;
      """
    }.joined(separator: "\n")
  }

  private static func descriptions(of words: [(word: String, summary: String)]) -> String {
    words.map { "      \(quoted("\($0.word):\($0.summary)"))" }.joined(separator: "\n")
  }

  private static func arguments(of command: Command) -> String {
    var specifications = command.options.map(specification)
    if command.operand != nil {
      specifications.append(quoted("*:\(command.operand?.name ?? ""):_files"))
    }
    specifications.append(quoted("--help[print this]"))
    return "  '\(command.name)') _arguments \(specifications.joined(separator: " ")) ;;"
  }

  /// An option as _arguments reads it; zshcompsys(1).
  private static func specification(of option: OptionRow) -> String {
    let summary = option.summary.reduce(into: "") { text, character in
      if "[]:\\".contains(character) { text.append("\\") }
      text.append(character)
    }
    let often = option.repeats ? "*" : ""
    switch option.kind {
    case .flag: return quoted("\(often)\(option.name)[\(summary)]")
    case .choice(let words):
      let values = words.joined(separator: " ")
      return quoted("\(often)\(option.name)=[\(summary)]:\(option.placeholder):(\(values))")
    case .text: return quoted("\(often)\(option.name)=[\(summary)]:\(option.placeholder):_files")
    case .integer, .number, .time, .length:
      return quoted("\(often)\(option.name)=[\(summary)]:\(option.placeholder): ")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

/// The completions of bash for the tool, from the table of its commands.
enum BashCompletion {
  /// The script, for a folder that bash-completion reads.
  static var text: String {
    """
    # Completes the commands and options of livery; written by `livery manual write`.
    _livery() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local command=${COMP_WORDS[1]} options='' values=''
      COMPREPLY=()
      if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W '\(firstWords) help --help --version' -- "$current"))
        return
      fi
      case $command in
    \(groups)
      esac
      case $command in
    \(options)
      esac
      case "$command $previous" in
    \(values)
      esac
      if [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
      elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
      else
        COMPREPLY=($(compgen -f -- "$current"))
      fi
    }
    complete -o filenames -F _livery livery

    """
  }

  /// The first words of all commands, each once.
  private static var firstWords: String {
    Command.all.reduce(into: [String]()) { words, command in
      if !words.contains(command.words[0]) { words.append(command.words[0]) }
    }.joined(separator: " ")
  }

  /// Where a command has a second word: completes it, or adds it to the command.
  private static var groups: String {
    let groups = Dictionary(grouping: Command.all.filter { $0.words.count == 2 }, by: \.words[0])
    return groups.sorted { $0.key < $1.key }.map { word, commands in
      let seconds = commands.map(\.words[1]).joined(separator: " ")
      return """
            \(word))
              if [[ $COMP_CWORD -eq 2 ]]; then
                COMPREPLY=($(compgen -W '\(seconds) --help' -- "$current"))
                return
              fi
              command+=" ${COMP_WORDS[2]}"
              ;;
        """
    }.joined(separator: "\n")
  }

  private static var options: String {
    Command.all.map { command in
      let names = (command.options.map(\.name) + ["--help"]).joined(separator: " ")
      return "    '\(command.name)') options='\(names)' ;;"
    }.joined(separator: "\n")
  }

  /// The words that a value has to be one of.
  private static var values: String {
    Command.all.flatMap { command in
      command.options.compactMap { option in
        guard case .choice(let words) = option.kind else { return nil }
        return "    '\(command.name) \(option.name)') values='\(words.joined(separator: " "))' ;;"
      }
    }.joined(separator: "\n")
  }
}

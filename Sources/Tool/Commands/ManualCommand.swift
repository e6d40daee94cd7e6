import Fleet

extension Command {
  static let manualWrite = Command(
    name: "manual write",
    summary: "writes manual pages, completions, environment files and the page of settings",
    notes: [
      "DIRECTORY gets man1/*.1 for man(1), bash-completion/livery, zsh/_livery, livery.env with",
      "the settings that all workers share, worker.env with those of each worker, and Settings.md.",
      "They are made from the tables of this build that the help is made of.",
    ],
    operand: Operand(
      name: "DIRECTORY", summary: "where the files go; it is made where it is absent"),
    example: "livery manual write /tmp/livery",
    endings: [
      Ending(.success, "all files are written"), Ending(.failure, "a file cannot be written"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let folder = arguments.operand ?? "."
    for directory in [folder] + ["man1", "bash-completion", "zsh"].map({ "\(folder)/\($0)" }) {
      try OutputFile.makeFolder(directory)
    }
    for file in ManualFile.all { try OutputFile.write(file.text, to: "\(folder)/\(file.path)") }
    context.output.line("\(ManualFile.all.count) files in \(folder)")
    return .success
  }
}

import Fleet

extension Command {
  static let manualWrite = Command(
    name: "manual write",
    summary: "writes completions, environment files and the page of settings",
    notes: [
      "DIRECTORY gets bash-completion/livery, zsh/_livery, livery.env with the settings that all",
      "workers share, worker.env with those of each worker, console.env with those of the console",
      "alone, and Settings.md. They are made from the tables of this build that the help is made",
      "of.",
    ],
    operand: Operand(
      name: "DIRECTORY", summary: "where the files go; it is made where it is absent"),
    example: "livery manual write /tmp/livery",
    endings: [
      Ending(.success, "all files are written"), Ending(.failure, "a file cannot be written"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let folder = arguments.operand ?? "."
    for directory in [folder] + ["bash-completion", "zsh"].map({ "\(folder)/\($0)" }) {
      try OutputFile.makeFolder(directory)
    }
    for file in ManualFile.all {
      try OutputFile.make("\(folder)/\(file.path)", Array(file.text.utf8))
    }
    context.output.line("\(ManualFile.all.count) files in \(folder)")
    return .success
  }
}

extension Command {
  static let metrics = Command(
    name: "metrics",
    summary: "prints the table of the workers' metrics as Markdown",
    notes: ["A worker serves them at /metrics on its probe port, in Prometheus' text format."],
    example: "livery metrics",
    endings: [Ending(.success, "the table is printed")]
  ) { (_, context) throws(ToolError) in
    context.output.text(MetricTable.markdown)
    return .success
  }
}

/// A file of the documents that are written from the tables of this build.
struct ManualFile {
  /// Below the folder of `livery manual write`.
  let path: String
  let text: String

  /// All files: completions, environment files, and the page of settings.
  static var all: [ManualFile] {
    [
      ManualFile(path: "bash-completion/livery", text: BashCompletion.text),
      ManualFile(path: "zsh/_livery", text: ZshCompletion.text),
      ManualFile(path: "livery.env", text: EnvironmentFile.text(of: .fleet)),
      ManualFile(path: "worker.env", text: EnvironmentFile.text(of: .worker)),
      ManualFile(path: "console.env", text: EnvironmentFile.text(of: .console)),
      ManualFile(path: "Settings.md", text: settingsPage),
    ]
  }

  private static var settingsPage: String {
    """
    # Settings

    Every worker and the tool read their settings from the environment; a name that begins with
    `LIVERY_` and is not in the table is an error. `--print-config` prints what a worker uses, with
    secrets withheld. `NAME_FILE` names a file of at most 64 KiB with the value, whose last line
    end does not count.

    All workers of a fleet need the same values, except where the table says otherwise. A changed
    value takes a restart, unless it is *renewed* from its file.
    [`livery.env`](../systemd/livery.env), for one worker [`worker.env`](../systemd/worker.env) and
    for the console [`console.env`](../systemd/console.env) have each setting with its default.
    `livery manual write` writes the four files.

    \(Setting.tableInMarkdown)

    """
  }
}

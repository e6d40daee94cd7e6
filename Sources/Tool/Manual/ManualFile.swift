import Fleet

/// A file of the documents that are written from the tables of this build.
struct ManualFile {
  /// Below the folder that `livery manual write` is given.
  let path: String
  let text: String

  /// All files: manual pages, completions, environment files, and the page of settings.
  static var all: [ManualFile] {
    [ManualFile(path: "man1/livery.1", text: ManualPages.ofTool())]
      + WorkerProgram.all.map {
        ManualFile(path: "man1/\($0.name).1", text: ManualPages.page(of: $0))
      } + [
        ManualFile(path: "bash-completion/livery", text: BashCompletion.text),
        ManualFile(path: "zsh/_livery", text: ZshCompletion.text),
        ManualFile(path: "livery.env", text: EnvironmentFile.text(of: .fleet)),
        ManualFile(path: "worker.env", text: EnvironmentFile.text(of: .worker)),
        ManualFile(path: "Settings.md", text: settingsPage),
      ]
  }

  private static var settingsPage: String {
    """
    # Settings

    Every worker and the tool read their settings from the environment. Names are the same for all;
    a name that begins with `LIVERY_` and is not in the table is an error. `--print-config` prints
    what a worker uses, with secrets withheld.

    The last column says which processes have to agree. Settings for *all workers alike* stand in
    [`livery.env`](../systemd/livery.env), those of *each worker its own* in
    [`worker.env`](../systemd/worker.env), each with its default. A secret may stand in a file:
    `NAME_FILE` names a file of at most 64 KiB, whose last line end does not count.
    `livery manual write` writes this page and both files from the table that the configuration is
    read by.

    \(Setting.tableInMarkdown)

    """
  }
}

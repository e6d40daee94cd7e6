import Foundation
import PackagePlugin

/// Writes the commit into a source file of `BuildInfo` before each build, and leaves the file alone
/// while the commit stays the same.
///
/// The manifest cannot do this: SwiftPM evaluates it again only when its text has changed.
@main struct CommitStamp: BuildToolPlugin {
  // Sources without a repository of their own, in a folder of another one, have no commit.
  private static let script = """
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
    commit=unknown
    [ ! -e "$1/.git" ] || commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null) \\
      || commit=unknown
    changes=$(git -C "$1" --no-optional-locks status --porcelain --untracked-files=no 2>/dev/null)
    [ -z "$changes" ] || commit=$commit+
    text="let stampedCommit = \\"$commit\\""
    file=$2/StampedCommit.swift
    [ "$(cat "$file" 2>/dev/null)" = "$text" ] || printf '%s\\n' "$text" >"$file"
    """

  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let folder = context.pluginWorkDirectoryURL
    return [
      .prebuildCommand(
        displayName: "Stamp the commit", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", Self.script, "stamp", context.package.directoryURL.path, folder.path],
        outputFilesDirectory: folder)
    ]
  }
}

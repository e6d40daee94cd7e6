import BrokerFixture
import Fleet
import Foundation
import Testing

@Suite("A database on a file system that is read-only", .blocking)
struct ReadOnlyStoreTests {
  /// Mounts need root.
  static let mayMount = geteuid() == 0

  @Test("The tool names it, be there a database or none", .enabled(if: mayMount))
  func tool() throws {
    let fleet = try RunningFleet(topology: false, migrated: false)
    // The mount is seen by these processes alone.
    let script = """
      set -e
      livery=$0
      mkdir -p disk
      mount -t tmpfs none disk
      LIVERY_STORE=sqlite:disk/rides.db "$livery" migrate >migrated
      LIVERY_STORE=sqlite:disk/rides.db "$livery" rides
      mount -o remount,ro disk
      for name in rides other; do
        for command in migrate rides; do
          LIVERY_STORE=sqlite:disk/$name.db "$livery" $command 2>>refused && exit 9
          echo "$name $command $?"
        done
      done
      """
    let process = try WorkerProcess(
      "/usr/bin/unshare", environment: ["PATH": "/usr/bin:/bin"], folder: fleet.folder,
      arguments: [
        "--mount", "--propagation", "private", "/bin/sh", "-c",
        "cd '\(fleet.folder.path)'\n" + script, try WorkerProcess.binary("livery").path,
      ])
    #expect(process.exitCode() == 0, "\(process.log)")
    let refused = try String(
      contentsOf: fleet.folder.appendingPathComponent("refused"), encoding: .utf8)
    #expect(
      process.output == "rides migrate 69\nrides rides 69\nother migrate 69\nother rides 65\n")
    let lines = refused.split(separator: "\n")
    #expect(lines.count == 4, "\(refused)")
    for line in lines.prefix(3) {
      #expect(line.lowercased().contains("read-only") && line.contains("disk/"), "\(line)")
    }
  }
}

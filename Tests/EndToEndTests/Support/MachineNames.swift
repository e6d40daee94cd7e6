import Foundation
import MachineFixture

/// What a machine of a test's own knows of host names: its files in `/etc`, which only workers that
/// are started with it see, and its name server, which can be silent.
///
/// Below `livery.test` every name is 127.0.0.1 to the name server.
final class MachineNames {
  /// Mounts need root.
  static var arePossible: Bool { geteuid() == 0 }

  private let folder: URL
  private let server: ChildProcess

  /// Makes the files in a folder, and starts the name server on an address of loopback.
  init(in folder: URL) throws {
    self.folder = folder
    let (third, last) = (Int.random(in: 1...254), Int.random(in: 1...254))
    let address = "127.53.\(third).\(last)"
    // 50 seconds, which every limit would miss.
    for (file, text) in [
      ("resolv.conf", "nameserver \(address)\noptions timeout:10 attempts:5\n"),
      ("hosts", "127.0.0.1 localhost\n"),
    ] {
      try Data(text.utf8).write(to: folder.appendingPathComponent(file))
    }
    server = try ChildProcess(
      URL(fileURLWithPath: "/usr/bin/python3"), ["-B", "-m", "image.nameserver", address],
      environment: [
        "PYTHONPATH": Repository.root.appendingPathComponent("Tests/Lab").path
      ])
    // The address in the order of its bytes in memory, and the port.
    let entry = String(format: "%02X%02X357F:0035", last, third)
    try waitUntil("the name server listens") {
      try String(contentsOfFile: "/proc/net/udp", encoding: .utf8).contains(entry)
    }
  }

  deinit {
    server.send(SIGKILL)
    server.wait()
  }

  /// Lets the name server receive questions, and answer none.
  func silence() { server.send(SIGSTOP) }

  /// Lets the name server answer again, also what it was asked meanwhile.
  func speak() { server.send(SIGCONT) }

  /// Gives a name addresses, which the name server is then not asked for.
  func set(_ name: String, _ addresses: String...) throws {
    let lines = addresses.map { "\($0) \(name)\n" }.joined()
    // In place: a file that takes its place would not be mounted.
    let file = try FileHandle(forWritingTo: folder.appendingPathComponent("hosts"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(lines.utf8))
    try file.close()
  }

  /// Starts a worker of a fleet that has these names.
  func start(
    _ name: String, in fleet: RunningFleet, _ more: [String: String]
  ) throws -> WorkerProcess {
    let script =
      #"mount --bind "$0/hosts" /etc/hosts && mount --bind "$0/resolv.conf" /etc/resolv.conf"#
      + #" && exec "$1""#
    return try WorkerProcess(
      "/usr/bin/unshare", environment: fleet.environment.merging(more) { $1 },
      folder: fleet.folder,
      arguments: [
        "--mount", "--propagation", "private", "/bin/sh", "-c", script, folder.path,
        try WorkerProcess.binary(name).path,
      ])
  }
}

import Foundation
import MachineFixture

/// A wall clock for single processes that can be set, without touching the machine's: the library
/// of the fault suite, preloaded.
struct SteppedClock {
  private let library: URL
  private let file: URL

  /// Builds the library in a folder.
  init(in folder: URL) throws {
    library = folder.appendingPathComponent("clock.so")
    file = folder.appendingPathComponent("clock-step")
    let compiler = try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"exec "$(command -v cc || command -v clang)" -O1 -shared -fPIC -o "$1" "$2" -ldl"#,
        "sh", library.path,
        Repository.root.appendingPathComponent("Tests/Lab/fleets/clock.c").path,
      ])
    guard compiler.exitCode == 0 else { throw FleetError("clock.c was not compiled") }
    try Data(count: 8).write(to: file)
  }

  /// What a process is to be started with.
  var environment: [String: String] {
    ["LD_PRELOAD": library.path, "FAULTS_CLOCK": file.path]
  }

  /// Sets how far those processes are ahead of the machine's clock.
  func step(seconds: Int64) throws {
    // In place: they have this very file mapped.
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: withUnsafeBytes(of: seconds) { Data($0) })
    try handle.close()
  }
}

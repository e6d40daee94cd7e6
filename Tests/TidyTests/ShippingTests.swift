import Foundation
import MachineFixture
import Testing

/// What the scripts that ship Livery build, and under which license.
@Suite struct ShippingTests {
  /// Stands in for Swift: it notes its arguments, and the sixth build fails, so that the script
  /// ends before it does anything with the programs.
  private static let recorder = """
    #!/bin/sh
    [ "$1" = build ] || exit 0
    shift
    echo "$@" >>"$CALLS"
    [ "$(wc -l <"$CALLS")" -lt 6 ]
    """

  @Test(
    "The scripts that ship programs build these six and nothing of the tests",
    arguments: ["deploy/debian/build", "deploy/container/assemble"])
  func programs(of script: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ship-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let swift = folder.appending(path: "swift")
    try Self.recorder.write(to: swift, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let calls = folder.appending(path: "calls")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    try run(
      script, [folder.appending(path: "output").path],
      ["PATH": "\(folder.path):\(path)", "CALLS": calls.path])
    let built = try String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map { call in
      call.split(separator: " ").drop { $0 != "--product" }.joined(separator: " ")
    }
    #expect(
      built == [
        "--product livery -c release", "--product list-options-worker -c release",
        "--product request-ride-worker -c release", "--product status-query-worker -c release",
        "--product dispatch-worker -c release", "--product livery-console -c release",
      ])
  }

  private func run(
    _ script: String, _ arguments: [String], _ environment: [String: String]
  ) throws {
    _ = try ChildProcess.run(
      SourceTree.here.root.appending(path: script), arguments, environment: environment,
      withErrors: true)
  }

  @Test(
    "README, package and image name one license",
    arguments: [
      ("README.md", "(SPDX: `Apache-2.0`)"),
      ("deploy/debian/packaging/copyright", "License: Apache-2.0\n"),
      ("deploy/container/Containerfile", "org.opencontainers.image.licenses=\"Apache-2.0\""),
    ])
  func license(_ path: String, _ words: String) throws {
    #expect(try SourceTree.here.text(of: path).contains(words))
  }

  @Test("README and package name one holder of the copyright")
  func holder() throws {
    for path in ["README.md", "deploy/debian/packaging/copyright"] {
      #expect(try SourceTree.here.text(of: path).contains("2026 the authors of Livery"))
    }
  }
}

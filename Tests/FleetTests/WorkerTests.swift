import Testing

@testable import Fleet

@Suite struct WorkerTests {
  @Test(
    "A worker understands its four words and nothing else",
    arguments: [
      ([], .run), (["--help"], .help), (["-h"], .help), (["--version"], .version),
      (["--print-config"], .printConfiguration), (["run"], .wrong("run")),
      (["--help", "--version"], .wrong("--help --version")), ([""], .wrong("")),
    ] as [([String], WorkerCommand)])
  func command(_ arguments: [String], _ command: WorkerCommand) {
    #expect(WorkerCommand(arguments) == command)
  }

  @Test("The exit codes are those of sysexits.h that supervisors know")
  func exitCodes() {
    let codes: [ExitCode] = [
      .success, .failure, .usage, .data, .unavailable, .drainTimedOut, .configuration,
    ]
    #expect(codes.map(\.rawValue) == [0, 1, 64, 65, 69, 75, 78])
  }
}

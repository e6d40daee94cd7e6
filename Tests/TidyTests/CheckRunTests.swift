import Foundation
import MachineFixture
import Testing

@Suite("The checks of deploy/test")
struct CheckRunTests {
  /// Its checks are run by the functions that deploy/test runs its own with.
  private static let script = """
    source Tests/Lab/lib.sh
    clean_up_at_exit
    make_fleet_folder checks
    right() { echo "$1 ran"; }
    wrong() { false; echo "not reached"; }
    run_check first right first
    run_check second wrong
    run_check third die "as expected"
    start_process beside bash -c 'exit 3'
    await beside
    run_check fourth right "fourth, after $ended,"
    end_with_failures
    echo "not reached"
    """

  @Test("A failed check lets the others run, and the end tells all that failed")
  func failures() throws {
    let (text, exitCode) = try ChildProcess.run(
      URL(filePath: "/bin/bash"), ["-c", Self.script, "deploy/test"], in: SourceTree.here.root,
      withErrors: true)
    #expect(exitCode == 1)
    #expect(
      text == """
        first ran
        deploy/test: failed: second (exit code 1)
        deploy/test: as expected
        deploy/test: failed: third (exit code 1)
        fourth, after 3, ran

        - second:


        - third:
        deploy/test: as expected
        - second
        - third
        deploy/test: 2 failed, as listed

        """)
  }
}

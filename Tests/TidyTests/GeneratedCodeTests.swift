import MachineFixture
import Testing

@Suite("What is generated from the descriptions of the messages")
struct GeneratedCodeTests {
  @Test("No generated file is stale")
  func current() throws {
    try DeployScript("generate").run(["--check"])
  }
}

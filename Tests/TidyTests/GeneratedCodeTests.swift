import Foundation
import MachineFixture
import Testing

@Suite("What is generated from the descriptions of the messages")
struct GeneratedCodeTests {
  @Test("No generated file is stale")
  func current() throws {
    try DeployScript("generate").run(["--check"])
  }

  @Test("A wrong description is refused with the file and the member at fault")
  func refused() throws {
    try DeployScript("generate").run(["--test"])
  }

  /// The compiler counts the members of each of these places, so that a new one is an error there.
  @Test("Each intent is taken apart once where a handler carries it on")
  func takenApart() throws {
    let handlers = try Self.files(below: "Sources/RideHandlers")
    let places = handlers.reduce(0) { $0 + $1.matches(of: /\) = (\w+\.)?members\n/).count }
    let intents = try Self.files(below: "Sources/Messages/Intents")
      .filter { $0.contains("  package var members:") }
    #expect(intents.count > 10)
    #expect(places == intents.count)
  }

  private static func files(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(
      atPath: SourceTree.here.root.appending(path: folder).path
    )
    .filter { $0.hasSuffix(".swift") }
    .map { try SourceTree.here.text(of: "\(folder)/\($0)") }
  }
}

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
  @Test("Each intent is taken apart once where its members are carried on")
  func takenApart() throws {
    let domain = try Self.files(below: "Sources/Rides/Booking")
    let carriers = try Self.files(below: "Sources/RideHandlers") + domain
    let places = carriers.reduce(0) { $0 + $1.matches(of: /\) = (\w+\.)?members\n/).count }
    let intents = try (Self.files(below: "Sources/Messages/Intents") + domain)
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

import AMQP
import Fleet
import Foundation
import JSON
import MachineFixture
import Testing

@testable import Tool

@Suite("The definitions for RabbitMQ")
struct DefinitionsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/rabbitmq")
  private static let hash = String(repeating: "aB3+", count: 12)

  private func run(_ arguments: String...) -> (code: ExitCode, output: String, error: String) {
    let written = Written()
    let code = LiveryTool.run(["topology", "definitions"] + arguments, written.context)
    return (code, written.output, written.error)
  }

  private func definitions(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  private func rows(_ name: String, of text: String) throws -> [[String: Any]] {
    try #require(try definitions(text)[name] as? [[String: Any]])
  }

  private func file(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("The file is what this build prints: `livery topology definitions`")
  func recorded() throws {
    let file = Self.folder.appending(path: "definitions.json")
    #expect(try String(contentsOf: file, encoding: .utf8) == run().output)
  }

  @Test("They have each exchange, queue and binding of the topology, and the rights of each part")
  func complete() throws {
    let text = run("--vhost", "rides", "--user", "dispatch-worker=dispatch").output
    let topology = Topology()
    #expect(try rows("vhosts", of: text).map { $0["name"] as? String } == ["rides"])
    let exchanges = try rows("exchanges", of: text).map { $0["name"] as? String }
    #expect(exchanges == topology.exchanges.map(\.name))
    let queues = try rows("queues", of: text).map { $0["name"] as? String }
    #expect(queues == topology.queues.map(\.declaration.name))
    let bindings = try rows("bindings", of: text).map {
      "\($0["destination"] ?? "") \($0["source"] ?? "") \($0["routing_key"] ?? "")"
    }
    #expect(
      bindings
        == topology.queues.flatMap { queue in
          queue.bindings.map { "\(queue.declaration.name) \($0.exchange) \($0.routingKey)" }
        })
    for (row, part) in zip(try rows("permissions", of: text), Permissions.Part.all) {
      let user = part.name == "dispatch-worker" ? "dispatch" : part.name
      let wanted = Permissions(of: part, user: user)
      let members = ["user", "configure", "write", "read", "vhost"].map { row[$0] as? String }
      #expect(members == [user, wanted.configure, wanted.write, wanted.read, "rides"])
    }
    let places = ["exchanges", "queues", "bindings", "permissions", "topic_permissions"]
    for place in places {
      #expect(try rows(place, of: text).allSatisfy { $0["vhost"] as? String == "rides" })
    }
    #expect(try rows("users", of: text).count == Permissions.Part.all.count)
  }

  @Test("A user has the hash that is given for its part, and none where none is")
  func hashes() throws {
    let path = try file("# by hash_password\n\ndispatch-worker \(Self.hash)\n")
    defer { try? FileManager.default.removeItem(atPath: path) }
    for row in try rows("users", of: run("--hashes", path).output) {
      let isGiven = row["name"] as? String == "dispatch-worker"
      #expect(row["password_hash"] as? String == (isGiven ? Self.hash : nil))
      let algorithm = row["hashing_algorithm"] as? String
      #expect(algorithm == (isGiven ? "rabbit_password_hashing_sha256" : nil))
      #expect((row["tags"] as? [String]) == [])
    }
  }

  @Test("Without users there are no permissions either, so that an import leaves both alone")
  func withoutUsers() throws {
    let members = try definitions(run("--without-users").output)
    #expect(Set(members.keys) == ["vhosts", "exchanges", "queues", "bindings"])
  }

  @Test("Queues of another type have its arguments")
  func classic() throws {
    let text = run("--queue-type", "classic").output
    for row in try rows("queues", of: text) {
      let arguments = row["arguments"] as? [String: Any]
      #expect(arguments?["x-queue-type"] as? String == "classic")
      #expect(arguments?["x-delivery-limit"] == nil)
    }
  }

  @Test(
    "What cannot be is refused, and a password in the file of hashes is not shown",
    arguments: [
      (["--user", "riders=x"], ExitCode.usage, "PART one of"),
      (
        ["--user", "dispatch-worker=livery-owner"], .usage,
        "got 'livery-owner' for livery-owner and dispatch-worker"
      ),
      (["--without-users", "--user", "livery-riders=x"], .usage, "neither --user nor --hashes"),
      (["--hashes", "/nowhere"], .data, "/nowhere: expected a file"),
    ])
  func refused(arguments: [String], code: ExitCode, error: String) {
    let written = Written()
    let ended = LiveryTool.run(["topology", "definitions"] + arguments, written.context)
    #expect(ended == code)
    #expect(written.error.contains(error), "\(written.error)")
    #expect(written.output == "")
  }

  @Test(
    "A line of hashes that is wrong is named by its number alone",
    arguments: ["dispatch-worker secret", "riders HASH", "dispatch-worker", "x y z"])
  func wrongLine(_ line: String) throws {
    let good = "livery-owner \(Self.hash)\n"
    let path = try file(good + line.replacingOccurrences(of: "HASH", with: Self.hash))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let ended = run("--hashes", path)
    #expect(ended.code == .data)
    #expect(ended.error.contains("line 2: expected a part, once"))
    #expect(!ended.error.contains("secret") && ended.output == "")
  }
}

import AMQP
import BrokerFixture
import Fleet
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Definitions that a broker imports", .blocking, .serialized, .privateBroker)
struct DefinitionsTests {
  private let broker: PrivateBroker
  private let fleet: RunningFleet

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    var endpoint = broker.endpoint
    endpoint.virtualHost = "v-\(UUID().uuidString)"
    fleet = try RunningFleet(topology: false, at: endpoint)
  }

  @Test("A virtual host that has imported them is the one that `topology apply` makes")
  func equal() throws {
    let imported = fleet.endpoint.virtualHost
    try importDefinitions(hashes: try hashes())
    let before = try contents(of: imported)
    let owner = try fleet.tool(as: "livery-owner", "topology", "apply")
    #expect(owner.code == 0, "\(owner)")
    #expect(try contents(of: imported) == before, "there is nothing to change")

    let applied = "a-\(UUID().uuidString)"
    try broker.control("add_vhost", applied)
    try broker.control("set_permissions", "--vhost", applied, "guest", ".*", ".*", ".*")
    var endpoint = broker.endpoint
    endpoint.virtualHost = applied
    var connection = try AMQPConnection(to: endpoint, name: "topology")
    try Topology().apply(on: &connection)
    connection.close()
    for (name, rows) in try contents(of: applied) {
      #expect(rows == before[name], "\(name)")
      #expect(!rows.isEmpty, "\(name)")
    }
    let parts = Permissions.Part.all.map { ($0.name, Permissions(of: $0)) }
    #expect(
      Set(try rows("list_permissions", of: imported))
        == Set(parts.map { "\($0)\t\($1.configure)\t\($1.write)\t\($1.read)" }))
    #expect(
      Set(try rows("list_topic_permissions", of: imported))
        == Set(
          parts.flatMap { part, wanted in
            wanted.topics.map { "\(part)\t\($0.exchange)\t\($0.write)\t\($0.read)" }
          }))
  }

  @Test("A worker works as its user, by the password whose hash was imported")
  func works() throws {
    try importDefinitions(hashes: try hashes())
    let probe = Probe()
    let url = RunningFleet.url(of: fleet.endpoint(for: "list-options-worker"))
    let worker = try fleet.start(
      "list-options-worker", probe.setting.merging(["LIVERY_AMQP_URL": url]) { $1 })
    try waitUntil("it is ready: \(worker.log)") { try probe.missing() == "" }
    let list = "\(Repository.root.path)/deploy/examples/list.jsonl"
    let sent = try fleet.tool(as: "livery-riders", "send", list)
    #expect(sent.output.contains("list-ride-options"), "\(sent)")
    #expect(worker.stop() == 0)
  }

  @Test("An import without hashes takes passwords away, and one without users leaves them alone")
  func passwords() throws {
    try importDefinitions(hashes: try hashes())
    #expect(try logsIn("dispatch-worker"))
    try importDefinitions(hashes: nil, "--without-users")
    #expect(try logsIn("dispatch-worker"))
    try importDefinitions(hashes: nil)
    #expect(try !logsIn("dispatch-worker"))
    try importDefinitions(hashes: try hashes())
    #expect(try logsIn("dispatch-worker"))
  }

  /// A file with the hash of each part's password.
  private func hashes() throws -> String {
    let passwords = fleet.folder.appendingPathComponent("passwords")
    let lines = Permissions.Part.all.map { "\($0.name) \(FleetUsers.password)\n" }
    try Data(lines.joined().utf8).write(to: passwords)
    let hashes = fleet.folder.appendingPathComponent("hashes")
    let text = try DeployScript("../../deploy/rabbitmq/hash-passwords").run([passwords.path])
    try Data(text.utf8).write(to: hashes)
    return hashes.path
  }

  private func importDefinitions(hashes: String?, _ more: String...) throws {
    let file = fleet.folder.appendingPathComponent("definitions.json")
    let printed = try fleet.tool(
      ["topology", "definitions", "--vhost", fleet.endpoint.virtualHost] + more
        + (hashes.map { ["--hashes", $0] } ?? []))
    #expect(printed.code == 0, "\(printed)")
    try Data(printed.output.utf8).write(to: file)
    try broker.control("import_definitions", file.path)
  }

  /// What a virtual host has, by the commands that list it.
  private func contents(of host: String) throws -> [String: [String]] {
    [
      "queues": try rows(
        "list_queues", of: host, "name", "type", "durable", "auto_delete", "policy", "arguments"
      ).map(Self.withSortedArguments),
      "exchanges": try rows(
        "list_exchanges", of: host, "name", "type", "durable", "auto_delete", "internal",
        "arguments", "policy"),
      "bindings": try rows("list_bindings", of: host),
    ].mapValues { $0.sorted() }
  }

  /// A row whose last column are arguments, which each queue has in the order of its declaration.
  private static func withSortedArguments(_ row: String) -> String {
    let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
    let arguments = (columns.last ?? "").dropFirst(2).dropLast(2)
    let sorted = arguments.split(separator: "},{").sorted().joined(separator: " ")
    return columns.dropLast().joined(separator: "\t") + "\t" + sorted
  }

  /// The lines of a list below its heading.
  private func rows(_ list: String, of host: String, _ columns: String...) throws -> [String] {
    try broker.control([list, "--silent", "--vhost", host] + columns)
      .split(separator: "\n").map(String.init)
  }

  private func logsIn(_ user: String) throws -> Bool {
    do throws(AMQPError) {
      try AMQPConnection(to: fleet.endpoint(for: user), name: "test", timeouts: .patient).close()
      return true
    } catch {
      guard error.code == .accessRefused else { throw error }
      return false
    }
  }
}

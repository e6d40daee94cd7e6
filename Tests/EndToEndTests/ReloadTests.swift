import AMQP
import BrokerFixture
import Fleet
import Foundation
import JSON
import Messages
import Testing

@Suite("Workers that read files again", .blocking)
struct ReloadTests {
  private static let old = "old:MDEyMzQ1Njc4OWFiY2RlZg=="
  private static let new = "new:ZmVkY2JhOTg3NjU0MzIxMA=="

  /// Starts a worker whose keys, catalogue and password are in files of its own.
  private func start(
    _ name: String, in fleet: RunningFleet, _ more: [String: String] = [:]
  ) throws -> WorkerProcess {
    var environment = fleet.environment.merging(more) { $1 }
    environment["LIVERY_QUOTE_KEYS"] = nil
    environment["LIVERY_QUOTE_KEYS_FILE"] = fleet.path("\(name).keys")
    environment["LIVERY_CATALOGUE"] = fleet.path("catalogue.json")
    if environment["LIVERY_AMQP_URL_FILE"] != nil { environment["LIVERY_AMQP_URL"] = nil }
    let worker = try WorkerProcess(name, environment: environment, folder: fleet.folder)
    try waitUntil("\(name) is connected: \(worker.log)") {
      worker.log.contains("\"lane_connected\"") || !worker.isRunning
    }
    return worker
  }

  @Test("Keys are rotated and the catalogue is changed without a restart or a refused booking")
  func rotation() throws {
    let fleet = try RunningFleet()
    try FileManager.default.copyItem(
      atPath: Repository.catalogue, toPath: fleet.path("catalogue.json"))
    let names = ["list-options-worker", "request-ride-worker"]
    for name in names { try fleet.write("\(name).keys", Self.old) }
    let probe = Probe()
    let lister = try start(names[0], in: fleet, probe.setting)
    let booker = try start(names[1], in: fleet)
    try fleet.startAndWait(["dispatch-worker"])
    let client = try TestClient(fleet)
    try client.publish([
      client.request(
        "vehicle.update", Bodies.vehicle("v"), id: nil, correlation: nil, family: .dispatch,
        replies: false)
    ])
    try book(client, "rider 0")
    var reloads = 0
    for (step, keys) in [[Self.old, Self.new], [Self.new, Self.old], [Self.new]].enumerated() {
      reloads += 1
      // A file at a time, with bookings in between, as a roll-out over many machines has it.
      for (name, worker) in zip(names, [lister, booker]) {
        try fleet.write("\(name).keys", keys.joined(separator: ","))
        try waitUntil("\(name) has read its keys: \(worker.log)") {
          worker.log.split(separator: "\n").count { $0.contains("quote_keys_reloaded") } == reloads
        }
        try book(client, "rider \(step) \(name)")
      }
    }
    #expect(!(lister.log + booker.log).contains("MDEyMzQ1"))

    try changeCatalogue(fleet, client, lister)
    #expect(try probe.missing() == "")
    #expect(lister.stop() == 0 && booker.stop() == 0)
  }

  /// Renames a product, then breaks the file.
  private func changeCatalogue(
    _ fleet: RunningFleet, _ client: TestClient, _ lister: WorkerProcess
  ) throws {
    let catalogue = try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
    try fleet.write("catalogue.json", catalogue.replacing("\"Sedan\"", with: "\"Saloon\""))
    try waitUntil("it is read: \(lister.log)") { lister.log.contains("\"catalogue_reloaded\"") }
    #expect(try waitForOptions(client).body["rideOptions"]?[0]?["name"]?.string == "Saloon")
    try fleet.write("catalogue.json", "{")
    try waitUntil("it is refused: \(lister.log)") { lister.log.contains("\"reload_refused\"") }
    #expect(try waitForOptions(client).body["rideOptions"]?[0]?["name"]?.string == "Saloon")
  }

  @Test("A worker whose password was changed connects with the one in the file")
  func password() throws {
    let fleet = try RunningFleet()
    let host = fleet.endpoint.virtualHost
    let user = "rotated-\(UUID().uuidString)"
    try TestBroker.control("add_user", user, "first-password")
    try TestBroker.control("set_permissions", "--vhost", host, user, ".*", ".*", ".*")
    try FileManager.default.copyItem(
      atPath: Repository.catalogue, toPath: fleet.path("catalogue.json"))
    try fleet.write("list-options-worker.keys", Self.old)
    var endpoint = fleet.endpoint
    (endpoint.user, endpoint.password) = (user, "first-password")
    try fleet.write("url", RunningFleet.url(of: endpoint))
    let probe = Probe()
    let worker = try start(
      "list-options-worker", in: fleet,
      probe.setting.merging(["LIVERY_AMQP_URL_FILE": fleet.path("url")]) { $1 })
    try TestBroker.control("change_password", user, "second-password")
    endpoint.password = "second-password"
    try fleet.write("url", RunningFleet.url(of: endpoint))
    try waitUntil("it is read: \(worker.log)") { worker.log.contains("\"broker_url_reloaded\"") }
    try TestBroker.control("close_all_connections", "--vhost", host, "closed by a test")
    try waitUntil("it is lost: \(worker.log)") { worker.log.contains("lane_connection_lost") }
    try waitUntil("it is ready again: \(worker.log)") { try probe.missing() == "" }
    #expect(!worker.log.contains("second-password"))
    #expect(worker.stop() == 0)
    try TestBroker.control("delete_user", user)
  }

  /// The options of a trip, once the vehicle is known.
  private func waitForOptions(
    _ client: TestClient, rider: String = "rider-1"
  ) throws -> Answer {
    var answer = try client.ask("list-ride-options.handle", Bodies.list(rider: rider))
    try waitUntil("options are listed: \(answer.body)") {
      if answer.code != "success" {
        answer = try client.ask("list-ride-options.handle", Bodies.list(rider: rider))
      }
      return answer.code == "success"
    }
    return answer
  }

  /// Books at the price that was listed.
  private func book(_ client: TestClient, _ rider: String) throws {
    let option = try #require(try waitForOptions(client, rider: rider).body["rideOptions"]?[0])
    let quote = try #require(option["quoteIdentifier"]?.string)
    let answer = try client.ask(
      "request-ride.handle",
      Bodies.booking(rider: rider, more: #","quoteIdentifier":"\#(quote)","partySize":1"#))
    #expect(answer.reason == nil, "\(rider): \(answer.body)")
  }
}

extension RunningFleet {
  fileprivate func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  fileprivate func write(_ name: String, _ text: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }
}

import AMQP
import BrokerFixture
import Fleet
import Foundation
import MachineFixture
import Messages

/// A fleet of a test's own: a virtual host, a database in a folder, and worker processes.
final class RunningFleet {
  /// The names of the four workers.
  static let allWorkers = [
    "list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker",
  ]

  let endpoint: AMQPEndpoint
  /// Whether each worker has a user of its own, as on the shared broker.
  private let hasUsers: Bool
  let folder: URL
  /// What `LIVERY_STORE` says.
  let store: String
  private var catalogue: String
  private(set) var workers: [WorkerProcess] = []

  /// Makes the place ready: the topology is applied and the database migrated, unless the test
  /// says otherwise; without an endpoint, on a virtual host of the shared broker;
  /// without a store, on a file of SQLite; without a catalogue, with that of Chicago, where
  /// vehicles may drive in no time.
  init(
    topology: Bool = true, migrated: Bool = true, at endpoint: AMQPEndpoint? = nil,
    store: String? = nil, catalogue: String? = nil
  ) throws {
    self.catalogue = catalogue ?? Repository.catalogue
    self.endpoint = try endpoint ?? TestBroker.leaseVirtualHost()
    hasUsers = endpoint == nil
    if hasUsers { try FleetUsers.make() }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("livery-fleet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.store = store ?? "sqlite:\(folder.appendingPathComponent("rides.db").path)"
    if topology { try applyTopology() }
    if migrated { _ = try StoreSession.migrate(location()) }
    if catalogue == nil { try replace([Self.timeLapse.0: Self.timeLapse.1]) }
  }

  /// With the catalogue of Chicago in which each of some texts has become another; vehicles may
  /// drive in no time unless the texts say how fast.
  convenience init(replacing texts: KeyValuePairs<String, String>) throws {
    let saysSpeed = texts.contains { $0.key == Self.timeLapse.0 }
    try self.init(catalogue: saysSpeed ? Repository.catalogue : nil)
    try replace(texts)
  }

  /// Uses a catalogue in which each of some texts has become another.
  private func replace(_ texts: KeyValuePairs<String, String>) throws {
    var text = try String(contentsOfFile: catalogue, encoding: .utf8)
    for (old, new) in texts {
      guard text.contains(old) else { throw FleetError("the catalogue lacks \(old)") }
      text = text.replacing(old, with: new)
    }
    catalogue = folder.appendingPathComponent("fleet-catalogue.json").path
    try Data(text.utf8).write(to: URL(filePath: catalogue))
  }

  deinit {
    for worker in workers { worker.killNow() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where the database is.
  func location() throws -> StoreLocation {
    guard let location = StoreLocation(store) else {
      throw FleetError("expected sqlite:PATH or a postgres:// URL as store")
    }
    return location
  }

  /// The environment that every worker of this fleet gets.
  var environment: [String: String] {
    [
      "LIVERY_AMQP_URL": Self.url(of: endpoint), "LIVERY_STORE": store,
      "LIVERY_CATALOGUE": catalogue,
      "LIVERY_QUOTE_KEYS": "test:MDEyMzQ1Njc4OWFiY2RlZg==", "LIVERY_LOG_LEVEL": "debug",
      // Tests look at dead letters as they are published, but for those of the store itself.
      "LIVERY_DEAD_LETTERS": DeadLetterPlace.queue.rawValue,
    ]
  }

  func applyTopology() throws {
    var connection = try AMQPConnection(to: endpoint, name: "topology")
    try Topology().apply(on: &connection)
    connection.close()
  }

  /// Starts a worker; `more` is added to its environment, `log`, if there is one, takes its
  /// log, and the descriptors `closed` are closed.
  @discardableResult
  func start(
    _ name: String, _ more: [String: String] = [:], log: FileHandle? = nil, closed: [Int32] = []
  ) throws -> WorkerProcess {
    var settings = environment
    // The one that can be poisoned stands in for the worker of its queue.
    let user = name == "PoisonedWorker" ? "list-options-worker" : name
    settings["LIVERY_AMQP_URL"] = Self.url(of: hasUsers ? self.endpoint(for: user) : endpoint)
    let worker = try WorkerProcess(
      name, environment: settings.merging(more) { $1 }, folder: folder, standardError: log,
      closed: closed)
    workers.append(worker)
    return worker
  }

  /// Starts workers and waits until each has said that all its lanes are connected.
  ///
  /// `more` is added to the environment of each.
  func startAndWait(_ names: [String] = allWorkers, _ more: [String: String] = [:]) throws {
    let lanes = more["LIVERY_LANES"].flatMap { Int($0) } ?? 1
    let started = try names.map { try start($0, more) }
    for worker in started {
      try waitUntil("\(worker.name) is connected: \(worker.log)") {
        worker.log.split(separator: "\n").count { $0.contains("\"lane_connected\"") } >= lanes
          || !worker.isRunning
      }
      guard worker.isRunning else { throw FleetError("\(worker.name) ended: \(worker.log)") }
    }
  }

  /// The endpoint for a user of `FleetUsers`, named for its part.
  func endpoint(for user: String) -> AMQPEndpoint {
    var own = endpoint
    own.user = user
    own.password = FleetUsers.password
    return own
  }

  /// The worker of that name that was started last.
  func worker(_ name: String) throws -> WorkerProcess {
    guard let worker = workers.last(where: { $0.name == name }) else {
      throw FleetError("no \(name) was started")
    }
    return worker
  }

  /// Runs the tool to its end with the settings of this fleet.
  func tool(_ arguments: String...) throws -> (code: Int32, output: String, errors: String) {
    try tool(arguments)
  }

  /// Runs the tool to its end with the settings of this fleet.
  func tool(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
    let process = try WorkerProcess(
      "livery", environment: environment, folder: folder, arguments: arguments)
    return (process.exitCode(), process.output, process.log)
  }

  /// Runs the tool to its end as a user of `FleetUsers`.
  func tool(
    as user: String, _ arguments: String...
  ) throws -> (code: Int32, output: String, errors: String) {
    var settings = environment
    settings["LIVERY_AMQP_URL"] = Self.url(of: endpoint(for: user))
    let process = try WorkerProcess(
      "livery", environment: settings, folder: folder, arguments: arguments)
    return (process.exitCode(), process.output, process.log)
  }

  /// The URL of an endpoint whose user and password need no encoding.
  static func url(of endpoint: AMQPEndpoint) -> String {
    let scheme = endpoint.security == nil ? "amqp" : "amqps"
    let query = endpoint.security.map { "?cacertfile=\($0.authorities)" } ?? ""
    return "\(scheme)://\(endpoint.user):\(endpoint.password)@\(endpoint.host):\(endpoint.port)"
      + "/\(endpoint.virtualHost == "/" ? "%2F" : endpoint.virtualHost)\(query)"
  }
}

/// Where things are in the project.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let catalogue = root.appendingPathComponent("deploy/catalogues/chicago.json").path
}

/// Waits for a condition, at most so long.
func waitUntil(
  _ what: @autoclosure () -> String, within limit: Duration = Patience.limit,
  _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < end else {
      throw FleetError("after \(limit), still not: \(what())")
    }
    usleep(5_000)
  }
}

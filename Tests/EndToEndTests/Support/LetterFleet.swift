import BrokerFixture
import Fleet
import Foundation
import Messages
import RideStore
import Rides

/// A fleet that keeps its dead letters in the store.
struct LetterFleet {
  static let settings = ["LIVERY_DEAD_LETTERS": "store"]

  let fleet: RunningFleet
  let client: TestClient

  /// Starts workers, each connected with the lane of its own and with that of its dead letters.
  init(_ workers: [String], in fleet: RunningFleet? = nil) throws {
    let fleet = try fleet ?? RunningFleet()
    self.fleet = fleet
    for worker in workers { try fleet.start(worker, Self.settings) }
    let started = fleet.workers
    try waitUntil("the workers are connected") {
      started.allSatisfy {
        $0.log.split(separator: "\n").count { $0.contains("\"lane_connected\"") } >= 2
      }
    }
    client = try TestClient(fleet)
  }

  /// The dead letter of a booking that others were before, as a worker publishes it.
  func letter(of rider: String) -> Publication {
    let request = client.request(
      "request-ride.handle", Bodies.booking(rider: rider), id: "m-\(rider)", correlation: rider,
      family: .requestRide)
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: request.exchange,
      routingKey: request.routingKey, properties: request.properties, body: request.body)
    return DeadLetter(
      delivery: delivery, family: .requestRide,
      error: RequestError(.contested, "others were first"),
      failedAt: WallClock.now(), worker: "request-ride-worker"
    ).publication
  }

  /// The stored letters, the oldest failure first.
  func letters(_ states: [DeadLetterRecord.State]? = nil) throws -> [DeadLetterRecord] {
    let store = try StoreSession.open(fleet.location())
    return try store.deadLetters(matching: DeadLetterFilter(states: states, limit: 5_000))
  }

  /// Waits until so many letters are stored.
  func waitForLetters(_ count: Int, _ states: [DeadLetterRecord.State]? = nil) throws {
    try waitUntil("\(count) letters are stored") { try letters(states).count == count }
  }

  /// Runs a command for dead letters to its end, with the rights of a redriver.
  func run(
    _ arguments: String...
  ) throws -> (code: Int32, output: String, errors: String) {
    try run(arguments)
  }

  func run(
    _ arguments: [String]
  ) throws -> (code: Int32, output: String, errors: String) {
    let process = try start(arguments)
    return (process.exitCode(), process.output, process.log)
  }

  /// Starts a command for dead letters.
  func start(_ arguments: [String]) throws -> WorkerProcess {
    var settings = fleet.environment
    let user = Permissions.Part.publisher(.redrive).name
    settings["LIVERY_AMQP_URL"] = RunningFleet.url(of: fleet.endpoint(for: user))
    return try WorkerProcess(
      "livery", environment: settings, folder: fleet.folder,
      arguments: ["dead-letters"] + arguments)
  }
}

import AMQP
import BrokerFixture
import DatabaseFixture
import Foundation
import MachineFixture
import Messages
import RideStore
import Rides
import Testing

@Suite("Workers over TLS", .blocking, .privateBroker(security: .optional), .serialized)
struct SecureFleetTests {
  private let broker: PrivateBroker
  private let endpoint: AMQPEndpoint

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    endpoint = try #require(broker.secureEndpoint)
  }

  @Test(
    "Broker and database over TLS, the broker killed amid bookings: each is answered, once made")
  func brokerKilled() throws {
    let server = try PrivateDatabaseServer(keepsSafe: true)
    let authority = try server.enableTLS()
    let login = "postgresql://livery:\(try server.password())@localhost:\(server.port)/livery"
    let fleet = try RunningFleet(
      at: endpoint, store: "\(login)?sslmode=verify-full&sslrootcert=\(authority)")
    try fleet.startAndWait(["request-ride-worker"], ["LIVERY_PREFETCH": "32"])
    let worker = fleet.workers[0]
    let before = try TestClient(fleet)
    #expect(
      try before.ask("request-ride.handle", Bodies.booking(rider: "before")).code == "inProgress")
    try expectOnlyTLS(server)

    let riders = (1...1_000).map { "rider-\($0)" }
    try book(riders, by: before)
    // Some are answered, some are under way, and most still wait.
    var answers: [String: Set<String>] = [:]
    try takeAnswers(into: &answers, until: 50)
    try broker.killNow()
    try waitUntil("the worker has noticed: \(worker.log)") {
      worker.log.contains("\"lane_connection_lost\"")
    }
    #expect(answers.count < riders.count, "the kill hit amid the work")
    try broker.startAgain()
    try takeAnswers(into: &answers, until: riders.count)

    let rides = try fleet.unfinishedRides(of: riders)
    #expect(rides.count == riders.count)
    for ride in rides {
      #expect(answers[ride.riderIdentifier.rawValue] == [ride.rideIdentifier.rawValue])
    }
    let after = try TestClient(fleet)
    #expect(
      try after.ask("request-ride.handle", Bodies.booking(rider: "after")).code == "inProgress")
    try expectOnlyTLS(server)
    #expect(worker.stop() == 0, "\(worker.log)")
  }

  @Test(
    "A broker that its authority or its name does not vouch for is refused, and the log says why",
    arguments: [
      ("server_name_indication=broker.example", "certificate is not for 'broker.example'"),
      ("cacertfile=/etc/ssl/certs/ca-certificates.crt", "the broker's certificate is refused"),
    ])
  func refused(parameter: String, reason: String) throws {
    let fleet = try RunningFleet(at: endpoint)
    let own = "cacertfile=\(broker.certificates)/ca.pem"
    let url = "amqps://guest:guest@localhost:\(endpoint.port)/%2F"
    let worker = try fleet.start(
      "request-ride-worker",
      ["LIVERY_AMQP_URL": "\(url)?\(parameter.hasPrefix("ca") ? "" : "\(own)&")\(parameter)"])
    try waitUntil("the refusal is told: \(worker.log)") {
      worker.log.contains(reason) || !worker.isRunning
    }
    #expect(worker.log.contains(reason), "\(worker.log)")
    #expect(!worker.log.contains("\"lane_connected\""))
  }

  @Test("A client's key and the files of secrets may have any mode: their owner minds it")
  func modes() throws {
    let fleet = try RunningFleet(at: endpoint)
    let key = fleet.folder.appending(path: "client.key").path
    try FileManager.default.copyItem(atPath: broker.certificates + "/client.key", toPath: key)
    let url = fleet.folder.appending(path: "url").path
    try """
    amqps://localhost:\(endpoint.port)/%2F?cacertfile=\(broker.certificates)/ca.pem\
    &certfile=\(broker.certificates)/client.pem&keyfile=\(key)&auth_mechanism=external

    """.write(toFile: url, atomically: true, encoding: .utf8)
    for path in [key, url] {
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    }
    var environment = fleet.environment
    environment["LIVERY_AMQP_URL"] = nil
    environment["LIVERY_AMQP_URL_FILE"] = url
    let worker = try WorkerProcess(
      "request-ride-worker", environment: environment, folder: fleet.folder)
    try waitUntil("it is connected: \(worker.log)") {
      worker.log.contains("\"lane_connected\"") || !worker.isRunning
    }
    let client = try TestClient(fleet)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "modes")).code == "inProgress")
    #expect(worker.stop() == 0)
  }

  /// Has each rider book, and be answered on a queue that outlives the broker.
  private func book(_ riders: [String], by client: TestClient) throws {
    var connection = try AMQPConnection(to: endpoint, name: "test queue", timeouts: .patient)
    _ = try connection.declareQueue(QueueDeclaration(name: "replies.test.answers"))
    connection.close()
    // RabbitMQ 3 has declarations on the disk two seconds later, unless it is asked to.
    try broker.control("eval", "mnesia:sync_log().")
    try client.publish(
      riders.map { rider in
        var request = client.request(
          "request-ride.handle", Bodies.booking(rider: rider), id: rider, correlation: rider,
          family: .requestRide)
        request.properties.replyTo = "replies.test.answers"
        return request
      })
  }

  /// Takes answers until so many riders have one, and notes the rides in them.
  private func takeAnswers(into answers: inout [String: Set<String>], until count: Int) throws {
    var consumer = try Consumer(
      to: endpoint, queue: "replies.test.answers", prefetch: 50, name: "test answers",
      timeouts: .patient)
    while answers.count < count {
      let taken = try consumer.take(limit: 50, within: Patience.limit)
      guard let last = taken.last else { throw FleetError("\(answers.count) of \(count) came") }
      for delivery in taken {
        let answer = try Answer(delivery)
        #expect(answer.code == "inProgress")
        answers[delivery.properties.correlationID ?? "", default: []].insert(answer.ride ?? "none")
      }
      try consumer.acknowledge(through: last.deliveryTag)
    }
    consumer.close()
  }

  private func expectOnlyTLS(_ server: PrivateDatabaseServer) throws {
    #expect(try broker.control("list_connections", "ssl").contains("true"))
    #expect(try !broker.control("list_connections", "ssl").contains("false"))
    let sessions = try server.administer(
      "SELECT count(*), count(*) FILTER (WHERE NOT ssl) FROM pg_stat_ssl "
        + "JOIN pg_stat_activity USING (pid) WHERE usename = 'livery'")
    #expect(sessions.hasSuffix("|0\n") && !sessions.hasPrefix("0"), "\(sessions)")
  }
}

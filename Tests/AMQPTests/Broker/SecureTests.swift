import AMQP
import BrokerFixture
import Foundation
import Messages
import Testing

@Suite("Broker: TLS", .blocking, .privateBroker(security: .optional), .serialized)
struct SecureTests {
  private let broker: PrivateBroker
  private let endpoint: AMQPEndpoint

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    endpoint = try #require(broker.secureEndpoint)
  }

  @Test("A broker of a trusted authority is spoken to, by its name and by its address")
  func trusted() throws {
    for host in ["localhost", "127.0.0.1"] {
      var endpoint = endpoint
      endpoint.host = host
      try Given.connection(to: endpoint).close()
    }
  }

  @Test("A connection knows when the certificate of its broker ends, and none without TLS")
  func certificateEnd() throws {
    let connection = try Given.connection(to: endpoint)
    let end = try CertificateFile.earliestEnd(in: broker.certificates + "/server.pem")
    #expect(connection.brokerCertificateEnd == end)
    connection.close()
    let plain = try Given.connection(to: broker.endpoint)
    #expect(plain.brokerCertificateEnd == nil)
    plain.close()
  }

  @Test("A certificate logs in as the user that it names, without a password")
  func external() throws {
    var endpoint = endpoint
    endpoint.user = "nobody"
    endpoint.password = "wrong"
    endpoint.security?.certificate = broker.certificates + "/client.pem"
    endpoint.security?.key = broker.certificates + "/client.key"
    endpoint.security?.mechanism = .external
    try Given.connection(to: endpoint).close()
  }

  @Test("A broker of an unknown authority is refused for good")
  func unknownAuthority() throws {
    var endpoint = endpoint
    endpoint.security?.authorities = try TestCertificates().path("ca.pem")
    // The folder is gone: what cannot be read is refused as well, and named.
    let missing = refusal(of: endpoint)
    #expect(missing?.detail.contains("expected certificate authorities in") == true)
    let certificates = try TestCertificates()
    endpoint.security?.authorities = certificates.path("ca.pem")
    let error = refusal(of: endpoint)
    #expect(error?.code == .peerNotTrusted)
    #expect(error?.isRetriable == false)
    #expect(
      error?.detail.contains("self-signed certificate in certificate chain") == true,
      "\(error as Any)")
    // Nor do Debian's authorities know the broker.
    endpoint.security?.authorities = AMQPSecurity.systemAuthorities
    #expect(refusal(of: endpoint)?.code == .peerNotTrusted)
  }

  @Test("A certificate for another host is refused, and the error names the host")
  func otherHost() throws {
    var endpoint = endpoint
    endpoint.security?.serverName = "broker.example"
    let error = refusal(of: endpoint)
    #expect(error?.code == .hostNameMismatch)
    #expect(error?.detail.hasSuffix("the broker's certificate is not for 'broker.example'") == true)
  }

  @Test("Without TLS to the port of TLS, and with TLS to the other, the error says so")
  func wrongPort() throws {
    var plain = endpoint
    plain.security = nil
    let first = refusal(of: plain)
    #expect(first?.detail.contains("is it a port for amqps://?") == true, "\(first as Any)")
    var secure = broker.endpoint
    secure.security = endpoint.security
    let second = refusal(of: secure)
    #expect(second?.detail.contains("is it a port for amqp://?") == true, "\(second as Any)")
  }

  @Test("Wrong credentials are refused over TLS as without, and the password is not shown")
  func wrongPassword() throws {
    var endpoint = endpoint
    endpoint.password = "s3cret"
    let error = refusal(of: endpoint)
    #expect(error?.code == .accessRefused)
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test("Large and small messages arrive in order, also those that TLS buffers")
  func messages() throws {
    try Given.queue("large", on: endpoint, kind: "classic")
    let sizes = [1, 16_384, 1_000_000, 0, 131_072, 4_000_000, 7, 16_383, 300_000]
    try Given.publish(
      sizes.enumerated().map { index, size in
        Given.message(to: "large", [UInt8](repeating: UInt8(index), count: size))
      }, to: endpoint)
    var consumer = try Given.consumer(of: "large", on: endpoint)
    let taken = try consumer.takeAll(sizes.count)
    #expect(taken.map(\.body.count) == sizes)
    for (index, delivery) in taken.enumerated() {
      #expect(delivery.body.allSatisfy { $0 == UInt8(index) })
    }
    consumer.close()
  }

  @Test("Polling the socket, as a lane does, reports every message")
  func polled() throws {
    try Given.queue("polled", on: endpoint, kind: "classic")
    var consumer = try Given.consumer(of: "polled", on: endpoint, prefetch: 1_000)
    try Given.publish(
      (0..<1_000).map { Given.message(to: "polled", [UInt8](repeating: 1, count: $0)) },
      to: endpoint)
    var count = 0
    let deadline = ContinuousClock.now + Given.patience
    while count < 1_000, ContinuousClock.now < deadline {
      if !consumer.hasBufferedInput {
        var poll = pollfd(fd: consumer.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 600_000) == 1)
      }
      count += try consumer.take(limit: 10, within: .zero).count
    }
    #expect(count == 1_000)
    consumer.close()
  }

  @Test("A connection over TLS that the operator closes is lost, and may be made again")
  func forcedClose() throws {
    var connection = try Given.connection(to: endpoint)
    try broker.control("close_all_connections", "maintenance")
    let outcome = Result { () throws(AMQPError) in
      _ = try connection.firstEvent { _ in false }
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .connectionForced)
    try Given.connection(to: endpoint).close()
  }

  @Test("A broker that halts is given up for its missing heartbeats over TLS too")
  func halted() throws {
    var timeouts = AMQPTimeouts.patient
    timeouts.heartbeat = .seconds(3)
    var connection = try Given.connection(to: endpoint, timeouts: timeouts)
    try broker.halt()
    defer { broker.resume() }
    let outcome = Result { () throws(AMQPError) in
      _ = try connection.firstEvent { _ in false }
    }
    let error = #expect(throws: AMQPError.self) { try outcome.get() }
    #expect(error?.code == .heartbeatTimeout)
  }

  private func refusal(of endpoint: AMQPEndpoint) -> AMQPError? {
    #expect(throws: AMQPError.self) { _ = try Given.connection(to: endpoint) }
  }
}

@Suite(
  "Broker: TLS with client certificates", .blocking, .privateBroker(security: .required),
  .serialized)
struct ClientCertificateTests {
  private let broker: PrivateBroker
  private var endpoint: AMQPEndpoint

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    endpoint = try #require(broker.secureEndpoint)
  }

  @Test("A client with a certificate of the broker's authority is accepted, others get the reason")
  func required() throws {
    var error = refusal(of: endpoint)
    // Which of the two it is depends on whether the broker's alert outran its end.
    let detail = try #require(error?.detail)
    let isTold =
      detail.contains("'certificate required'") || detail.contains("want a client certificate?")
    #expect(isTold, "\(detail)")

    let strange = try TestCertificates()
    try strange.signed("client")
    error = refusal(of: with(strange.path("client")))
    #expect(error?.code != nil)

    try Given.connection(to: with(broker.certificates + "/client")).close()
  }

  @Test("A key that is missing, or of another certificate, is named")
  func wrongKey() throws {
    var endpoint = with(broker.certificates + "/client")
    endpoint.security?.key = "/none/such.key"
    #expect(refusal(of: endpoint)?.detail.contains("'/none/such.key'") == true)
    endpoint.security?.key = broker.certificates + "/ca.key"
    let error = refusal(of: endpoint)
    #expect(error?.detail.contains("key values mismatch") == true, "\(error as Any)")
  }

  private func with(_ certificate: String) -> AMQPEndpoint {
    var endpoint = endpoint
    endpoint.security?.certificate = certificate + ".pem"
    endpoint.security?.key = certificate + ".key"
    return endpoint
  }

  private func refusal(of endpoint: AMQPEndpoint) -> AMQPError? {
    #expect(throws: AMQPError.self) { _ = try Given.connection(to: endpoint) }
  }
}

@Suite("Servers whose TLS is not good enough", .blocking)
struct WeakServerTests {
  private static let impatient = AMQPTimeouts(connect: .seconds(60), login: .seconds(5))
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates() }

  @Test("An expired certificate is refused, and the error says that it is expired")
  func expired() throws {
    try certificates.signed("server", days: 0)
    let error = try refusal()
    #expect(error?.code == .peerNotTrusted)
    #expect(error?.detail.contains("certificate has expired") == true, "\(error as Any)")
  }

  @Test("A certificate that vouches for itself is refused, and the error says so")
  func selfSigned() throws {
    try certificates.selfSigned("server")
    let error = try refusal()
    #expect(error?.code == .peerNotTrusted)
    #expect(error?.detail.contains("self-signed certificate") == true, "\(error as Any)")
  }

  @Test("A host in the common name alone is no host")
  func commonName() throws {
    try certificates.signed("server", alternative: "DNS:other.example")
    #expect(try refusal()?.code == .hostNameMismatch)
  }

  @Test("A server that knows TLS 1.1 at the most is refused")
  func oldVersion() throws {
    try certificates.signed("server")
    let error = try refusal(["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
    #expect(error?.code == .secureConnectionFailed)
    #expect(error?.detail.contains("protocol") == true, "\(error as Any)")
  }

  @Test("A server that speaks TLS and no AMQP is given up in time")
  func silent() throws {
    try certificates.signed("server")
    let error = try refusal()
    #expect(error?.code == .timeout, "\(error as Any)")
  }

  private func refusal(_ options: [String] = []) throws -> AMQPError? {
    let server = try SecureServer(
      certificate: certificates.path("server.pem"), key: certificates.path("server.key"),
      options: options)
    var endpoint = AMQPEndpoint(
      host: "localhost", port: server.port, virtualHost: "/", user: "guest", password: "s3cret",
      security: AMQPSecurity())
    endpoint.security?.authorities = certificates.path("ca.pem")
    let error = #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(to: endpoint, name: "test", timeouts: Self.impatient)
    }
    withExtendedLifetime(server) {}
    #expect(error?.description.contains("s3cret") == false)
    return error
  }
}

import AMQP
import BrokerFixture
import LiveryClient
import Testing

@Suite("Broker: client over TLS", .blocking, .privateBroker(security: .optional), .serialized)
struct SecureClientTests {
  private let broker: PrivateBroker
  private let endpoint: AMQPEndpoint
  private let call = SOSIntent(riderIdentifier: "rider-1", rideIdentifier: "ride-1")

  init() throws {
    broker = try PrivateBrokerTrait.broker()
    endpoint = try #require(broker.secureEndpoint)
  }

  private func client(_ query: String) throws -> RideClient {
    let url = "amqps://\(endpoint.user):\(endpoint.password)@127.0.0.1:\(endpoint.port)/%2F"
    return try RideClient(url: url + query)
  }

  @Test("A broker of an authority that the URL names is spoken to")
  func trusted() async throws {
    let fleet = try StandInFleet(on: broker.endpoint) { _, _ in [#"{"code": "success"}"#] }
    defer { fleet.end() }
    let client = try client("?cacertfile=\(broker.certificates)/ca.pem")
    #expect(try await client.send(call).code == .success)
    await client.close()
  }

  @Test("A broker of an unknown authority is an error to each call, which names the reason")
  func unknownAuthority() async throws {
    let client = try client("")
    let error = await #expect(throws: RideClientError.self) {
      try await client.send(call, identifier: "m-1")
    }
    guard case .broker("m-1"?, let reason, mayBeCarriedOut: false) = error else {
      Issue.record("expected an error of the broker, got \(error as Any)")
      return
    }
    #expect(reason.contains("self-signed certificate in certificate chain"))
    await client.close()
  }
}

import AMQP
import BrokerFixture
import Glibc
import Hosts
import MachineFixture
import Synchronization
import Testing

@Suite("Brokers that have a name", .blocking, .serialized)
struct HostAddressTests {
  private let host = "broker.test"

  @Test("A silent first address leaves time for the second, with which the next one begins")
  func secondAddress() throws {
    var endpoint = try TestBroker.leaseVirtualHost()
    let silent = try #require(SilentAddress(port: endpoint.port))
    let hosts = HostNames { [address = endpoint.host] _ in [SilentAddress.text, address] }
    let address = endpoint.host
    endpoint.host = host
    try AMQPConnection(to: endpoint, name: "test", hosts: hosts).close()
    var next = try hosts.addresses(of: host, port: "\(endpoint.port)", within: .seconds(60))
    #expect(next.next() == address)
    withExtendedLifetime(silent) {}
  }

  @Test("The error says what was wrong with each address")
  func eachAddress() throws {
    // A port that nothing listens on any more.
    let port = try #require(LoopbackListener(backlog: 1)).port
    let silent = try #require(SilentAddress(port: port))
    let hosts = HostNames { _ in [SilentAddress.text, "127.0.0.1"] }
    let error = refusal(port, hosts)
    #expect(error?.code == .socketError && error?.isRetriable == true)
    let detail = error?.detail ?? ""
    #expect(detail.hasPrefix("::1: request timed out; 127.0.0.1: "), "\(detail)")
    #expect(detail.contains("refuse"), "\(detail)")
    withExtendedLifetime(silent) {}
  }

  @Test("A login that is refused is not tried at the next address")
  func refusedLogin() throws {
    var endpoint = try TestBroker.leaseVirtualHost()
    let hosts = HostNames { [address = endpoint.host] _ in [address, SilentAddress.text] }
    endpoint.host = host
    endpoint.password = "wrong"
    let error = #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(to: endpoint, name: "test", hosts: hosts)
    }
    #expect(error?.code == .accessRefused, "\(error as Any)")
  }

  @Test("The error of a look-up has the name and the limit, and a retry may help")
  func lookups() throws {
    let unknown = refusal(
      1,
      HostNames { host throws(HostLookupError) in
        throw HostLookupError(host: host, reason: .unknownName)
      })
    #expect(unknown?.code == .unknownHost)
    #expect(unknown?.detail == "the name servers know no address of 'broker.test'")
    let isSilent = Mutex(true)
    let silent = refusal(
      1,
      HostNames { _ in
        while isSilent.withLock({ $0 }) { usleep(1_000) }
        return ["127.0.0.1"]
      }, lookup: .milliseconds(50))
    #expect(
      silent?.description
        == "connect to amqp://guest:***@broker.test:1/%2F: LOOKUP_TIMEOUT: no name server has "
        + "answered for 'broker.test' within 0.05 seconds (a retry may help)")
    isSilent.withLock { $0 = false }
  }

  private func refusal(
    _ port: UInt16, _ hosts: HostNames, lookup: Duration = .seconds(60)
  ) -> AMQPError? {
    let endpoint = AMQPEndpoint(
      host: host, port: port, virtualHost: "/", user: "guest", password: "guest")
    return #expect(throws: AMQPError.self) {
      _ = try AMQPConnection(
        to: endpoint, name: "test",
        timeouts: AMQPTimeouts(lookup: lookup, connect: .seconds(6)), hosts: hosts)
    }
  }
}

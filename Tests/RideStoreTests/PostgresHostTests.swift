import Glibc
import Hosts
import MachineFixture
import RideStore
import Synchronization
import Testing

@testable import PostgresStore

@Suite("PostgreSQL servers that have a name", .serialized)
struct PostgresHostTests {
  @Test("A silent first address leaves time for the second, with which the next one begins")
  func secondAddress() throws {
    let fixture = try PostgresFixture()
    let url = fixture.url.replacing("127.0.0.1", with: "db.test")
    let port = try #require(try PostgresAddress(url: url).hosts[0]["port"].flatMap { UInt16($0) })
    let silent = try #require(SilentAddress(port: port))
    let hosts = HostNames { _ in [SilentAddress.text, "127.0.0.1"] }
    var first = 0
    let isBad = try connect(url, &first, hosts).isBad
    #expect(!isBad)
    var next = try hosts.addresses(of: "db.test", port: "\(port)", within: .seconds(60))
    #expect(next.next() == "127.0.0.1")
    withExtendedLifetime(silent) {}
  }

  @Test("The error names the host and each address, and says of a look-up how long it took")
  func errors() throws {
    let port = try #require(LoopbackListener(backlog: 1)).port
    let silent = try #require(SilentAddress(port: port))
    let url = "postgresql://livery@db.test:\(port)/livery"
    func complaint(_ hosts: HostNames, lookup: Duration = .seconds(60)) -> String {
      var first = 0
      do throws(StoreError) {
        _ = try connect(url, &first, hosts, lookup: lookup)
        return ""
      } catch {
        #expect(error.isRetriable)
        return error.detail
      }
    }
    let each = complaint(HostNames { _ in [SilentAddress.text, "127.0.0.1"] })
    #expect(each.hasPrefix("db.test (::1) did not answer in time; "), "\(each)")
    #expect(each.contains("127.0.0.1") && each.contains("refused"), "\(each)")
    let isSilent = Mutex(true)
    let lookup = complaint(
      HostNames { _ in
        while isSilent.withLock({ $0 }) { usleep(1_000) }
        return []
      }, lookup: .milliseconds(100))
    #expect(lookup == "no name server has answered for 'db.test' within 0.1 seconds")
    isSilent.withLock { $0 = false }
    withExtendedLifetime(silent) {}
  }

  @Test("What is an address, or the folder of a socket, is not looked up")
  func noNames() throws {
    func name(_ rest: String) throws -> String? {
      try PostgresAddress(url: "postgresql://\(rest)").hosts[0].lookedUpHost
    }
    #expect(try name("db.test/livery") == "db.test")
    #expect(try name("db.test/livery?hostaddr=10.0.0.1") == nil)
    #expect(try name("%2Frun%2Fpostgresql/livery") == nil)
    #expect(try name("/livery") == nil)
  }

  private func connect(
    _ url: String, _ first: inout Int, _ hosts: HostNames, lookup: Duration = .seconds(60)
  ) throws(StoreError) -> PostgresHandle {
    try PostgresHandle.connect(
      to: PostgresAddress(url: url), first: &first,
      timeouts: PostgresTimeouts(lookup: lookup, connect: .seconds(6)),
      until: PostgresDeadline(after: .seconds(30)), hosts: hosts)
  }
}

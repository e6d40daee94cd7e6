import Fleet
import Foundation
import HTTP
import MachineFixture
import Synchronization
import Testing

private let well = ProbeAnswers(
  liveness: Liveness(isLive: true), readiness: Readiness(missing: []))
private let unwell = ProbeAnswers(
  liveness: Liveness(isLive: false, detail: "lane 2 says \"no\""),
  readiness: Readiness(missing: [
    Lack(
      what: "consumer", since: "2026-11-22T10:00:00Z", seconds: 3, detail: "lane 1: \"no\""),
    Lack(what: "store", since: "2026-11-22T09:59:51Z", seconds: 12),
  ]))
private let dusty = ProbeAnswers(
  liveness: Liveness(isLive: true),
  readiness: Readiness(
    missing: [], housekeeping: HousekeepingFailures(since: "2026-11-22T10:00:00Z", count: 3)))
private let named = ProbeAnswers(
  liveness: well.liveness, readiness: well.readiness,
  process: ProbedProcess(worker: "w", version: "1.2", startedAt: "2026-11-22T10:00:00Z"))
private let knownPaths =
  #"{"error":"expected one of the paths","paths":["/livez","/readyz","/metrics"]}"# + "\n"

@Suite struct ProbeServerTests {
  @Test(
    "Each probe answers with its status and its body",
    arguments: [
      (well, "/livez", 200, "{\"live\":true}\n"),
      (well, "/readyz", 200, "{\"ready\":true}\n"),
      (well, "/readyz?verbose", 200, "{\"ready\":true}\n"),
      (unwell, "/livez", 503, "{\"live\":false,\"detail\":\"lane 2 says \\\"no\\\"\"}\n"),
      (
        unwell, "/readyz", 503,
        #"{"ready":false,"missing":[{"what":"consumer","since":"2026-11-22T10:00:00Z","seconds":3,"#
          + #""detail":"lane 1: \"no\""},{"what":"store","since":"2026-11-22T09:59:51Z","#
          + #""seconds":12}]}"# + "\n"
      ),
      (
        dusty, "/readyz", 200,
        "{\"ready\":true,\"housekeeping\":"
          + "{\"failingSince\":\"2026-11-22T10:00:00Z\",\"failures\":3}}\n"
      ),
      (
        named, "/livez", 200,
        #"{"live":true,"worker":"w","version":"1.2","startedAt":"2026-11-22T10:00:00Z"}"# + "\n"
      ),
      (
        named, "/readyz", 200,
        #"{"ready":true,"worker":"w","version":"1.2","startedAt":"2026-11-22T10:00:00Z"}"# + "\n"
      ),
      (well, "/", 404, knownPaths), (well, "/livez/", 404, knownPaths),
    ])
  func answers(_ answers: ProbeAnswers, _ path: String, _ status: Int, _ body: String) throws {
    let server = try ProbeServer(port: 0, address: .loopback) { answers }
    let seen = try curl(server.port, path)
    #expect(seen.status == status)
    #expect(seen.body == body)
    #expect(seen.headers.contains("Content-Type: application/json"))
    server.stop()
  }

  @Test("HEAD is answered with the status and no body")
  func head() throws {
    let server = try ProbeServer(port: 0, address: .loopback) { unwell }
    let seen = try curl(server.port, "/readyz", ["--head"])
    #expect(seen.status == 503)
    #expect(seen.body == "")
    server.stop()
  }

  @Test("Another method is refused with the allowed ones", arguments: ["POST", "DELETE"])
  func method(_ method: String) throws {
    let server = try ProbeServer(port: 0, address: .loopback) { well }
    let seen = try curl(server.port, "/livez", ["--request", method, "--data", "x=1"])
    #expect(seen.status == 405)
    #expect(seen.headers.contains("Allow: GET, HEAD"))
    server.stop()
  }

  @Test("The answers are asked for at each request, and never for other paths")
  func asksEachTime() throws {
    let asked = Counter()
    let server = try ProbeServer(port: 0, address: .loopback) {
      asked.count.add(1, ordering: .relaxed)
      return well
    }
    for path in ["/livez", "/readyz", "/livez", "/other"] { _ = try curl(server.port, path) }
    #expect(asked.count.load(ordering: .relaxed) == 3)
    server.stop()
  }

  @Test(
    "It answers at the address that it is bound to, and at no other",
    arguments: [
      ("127.0.0.2", "127.0.0.2", 200), ("127.0.0.2", "127.0.0.1", 0),
      ("0.0.0.0", "127.0.0.2", 200), ("::1", "[::1]", 200), ("::1", "127.0.0.1", 0),
      ("::", "[::1]", 200), ("::", "127.0.0.1", 200),
    ])
  func bound(_ address: String, _ host: String, _ status: Int) throws {
    // Some containers have no IPv6.
    let hasIPv6 = (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? "" != ""
    guard hasIPv6 || !(address + host).contains(":") else { return }
    let server = try ProbeServer(
      port: 0, address: #require(ListenAddress(address)), probe: { well })
    #expect(try curl(server.port, "/livez", host: host).status == status)
    server.stop()
  }

  @Test("An address that the machine does not have is refused with an error that names it")
  func foreignAddress() throws {
    let address = try #require(ListenAddress("192.0.2.1"))
    do {
      _ = try ProbeServer(port: 0, address: address) { well }
      Issue.record("a server listens on an address for documents (RFC 5737)")
    } catch {
      #expect(error.code == EADDRNOTAVAIL)
      #expect("\(error)".contains("192.0.2.1, port 0"))
    }
  }

  @Test("Only an address in digits is one", arguments: ["", "localhost", "1.2.3", "::g", "[::1]"])
  func noAddress(_ text: String) { #expect(ListenAddress(text) == nil) }

  @Test("A port in use is refused with an error that names it")
  func portTaken() throws {
    let first = try ProbeServer(port: 0, address: .loopback) { well }
    do {
      _ = try ProbeServer(port: first.port, address: .loopback) { well }
      Issue.record("a second server listens on the same port")
    } catch {
      #expect(error.port == first.port)
      #expect(error.code == EADDRINUSE)
      #expect("\(error)".contains("port \(first.port)"))
    }
    first.stop()
  }

  @Test("A stopped server answers no request, and releases its closure")
  func stops() throws {
    let port: UInt16
    weak var held: Counter?
    do {
      let counter = Counter()
      held = counter
      let server = try ProbeServer(port: 0, address: .loopback) {
        counter.count.add(1, ordering: .relaxed)
        return well
      }
      port = server.port
      #expect(held != nil)
      server.stop()
    }
    #expect(try curl(port, "/livez").status == 0)
    #expect(held == nil)
  }
}

private final class Counter: Sendable {
  let count = Atomic<Int>(0)
}

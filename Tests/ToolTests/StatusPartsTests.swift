import Foundation
import Hosts
import MachineFixture
import Replay
import Testing

@testable import Tool

@Suite("The parts of `livery status`")
struct StatusPartsTests {
  @Test(
    "An address is a name or an address, and a port",
    arguments: [
      ("worker-1:8080", "worker-1:8080"), ("10.0.0.7:1", "10.0.0.7:1"),
      ("[2001:db8::1]:65535", "[2001:db8::1]:65535"), ("http://a.b:80", "a.b:80"),
      ("HTTP://a.b:80/readyz?x", "a.b:80"), ("http://[::1]:80/", "[::1]:80"), ("a", nil),
      ("a:", nil), (":80", nil), ("a:0", nil), ("a:65536", nil), ("a:+1", nil), ("a b:1", nil),
      ("::1:80", nil), ("[::1]", nil), ("[::g]:1", nil), ("[a]:1", nil), ("https://a:1", nil),
      ("user@a:1", nil), ("a\u{1B}:1", nil), ("", nil),
    ])
  func target(_ text: String, _ expected: String?) {
    #expect(ProbeTarget(text)?.description == expected)
  }

  @Test(
    "Of a name with several addresses of a family each is asked, of another name its worker",
    arguments: [
      (["10.0.0.2", "10.0.0.1"], ["10.0.0.1:80", "10.0.0.2:80"]),
      (["::2", "::1"], ["[::1]:80", "[::2]:80"]), (["::1", "127.0.0.1"], ["a:80"]),
      (["::2", "::1", "10.0.0.1", "10.0.0.2"], ["10.0.0.1:80", "10.0.0.2:80"]),
      (["10.0.0.1"], ["a:80"]), ([], ["a:80"]),
    ])
  func severalAddresses(_ addresses: [String], _ targets: [String]) throws {
    let names = HostNames { host throws(HostLookupError) in
      guard !addresses.isEmpty else { throw HostLookupError(host: host, reason: .unknownName) }
      return addresses
    }
    let target = try #require(ProbeTarget("a:80"))
    #expect(target.all(by: names, within: Patience.limit).map(\.description) == targets)
    let address = try #require(ProbeTarget("[::1]:80"))
    #expect(address.all(by: names, within: Patience.limit) == [address])
  }

  @Test("A worker whose first address is silent is asked at its second")
  func secondAddress() throws {
    let listener = try #require(LoopbackListener(backlog: 8))
    let silent = try #require(SilentAddress(port: listener.port))
    // libcurl has both addresses of localhost, the one of IPv6 first.
    let page = try page("HTTP/1.1 200 OK\r\n\r\nhi", from: listener, as: "localhost").get()
    #expect(page.body == Array("hi".utf8))
    withExtendedLifetime(silent) {}
  }

  @Test(
    "An answer is HTTP/1 whose body is whole, and anything else says what is wrong",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi"),
      ("HTTP/1.0 503\r\ncontent-length:0\r\n\r\n", 503, ""),
      ("HTTP/1.1 200 OK\r\n\r\nhi\r\n\r\n", 200, "hi\r\n\r\n"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi", nil, "a partial file"),
      ("", nil, "expected an answer by HTTP"),
      ("SSH-2.0-x\r\n\r\n", nil, "expected an answer by HTTP"),
      ("HTTP/1.1 +20\r\n\r\n", nil, "expected an answer by HTTP"),
      (
        "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: HTTPPage.limit + 1), nil,
        "expected at most 8388608 bytes, got more"
      ),
    ] as [(String, Int?, String)])
  func page(_ bytes: String, _ status: Int?, _ text: String) throws {
    let listener = try #require(LoopbackListener(backlog: 8))
    switch try page(bytes, from: listener, as: "127.0.0.1") {
    case .success(let page):
      #expect(page.status == status && String(decoding: page.body, as: UTF8.self) == text)
    case .failure(let failure): #expect(status == nil && "\(failure)".contains(text))
    }
  }

  /// Asks a server that answers one request with these bytes, and closes.
  private func page(
    _ bytes: String, from listener: LoopbackListener, as host: String
  ) throws -> Result<HTTPPage, ProbeFailure> {
    let target = try #require(ProbeTarget("\(host):\(listener.port)"))
    Thread.detachNewThread {
      let connection = accept(listener.descriptor, nil, nil)
      var request = [UInt8](repeating: 0, count: 4_096)
      _ = recv(connection, &request, request.count, 0)
      _ = send(connection, bytes, bytes.utf8.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
    return Result { () throws(ProbeFailure) in
      try HTTPPage.get("/", from: target, until: .now + .seconds(60))
    }
  }

  @Test("The figures are found among other metrics, and nonsense is none")
  func metrics() {
    let scan = MetricScan(
      """
      # HELP livery_lanes Configured lanes.
      livery_lanes 2
      livery_lanes_consuming NaN
      livery_requests_total{type="a b",code="x"} 3
      livery_requests_total{type="c",code="x"} 4e1
      livery_requests_totals 5
      livery_oldest_request_age_seconds
      livery_ready{ x
      livery_quarantine_active 1
      livery_quarantines_total 3
      livery_catalogue_info{digest="9f2c"} 1
      """)
    #expect(scan.isQuarantined == true && scan.quarantines == 3 && scan.catalogue == "9f2c")
    #expect(scan.lanes == 2 && scan.lanesConsuming == nil)
    #expect(scan.requests == 43)
    #expect(scan.oldestRequestAge == nil)
    #expect(MetricScan("") == MetricScan("# nothing"))
  }

  @Test(
    "What is no worker is said to be none",
    arguments: [
      (200, "{}", "is it a worker?"), (200, "<p>", "JSON"),
      (404, "{}", "expected 200 or 503 from /readyz, got 404"),
    ])
  func noWorker(_ code: Int, _ body: String, _ text: String) throws {
    var status = WorkerStatus(of: try #require(ProbeTarget("a:1")))
    let page = HTTPPage(status: code, body: Array(body.utf8))
    do {
      try status.readReadiness(page)
      Issue.record("it was taken for a worker")
    } catch {
      #expect("\(error)".contains(text))
    }
  }
}

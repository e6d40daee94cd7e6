import Fleet
import Foundation
import MachineFixture
import Testing
import Tool

@testable import Console

@Suite("What the broker says of its queues")
struct BrokerFiguresTests {
  @Test(
    "The management API is asked for a virtual host, by the user of its URL",
    arguments: [
      ("http://h:15672", "/", "http://h:15672/api/queues/%2F", nil, nil),
      ("https://u:p@h/rabbit/", "a b", "https://h/rabbit/api/queues/a%20b", "u", "p"),
      ("http://u%40x:p%3A%2F@h", "/", "http://h/api/queues/%2F", "u@x", "p:/"),
      ("http://u@[::1]:1", "/", "http://[::1]:1/api/queues/%2F", "u", ""),
      ("h:15672", "/", nil, nil, nil),
    ] as [(String, String, String?, String?, String?)])
  func api(
    _ base: String, _ virtualHost: String, _ url: String?, _ user: String?, _ password: String?
  ) {
    let api = BrokerAPI(base, virtualHost: virtualHost)
    #expect(api?.url == url.map { $0 + "?columns=name,messages,consumers" })
    #expect(api?.credentials?.user == user && api?.credentials?.password == password)
  }

  @Test("Only the queues that are shown are read, and what is no list is a fault")
  func queues() throws {
    let list = """
      [{"name":"livery.dispatch","messages":7,"consumers":2,"more":{}},{"name":"other"},
       {"name":"livery.help"}]
      """
    let queues = try BrokerFigures.queues(in: Array(list.utf8))
    #expect(queues["livery.dispatch"] == BrokerFigures.Queue(depth: 7, consumers: 2))
    #expect(queues.count == 2)
    #expect(throws: ProbeFailure.self) { try BrokerFigures.queues(in: Array("<html>".utf8)) }
  }

  @Test("The management API is asked in the name of its user")
  func asked() throws {
    let listener = try #require(LoopbackListener(backlog: 8))
    Thread.detachNewThread {
      let connection = accept(listener.descriptor, nil, nil)
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = recv(connection, &bytes, bytes.count, 0)
      let request = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      // The user u and the password p in base64.
      let isExpected =
        request.hasPrefix("GET /api/queues/%2F?columns=") && request.contains("Basic dTpw\r\n")
      let list = #"[{"name":"livery.dispatch","messages":7,"consumers":2}]"#
      let answer = "HTTP/1.1 \(isExpected ? 200 : 401) X\r\n\r\n\(list)"
      _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
    let environment = ["LIVERY_BROKER_API": "http://u:p@127.0.0.1:\(listener.port)"]
    let figures = BrokerFigures(
      configuration: try Configuration.load(environment: environment).get())
    #expect(try figures.queues(within: .seconds(60))["livery.dispatch"]?.depth == 7)
  }
}

import HTTP
import JSON
import Testing

@testable import Console

@Suite struct RouteTableTests {
  private static let table = RouteTable(
    [
      ("GET", "/api/rides"), ("GET", "/api/rides/:id"), ("GET", "/api/rides/count"),
      ("POST", "/api/orders"), ("GET", "/api/a/:one/b/:two"),
    ].map { method, pattern in
      Console.Route(method, pattern, role: .reader) { _ throws(APIError) in APIAnswer(.null) }
    })

  @Test(
    "A path finds the route whose pattern it fits, the one with fewer open parts first",
    arguments: [
      ("GET", "/api/rides", "/api/rides", [:]),
      ("GET", "/api/rides/r1", "/api/rides/:id", ["id": "r1"]),
      ("GET", "/api/rides/count", "/api/rides/count", [:]),
      ("HEAD", "/api/rides", "/api/rides", [:]),
      ("POST", "/api/orders", "/api/orders", [:]),
      ("GET", "/api/rides/a%2Fb%252F", "/api/rides/:id", ["id": "a/b%2F"]),
      ("GET", "/api/a/1/b/2", "/api/a/:one/b/:two", ["one": "1", "two": "2"]),
    ])
  func found(
    _ method: String, _ path: String, _ pattern: String, _ parameters: [String: String]
  ) throws {
    let match = try #require(Self.table.match(method, path))
    #expect(match.route.pattern == pattern)
    #expect(match.parameters == parameters)
  }

  @Test(
    "Other methods, and paths with more, fewer or empty parts, find none",
    arguments: [
      ("POST", "/api/rides"), ("GET", "/api/orders"), ("HEAD", "/api/orders"),
      ("get", "/api/rides"), ("GET", "/api/rides/"), ("GET", "/api/rides/r1/x"), ("GET", "/api"),
      ("GET", "//api/rides"), ("GET", "api/rides"), ("GET", ""), ("GET", "/api/a//b/2"),
      ("GET", "/API/rides"),
    ])
  func notFound(_ method: String, _ path: String) {
    #expect(Self.table.match(method, path) == nil)
  }

  @Test("No two routes answer the same request")
  func distinct() {
    let names = Routes.all.map { route in
      // The names of open parts do not matter.
      "\(route.method) "
        + route.pattern.split(separator: "/").map { $0.hasPrefix(":") ? ":" : $0 }
        .joined(separator: "/")
    }
    #expect(Set(names).count == names.count)
  }

  @Test("What changes something is a POST that the audit names")
  func audited() {
    for route in Routes.all {
      #expect(["GET", "POST"].contains(route.method))
      #expect(route.pattern.hasPrefix("/api/"))
      // The login has entries of its own; a preview changes nothing.
      let isFree = ["/api/login", "/api/orders/preview"].contains(route.pattern)
      #expect(route.method == "GET" || isFree || route.action != nil, "\(route.pattern)")
    }
  }
}

@Suite struct RequestQueueTests {
  @Test("Requests are taken in their order, and no more than fit are kept")
  func order() {
    let queue = RequestQueue<Int>(limit: 2)
    #expect(queue.offer(1))
    #expect(queue.offer(2))
    #expect(!queue.offer(3))
    #expect(queue.next() == 1)
    #expect(queue.offer(4))
    #expect(queue.next() == 2)
    #expect(queue.next() == 4)
  }

  @Test("At the stop those that wait are given back, and each thread goes on without one")
  func stop() {
    let queue = RequestQueue<Int>(limit: 2)
    #expect(queue.offer(1))
    #expect(queue.stop(threads: 3) == [1])
    #expect(!queue.offer(2))
    for _ in 0..<3 { #expect(queue.next() == nil) }
  }
}

import Fleet
import Foundation
import HTTP
import JSON
import MachineFixture
import MemoryStore
import RideStore
import Rides
import Synchronization
import Testing

@testable import Console

/// A console on loopback with a store in memory, that stops with the value.
private final class ServedConsole {
  let port: UInt16
  let console: TestConsole
  private let service: ConsoleService
  private let server: Mutex<HTTPServer?>
  private let threads: Mutex<Fleet.Thread?>
  private let folder: SiteFolder

  init(
    _ settings: [String: String] = [:], routes: [Console.Route] = Routes.all,
    storeAnswers: @escaping @Sendable () -> Bool = { true }
  ) throws {
    let console = try TestConsole(settings, routes: routes)
    folder = try SiteFolder(["site/index.html": "<p>", "site/app.js": "let a", "secret.js": "x"])
    var site = SiteFiles()
    site.add(folder.path.appending(path: "site").path, at: "/site")
    let service = ConsoleService(console.context, site: site, routes: routes)
    let server = try HTTPServer(
      port: 0, address: .loopback, limits: HTTPLimits(streams: 1),
      refusal: { service.refusal($0) }, serve: { service.serve($0) })
    port = server.port
    let database = console.database
    let work: @Sendable () -> Void = {
      service.work { () throws(StoreError) in
        guard storeAnswers() else {
          throw StoreError(.unavailable, operation: "open", detail: "away")
        }
        return MemoryStore(database)
      }
    }
    threads = Mutex(
      Fleet.Thread { Fleet.Thread.runAll(Array(repeating: work, count: ConsoleService.threads)) })
    self.server = Mutex(consume server)
    (self.console, self.service) = (console, service)
  }

  deinit {
    service.stop()
    threads.withLock { $0.take()?.join() }
    server.withLock { $0.take()?.stop() }
  }

  func ask(_ path: String, _ options: String...) throws -> Seen {
    try curl(port, path, options)
  }

  /// Sends a JSON text as the console's own page does; returns what came, and the cookie.
  func post(_ path: String, _ body: String, _ options: [String] = []) throws -> Seen {
    try curl(
      port, path,
      ["--header", "Content-Type: application/json", "--data", body] + options)
  }

  /// The options that send the cookie of a new session.
  func signIn(_ role: ConsoleRole) throws -> [String] {
    let password = String(role.rawValue.reversed())
    let seen = try post("/api/login", #"{"name":"\#(role.rawValue)","password":"\#(password)"}"#)
    let cookie = try #require(
      seen.headers.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
    return ["--cookie", String(cookie.dropFirst(12).prefix { $0 != ";" })]
  }
}

/// What a hostile client, or a hostile page in the browser of a user, tries.
@Suite(.serialized) struct ConsoleServerTests {
  @Test("A user signs in and is known by the cookie")
  func story() throws {
    let served = try ServedConsole()
    let cookie = try served.signIn(.agent)
    #expect(try curl(served.port, "/api/me", cookie).status == 200)
    #expect(try served.ask("/api/me").status == 401)
    #expect(try served.ask("/").body == "<p>")
    #expect(try served.ask("/site/app.js").body == "let a")
    #expect(try served.ask("/api/other").status == 404)
    #expect(try served.ask("/other").status == 404)
    try served.console.store.write([], [.sample("taxi/8")])
    #expect(try curl(served.port, "/api/vehicles/taxi%2F8", cookie).status == 200)
    #expect(try curl(served.port, "/api/vehicles/taxi%2F8%00evil", cookie).status == 400)
  }

  @Test("Each answer has the headers that keep other pages out", arguments: ["/", "/api/me", "/x"])
  func headers(_ path: String) throws {
    let headers = try ServedConsole().ask(path).headers
    for line in [
      "frame-ancestors 'none'", "default-src 'none'", "X-Frame-Options: DENY",
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    ] {
      #expect(headers.contains(line), "\(line)")
    }
  }

  @Test(
    "A page of another site can change nothing with a user's cookie",
    arguments: [
      ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"],
      ["Origin: https://evil.example"], ["Origin: null"],
      ["Sec-Fetch-Site: cross-site", "Origin: https://evil.example"],
    ])
  func forgedRequest(_ headers: [String]) throws {
    let served = try ServedConsole()
    let cookie = try served.signIn(.agent)
    let options = cookie + headers.flatMap { ["--header", $0] }
    for _ in 0..<2 { #expect(try served.post("/api/logout", "{}", options).status == 403) }
    #expect(try curl(served.port, "/api/me", cookie).status == 200)
    let seen = try served.console.entries(of: "origin")
    #expect(seen == ["agent denied /api/logout"], "once a minute")
    let form = cookie + ["--data", "everywhere=true"]
    #expect(try curl(served.port, "/api/logout", form).status == 400)
    #expect(try curl(served.port, "/api/me", cookie).status == 200)
  }

  @Test("A name that leads to this machine is refused before anything else")
  func rebinding() throws {
    let served = try ServedConsole()
    let cookie = try served.signIn(.agent)
    for path in ["/", "/site/app.js", "/api/me"] {
      let seen = try curl(served.port, path, cookie + ["--header", "Host: evil.example"])
      #expect(seen.status == 403)
    }
  }

  @Test("A forged cookie is no session")
  func forgedCookie() throws {
    let served = try ServedConsole()
    for value in ["x", String(repeating: "A", count: 43), "' OR 1=1 --", "%00"] {
      let seen = try served.ask("/api/me", "--cookie", "livery-console=\(value)")
      #expect(seen.status == 401)
    }
  }

  @Test(
    "No path leaves the folder of the site",
    arguments: [
      "/site/../secret.js", "/site/..%2fsecret.js", "/site/%2e%2e/secret.js",
      "/../../etc/passwd", "/site/....//secret.js", "/site/%00", "/site/..%5csecret.js",
    ])
  func traversal(_ path: String) throws {
    let seen = try ServedConsole().ask(path, "--path-as-is")
    #expect([400, 404].contains(seen.status))
    #expect(!seen.body.contains("root:"))
  }

  @Test("A script in a driver's name arrives as a text of JSON, which no browser runs")
  func script() throws {
    let served = try ServedConsole()
    let driver = Driver(name: "<script>alert(1)</script>")
    try served.console.store.write([], [.sample("v-1", driver: driver)])
    let cookie = try served.signIn(.agent)
    for path in ["/api/vehicles", "/api/vehicles/v-1", "/api/search?q=alert"] {
      let seen = try curl(served.port, path, cookie)
      #expect(seen.body.contains("<script>alert(1)"))
      #expect(seen.headers.contains("Content-Type: application/json"))
      #expect(seen.headers.contains("X-Content-Type-Options: nosniff"))
      #expect(seen.headers.contains("script-src 'self';"))
    }
  }

  @Test("1,000 slow clients, each with half a request, keep no user waiting")
  func slowClients() throws {
    let served = try ServedConsole()
    let cookie = try served.signIn(.agent)
    var clients: [SlowClient] = []
    for index in 0..<1_000 {
      let client = try SlowClient(to: served.port, from: "127.0.0.\(2 + index % 5)")
      client.send("POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n")
      if index % 2 == 0 { client.send("\r\n{") }
      clients.append(client)
      if index % 100 == 99 { #expect(try curl(served.port, "/api/me", cookie).status == 200) }
    }
    #expect(clients.count == 1_000)
  }

  @Test("Wrong passwords are throttled")
  func throttled() throws {
    let served = try ServedConsole()
    for _ in 0..<5 {
      let seen = try served.post("/api/login", #"{"name":"agent","password":"x"}"#)
      #expect(seen.status == 401)
    }
    let seen = try served.post("/api/login", #"{"name":"agent","password":"tnega"}"#)
    #expect(seen.status == 429)
    #expect(seen.headers.contains("Retry-After: 1"))
  }

  @Test("A body that is too large is refused")
  func large() throws {
    let body = String(repeating: "x", count: 100_000)
    let seen = try ServedConsole().post("/api/login", body)
    #expect(seen.status == 413 && seen.headers.contains("frame-ancestors 'none'"))
    #expect(seen.headers.contains("Content-Type: application/json"))
    #expect(seen.body.contains(#""code":"tooLarge""#))
  }

  @Test("The answer to one stream too many has the headers and the error of all answers")
  func streams() throws {
    let open = Mutex<[HTTPStream]>([])
    let events = Console.Route("GET", "/api/events", role: nil) { _ throws(APIError) in
      APIAnswer(
        .events { stream in
          stream.send(Array("first".utf8))
          open.withLock { $0.append(stream) }
        })
    }
    let served = try ServedConsole(routes: [events])
    let client = try SlowClient(to: served.port)
    client.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.read(until: "first") != nil)
    let seen = try served.ask("/api/events")
    #expect(seen.status == 503 && seen.headers.contains("frame-ancestors 'none'"))
    #expect(seen.headers.contains("Retry-After: 10"))
    #expect(seen.body.contains(#""code":"unavailable""#))
  }

  @Test("While the store is away requests get 503, and are answered once it is back")
  func outage() throws {
    let isBack = Mutex(false)
    let served = try ServedConsole(storeAnswers: { isBack.withLock { $0 } })
    let login = #"{"name":"agent","password":"tnega"}"#
    #expect(try served.post("/api/login", login).status == 503)
    #expect(try served.ask("/").status == 200)
    isBack.withLock { $0 = true }
    #expect(try served.post("/api/login", login).status == 200)
  }

  @Test("The probes know that the store is back before anyone asks")
  func recovery() throws {
    let console = try TestConsole()
    let service = ConsoleService(console.context, site: SiteFiles(), routes: [])
    func isReady() -> Bool { console.context.health.answers().readiness.isReady }
    service.lookForStore { () throws(StoreError) in
      throw StoreError(.unavailable, operation: "open", detail: "away")
    }
    #expect(!isReady())
    service.lookForStore { MemoryStore(MemoryDatabase()) }
    #expect(isReady())
    // While it answers, nothing is opened.
    service.lookForStore { () throws(StoreError) in
      throw StoreError(.failed, operation: "open", detail: "opened in vain")
    }
    #expect(isReady())
    #expect(
      console.context.failure(StoreError(.failed, operation: "a", detail: "b")).code == .unavailable
    )
    #expect(!isReady())
  }

  @Test("Requests that no thread can take are refused at once, and files are served meanwhile")
  func overload() throws {
    let gate = StopSignal()
    let arrived = Mutex(0)
    let waits = Console.Route("GET", "/api/waits", role: nil) { _ throws(APIError) in
      arrived.withLock { $0 += 1 }
      _ = gate.wait(for: Patience.limit)
      return APIAnswer(.null)
    }
    let served = try ServedConsole(routes: [waits])
    let clients = try (0..<(ConsoleService.threads + ConsoleService.waiting)).map { number in
      let client = try SlowClient(to: served.port)
      client.send("GET /api/waits HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      // The threads take theirs before the queue is filled.
      while number < ConsoleService.threads, arrived.withLock({ $0 }) <= number { sched_yield() }
      return client
    }
    var refused: Seen?
    while refused?.status != 503 { refused = try served.ask("/api/waits", "--max-time", "1") }
    #expect(refused?.headers.contains("Retry-After: 2") == true)
    #expect(try served.ask("/").status == 200)
    gate.stop()
    for client in clients { #expect(client.readToEnd()?.hasPrefix("HTTP/1.1 200") == true) }
  }

  @Test("Events are streamed to a user")
  func events() throws {
    let events = Console.Route("GET", "/api/events", role: nil) { _ throws(APIError) in
      APIAnswer(
        .events { stream in
          stream.send(Array("retry: 2000\n\n".utf8))
          stream.close()
        })
    }
    let seen = try ServedConsole(routes: [events]).ask("/api/events")
    #expect(seen.body == "retry: 2000\n\n")
    #expect(seen.headers.contains("text/event-stream"))
    #expect(seen.headers.contains("frame-ancestors 'none'"))
  }
}

import HTTP
import JSON
import MemoryStore
import RideStore
import Rides
import Testing

@testable import Console

@Suite struct APIServiceTests {
  /// A route that does what its body says.
  private static let acts = Console.Route("POST", "/api/rides/:id/act", role: .agent, action: "act")
  {
    call throws(APIError) in
    let body = try call.body()
    let code = try call.reading { () throws(JSONFault) in try body.string("fail", atMost: 20) }
    if let code { throw APIError(APIError.Code(rawValue: code) ?? .conflict, "as asked") }
    // A handler that leaves its transaction open.
    if try call.reading({ () throws(JSONFault) in try body.bool("open") }) == true {
      try call.asking { store throws(StoreError) in try store.begin(.write) }
      throw APIError(.conflict, "left open")
    }
    return APIAnswer(.object(["id": .string(call.parameters["id"] ?? "")]), detail: "m1")
  }
  private static let events = Console.Route("GET", "/api/events", role: .reader) {
    _ throws(APIError) in
    APIAnswer(.events { $0.close() }, headers: [HTTPField("X-Test", "1")])
  }

  private func console() throws -> TestConsole {
    try TestConsole(routes: AccessRoutes.all + [Self.acts, Self.events])
  }

  @Test("An action is in the audit and in the log, done, failed or denied")
  func audited() throws {
    let console = try console()
    let (agent, reader) = (try console.signIn(.agent), try console.signIn(.reader))
    let done = console.post("/api/rides/r1/act", agent, #"{"reason":"a call"}"#)
    #expect(done.body["id"]?.string == "r1")
    #expect(console.post("/api/rides/r2/act", reader, #"{"reason":"b"}"#).code == "forbidden")
    #expect(console.post("/api/rides/r3/act", agent, #"{"fail":"notFound"}"#).status == 404)
    #expect(console.post("/api/rides/r4/act", nil, "{}").status == 401)
    #expect(
      try console.audit().dropFirst(2) == [
        "agent act done r1 a call", "reader act denied r2 b", "agent act failed r3 -",
      ])
    let lines = console.log.all.suffix(3)
    #expect(
      lines.map { $0.contains("\"level\":\"warning\"") } == [false, true, true], "\(lines)")
    #expect(lines.allSatisfy { $0.contains("console_action") && $0.contains("\"ride_id\":\"r") })
    #expect(!lines.contains { $0.contains("a call") })
  }

  @Test("A target and a reason in the body are what the audit has, cut and without U+0000")
  func subject() throws {
    let console = try console()
    let agent = try console.signIn(.agent)
    let text = String(repeating: "x", count: 1_200)
    func entry(_ ride: String, _ status: Int) throws -> AuditEntry? {
      let body = #"{"rideIdentifier":"\#(ride)","reason":"\#(text)"}"#
      #expect(console.post("/api/rides/r1/act", agent, body).status == status)
      return try console.store.auditEntries(matching: AuditFilter(target: "r-9", limit: 1)).first
    }
    #expect(try entry(#"r\u0000-9"#, 400)?.outcome == "failed")
    console.pass(seconds: 1)
    let done = try #require(try entry("r-9", 200))
    #expect(done.reason?.utf8.count == 1_000)
    #expect(done.detail == "m1")
    #expect(done.role == "agent")
  }

  @Test(
    "A control character in the path, a parameter or a member is the client's mistake",
    arguments: ["\0", "\u{1}", "\u{1B}", "\u{7F}"])
  func controls(_ character: String) throws {
    let console = try TestConsole()
    let (admin, text) = (try console.signIn(.admin), "r\(character)1")
    for (name, path) in [
      ("vehicle", "/api/rides"), ("rider", "/api/rides"), ("plate", "/api/vehicles"),
      ("q", "/api/search"), ("target", "/api/audit"), ("reason", "/api/dead-letters"),
      (text, "/api/me"),
    ] {
      let answer = console.get(path, admin, query: [HTTPField(name, text)])
      #expect(answer.code == "badRequest", "\(path)")
    }
    for path in ["/api/rides/", "/api/vehicles/", "/api/riders/", "/api/dead-letters/"] {
      #expect(console.get(path + text, admin).code == "badRequest", "\(path)")
    }
    for body in [
      JSONValue.object(["account": .string(text)]),
      .object(["account": .string("agent"), "more": .array([.object([text: .null])])]),
    ] {
      let sent = String(decoding: body.text, as: UTF8.self)
      #expect(console.post("/api/sessions/end", admin, sent).code == "badRequest", "\(sent)")
    }
  }

  @Test("Members may have several lines")
  func lines() throws {
    let console = try console()
    let body = #"{"reason":"one\r\n\ttwo\rthree"}"#
    #expect(console.post("/api/rides/r1/act", try console.signIn(.agent), body).status == 200)
  }

  @Test("A transaction that a handler has left open is rolled back before the audit")
  func openTransaction() throws {
    let console = try console()
    let agent = try console.signIn(.agent)
    #expect(console.post("/api/rides/r1/act", agent, #"{"open":true}"#).status == 409)
    #expect(try console.audit().last == "agent act failed r1 -")
    #expect(console.get("/api/me", agent).status == 200)
  }

  @Test("Each error has its status", arguments: APIError.Code.allCases)
  func errors(_ code: APIError.Code) throws {
    let console = try console()
    let answer = console.post(
      "/api/rides/r1/act", try console.signIn(.agent), #"{"fail":"\#(code.rawValue)"}"#)
    #expect(answer.status == code.status)
    #expect(answer.code == code.rawValue)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Content-Type") == "application/json")
  }

  @Test("Without a store everything but a missing sign-in is 503")
  func noStore() throws {
    let console = try console()
    let cookie = try console.signIn(.agent)
    func status(_ headers: [HTTPField]) -> Int {
      let request = HTTPRequest(path: "/api/me", headers: headers)
      guard case .response(let response) = console.api.reply(to: request, in: nil) else {
        return 0
      }
      return response.status
    }
    #expect(status([cookie]) == 503)
    #expect(status([]) == 401)
  }

  @Test("Only a request with a sign-in, or for a route that needs none, is worth a thread")
  func hopeless() throws {
    let console = try console()
    let cookie = try console.signIn(.agent)
    func isHopeless(_ method: String, _ path: String, _ headers: [HTTPField] = []) -> Bool {
      console.api.isHopeless(HTTPRequest(method: method, path: path, headers: headers))
    }
    #expect(isHopeless("GET", "/api/me"))
    #expect(isHopeless("GET", "/api/other", [cookie]))
    #expect(!isHopeless("GET", "/api/me", [cookie]))
    #expect(!isHopeless("POST", "/api/login"))
  }

  @Test("Events begin with their headers, for GET alone")
  func events() throws {
    let console = try console()
    let cookie = try console.signIn(.reader)
    let get = HTTPRequest(path: "/api/events", headers: [cookie])
    guard case .events(let headers, _) = console.api.reply(to: get, in: console.store) else {
      Issue.record("expected events")
      return
    }
    #expect(headers.contains(HTTPField("Content-Type", "text/event-stream")))
    #expect(headers.contains(HTTPField("X-Accel-Buffering", "no")))
    #expect(headers.contains(HTTPField("X-Test", "1")))
    let head = HTTPRequest(method: "HEAD", path: "/api/events", headers: [cookie])
    #expect(console.response(to: head)?.status == 400)
  }

  @Test("The audit is read a page at a time, by its filter, by admins")
  func audit() throws {
    let console = try console()
    let (admin, agent) = (try console.signIn(.admin), try console.signIn(.agent))
    for number in 0..<60 {
      console.pass(seconds: 1)
      #expect(console.post("/api/rides/r\(number)/act", agent, "{}").status == 200)
    }
    #expect(console.get("/api/audit", agent).status == 403)
    let query = [HTTPField("action", "act"), HTTPField("operator", "agent")]
    let first = console.get("/api/audit", admin, query: query)
    let next = try #require(first.body["next"]?.string)
    let second = console.get("/api/audit", admin, query: query + [HTTPField("cursor", next)])
    let targets = [first, second].flatMap { $0.body["items"]?.array ?? [] }
      .compactMap { $0["target"]?.string }
    #expect(targets == (0..<60).reversed().map { "r\($0)" })
    #expect(second.body["next"] == nil)
    let one = console.get("/api/audit", admin, query: [HTTPField("target", "r7")])
    #expect(one.body["items"]?.array?.count == 1)
    #expect(one.body["items"]?[0]?["outcome"]?.string == "done")
    for cursor in ["x", "1", "x.y", "1.\0"] {
      let query = [HTTPField("cursor", cursor)]
      #expect(console.get("/api/audit", admin, query: query).code == "badRequest")
    }
  }

  @Test("For an action the newest 5,000 entries are looked at, and the next page goes on there")
  func rareAction() throws {
    let console = try console()
    let admin = try console.signIn(.admin)
    try console.store.transaction(.write) { () throws(StoreError) in
      for number in 0..<5_100 {
        let (at, action) = (noon.advanced(bySeconds: number), number == 0 ? "rare" : "usual")
        try console.store.append(
          AuditEntry(
            identifier: "e\(number)", at: at, account: "a", role: "admin", action: action,
            outcome: "done"))
      }
    }
    let query = [HTTPField("action", "rare")]
    let first = console.get("/api/audit", admin, query: query)
    #expect(first.body["items"]?.array == [])
    let next = try #require(first.body["next"]?.string)
    let second = console.get("/api/audit", admin, query: query + [HTTPField("cursor", next)])
    #expect(second.body["items"]?.array?.count == 1 && second.body["next"] == nil)
  }

  @Test(
    "The language is the one that the browser prefers",
    arguments: [
      (nil, "en"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("DE", "de"), ("*", "en"), ("x", "en"),
      ("<script>", "en"),
    ])
  func language(_ header: String?, _ expected: String) throws {
    let console = try console()
    let language = header.map { [HTTPField("Accept-Language", $0)] } ?? []
    let headers = [try console.signIn(.reader)] + language
    let answer = Answered(
      console.response(to: HTTPRequest(path: "/api/me", headers: headers)))
    #expect(answer.body["language"]?.string == expected)
  }
}

/// Who may what, for all routes of the console.
@Suite struct RoleTests {
  private static let routes = Routes.all.filter { $0.role != nil }.map {
    "\($0.method) \($0.pattern)"
  }

  private static func answer(_ console: TestConsole, _ route: String, _ role: ConsoleRole?) throws
    -> Answered
  {
    let parts = route.split(separator: " ").map(String.init)
    let path = parts[1].split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(":") ? "x" : $0 }.joined(separator: "/")
    let cookie = try role.map(console.signIn)
    return parts[0] == "GET" ? console.get(path, cookie) : console.post(path, cookie, "{}")
  }

  @Test("Without a sign-in no route answers", arguments: routes)
  func signedOut(_ route: String) throws {
    #expect(try Self.answer(try TestConsole(), route, nil).code == "unauthenticated")
  }

  @Test("A filter by a rider is denied to a reader, and is in the audit")
  func riders() throws {
    let console = try TestConsole()
    let reader = try console.signIn(.reader)
    for path in ["/api/rides", "/api/dead-letters"] {
      let answer = console.get(path, reader, query: [HTTPField("rider", "secret-rider")])
      #expect(answer.code == "forbidden")
      #expect(try console.entries(of: path) == ["reader denied forbidden"])
    }
  }

  @Test("A lesser role is denied each route, and the audit has each attempt", arguments: routes)
  func denied(_ name: String) throws {
    let route = try #require(Routes.all.first { "\($0.method) \($0.pattern)" == name })
    let least = try #require(route.role)
    for role in ConsoleRole.allCases where role < least {
      let console = try TestConsole()
      #expect(try Self.answer(console, name, role).code == "forbidden", "\(role)")
      let last = try console.audit().last ?? ""
      #expect(last.hasPrefix("\(role.rawValue) \(route.action ?? route.pattern) denied"))
    }
  }

  @Test("What needs which role is as the table says")
  func table() {
    let needs = Dictionary(
      uniqueKeysWithValues: AccessRoutes.all.map { ("\($0.method) \($0.pattern)", $0.role) })
    #expect(
      needs == [
        "GET /api/me": .reader, "POST /api/login": nil, "POST /api/logout": .reader,
        "POST /api/sessions/end": .admin, "GET /api/audit": .admin,
      ])
  }
}

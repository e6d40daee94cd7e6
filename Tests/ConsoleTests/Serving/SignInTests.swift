import Fleet
import HTTP
import JSON
import MemoryStore
import RideStore
import Testing

@testable import Console

@Suite struct SignInTests {
  @Test("A user signs in, is known, and signs out", arguments: ConsoleRole.allCases)
  func story(_ role: ConsoleRole) throws {
    let console = try TestConsole()
    #expect(console.get("/api/me").code == "unauthenticated")
    let cookie = try console.signIn(role)
    let user = console.get("/api/me", cookie)
    #expect(user.status == 200)
    #expect(user.body["name"]?.string == role.rawValue)
    #expect(user.body["role"]?.string == role.rawValue)
    #expect(user.body["mayAct"]?.bool == role.mayAct)
    #expect(user.body["maySeePersonal"]?.bool == role.maySeePersonal)
    #expect(user.body["expiresAt"]?.string == "2027-01-15T08:30:00Z")
    let left = console.post("/api/logout", cookie, "{}")
    #expect(left.status == 204)
    #expect(left.header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(console.get("/api/me", cookie).status == 401)
    #expect(
      try console.audit() == [
        "\(role.rawValue) login done - -", "\(role.rawValue) logout done - -",
      ])
  }

  @Test(
    "A wrong name and a wrong password have one answer",
    arguments: [
      ("admin", "wrong"), ("cy", "wrong"), ("proxied", "deixorp"), ("", ""), ("a b", "x"),
    ])
  func refused(_ name: String, _ password: String) throws {
    let console = try TestConsole()
    let answer = console.post(
      "/api/login", nil, #"{"name":"\#(name)","password":"\#(password)"}"#)
    #expect(answer.status == 401)
    #expect(answer.cookie == nil)
    #expect(answer.body["error"]?["message"]?.string == "name or password is wrong")
  }

  @Test("A text that is no account's name is in neither audit nor log")
  func mistypedPassword() throws {
    let console = try TestConsole()
    _ = console.post("/api/login", nil, #"{"name":"hunter2","password":"x"}"#)
    _ = console.post("/api/login", nil, #"{"name":"agent","password":"hunter2"}"#)
    #expect(try console.audit() == [" login denied - -", "agent login denied - -"])
    #expect(console.log.all.count == 2)
    #expect(!console.log.all.contains { $0.contains("hunter2") })
  }

  @Test("After five wrong passwords even the right one has to wait")
  func throttled() throws {
    let console = try TestConsole()
    let right = #"{"name":"agent","password":"tnega"}"#
    for number in 0..<5 {
      let answer = console.post(
        "/api/login", nil, #"{"name":"agent","password":"x"}"#, from: "10.0.0.\(number)")
      #expect(answer.status == 401)
    }
    let answer = console.post("/api/login", nil, right)
    #expect(answer.status == 429)
    #expect(answer.code == "throttled")
    #expect(answer.header("Retry-After") == "1")
    console.pass(seconds: 1)
    #expect(console.post("/api/login", nil, right).status == 200)
  }

  @Test("Of the attempts that have to wait the audit has one a minute for each name")
  func throttledInAudit() throws {
    let console = try TestConsole()
    func attempt(_ name: String, _ count: Int) {
      for _ in 0..<count {
        _ = console.post("/api/login", nil, #"{"name":"\#(name)","password":"x"}"#)
      }
    }
    func throttled() throws -> [String] {
      try console.entries(of: "login").filter { $0.contains("throttled") }
    }
    attempt("agent", 9)
    attempt("hunter2", 9)
    let both = [" denied throttled 127.0.0.1", "agent denied throttled 127.0.0.1"]
    #expect(try throttled() == both)
    console.pass(seconds: 60)
    attempt("agent", 9)
    #expect(try throttled() == both + both.suffix(1))
  }

  @Test("A stranger's failures with many names keep no user out")
  func stranger() throws {
    let console = try TestConsole()
    for number in 0..<25 {
      _ = console.post("/api/login", nil, #"{"name":"user\#(number)","password":"x"}"#)
    }
    #expect(console.post("/api/login", nil, #"{"name":"cy","password":"x"}"#).status == 429)
    #expect(console.post("/api/login", nil, #"{"name":"agent","password":"tnega"}"#).status == 200)
  }

  @Test(
    "A login of another form is refused",
    arguments: ["", "[]", "{}", #"{"name":"agent"}"#, #"{"name":1,"password":"tnega"}"#])
  func form(_ body: String) throws {
    #expect(try TestConsole().post("/api/login", nil, body).code == "badRequest")
  }

  @Test(
    "What a form of another page can send is refused",
    arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", nil])
  func type(_ type: String?) throws {
    let body = Array(#"{"name":"agent","password":"tnega"}"#.utf8)
    let headers = type.map { [HTTPField("Content-Type", $0)] } ?? []
    let request = HTTPRequest(method: "POST", path: "/api/login", headers: headers, body: body)
    #expect(Answered(try TestConsole().response(to: request)).code == "badRequest")
  }

  @Test("A login ends the session that the browser had before")
  func renewed() throws {
    let console = try TestConsole()
    let first = try console.signIn(.agent)
    let second = try #require(
      console.post("/api/login", first, #"{"name":"agent","password":"tnega"}"#).cookie)
    #expect(first != second)
    #expect(console.get("/api/me", first).status == 401)
    #expect(console.get("/api/me", second).status == 200)
  }

  @Test("A login deletes the sessions that have ended")
  func pruned() throws {
    let console = try TestConsole()
    let old = HTTPRequest(path: "/", headers: [try console.signIn(.agent)])
    let digest = try #require(console.context.access.sessions.digest(of: old))
    _ = try console.signIn(.reader)
    #expect(try console.store.session(digest) != nil)
    console.pass(seconds: Sessions.wholeSeconds + 1)
    _ = try console.signIn(.reader)
    #expect(try console.store.session(digest) == nil)
  }

  @Test("A logout everywhere ends all sessions of the account and no other")
  func everywhere() throws {
    let console = try TestConsole()
    let cookies = try (0..<3).map { _ in try console.signIn(.agent) }
    let other = try console.signIn(.reader)
    #expect(console.post("/api/logout", cookies[0], #"{"everywhere":true}"#).status == 204)
    #expect(cookies.allSatisfy { console.get("/api/me", $0).status == 401 })
    #expect(console.get("/api/me", other).status == 200)
  }

  @Test("A session ends after half an hour without a request, which each request puts off")
  func idle() throws {
    let console = try TestConsole()
    let cookie = try console.signIn(.agent)
    for _ in 0..<15 {
      console.pass(seconds: 1_740)
      #expect(console.get("/api/me", cookie).status == 200)
    }
    console.pass(seconds: 1_800)
    #expect(console.get("/api/me", cookie).status == 401)
  }

  @Test("A session ends after eight hours")
  func whole() throws {
    let console = try TestConsole()
    let cookie = try console.signIn(.agent)
    for _ in 0..<28 {
      console.pass(seconds: 1_000)
      #expect(console.get("/api/me", cookie).status == 200)
    }
    console.pass(seconds: 800)
    #expect(console.get("/api/me", cookie).status == 401)
  }

  @Test("An open page that asks by itself does not keep its session")
  func passive() throws {
    let watch = Console.Route("GET", "/api/watch", role: .reader, isActivity: false) {
      _ throws(APIError) in APIAnswer(.null)
    }
    let console = try TestConsole(routes: Routes.all + [watch])
    let cookie = try console.signIn(.agent)
    console.pass(seconds: 1_700)
    #expect(console.get("/api/watch", cookie).status == 200)
    console.pass(seconds: 100)
    #expect(console.get("/api/watch", cookie).status == 401)
  }

  @Test("A user whose account is taken away may nothing from then on")
  func removed() throws {
    let console = try TestConsole()
    let cookie = try console.signIn(.agent)
    try console.remove(.agent)
    #expect(console.get("/api/me", cookie).status == 401)
  }

  @Test("A new password ends the sessions of an account, also one that was taken out before")
  func newPassword() throws {
    let console = try TestConsole()
    let (cookie, other) = (try console.signIn(.agent), try console.signIn(.reader))
    try console.remove(.agent)
    try console.add(Account.sample("agent", .agent))
    #expect(console.get("/api/me", cookie).status == 401)
    #expect(console.get("/api/me", other).status == 200)
    let next = try console.signIn(.agent)
    #expect(console.get("/api/me", next).status == 200)
  }

  @Test("An admin ends the sessions of an account")
  func ended() throws {
    let console = try TestConsole()
    let (admin, agent) = (try console.signIn(.admin), try console.signIn(.agent))
    let answer = console.post("/api/sessions/end", admin, #"{"account":"agent","reason":"left"}"#)
    #expect(answer.body["ended"]?.integer == 1)
    #expect(console.get("/api/me", agent).status == 401)
    #expect(try console.audit().last == "admin end-sessions done agent left")
  }

  @Test("A proxy signs in by its header, with the role of the account")
  func proxy() throws {
    let console = try TestConsole(["LIVERY_CONSOLE_PROXY_HEADER": "X-Forwarded-User"])
    func me(_ names: String...) -> Answered {
      Answered(
        console.response(
          to: HTTPRequest(
            path: "/api/me", headers: names.map { HTTPField("x-forwarded-user", $0) })))
    }
    #expect(me("proxied").body["role"]?.string == "agent")
    #expect(me("proxied").body["expiresAt"] == nil)
    #expect(me("admin").body["role"]?.string == "admin")
    #expect(me().status == 401)
    #expect(me("cy").status == 401)
    // One of them may be the client's own.
    #expect(me("proxied", "admin").status == 401)
  }

  @Test("Without the setting no header signs in")
  func noProxy() throws {
    let console = try TestConsole()
    let header = HTTPField("X-Forwarded-User", "admin")
    #expect(
      console.response(to: HTTPRequest(path: "/api/me", headers: [header]))?.status == 401)
  }

  @Test(
    "A console for other machines needs the origin of a proxy, and no header that they can send",
    arguments: [
      ([:], 0), (["LIVERY_CONSOLE_ADDRESS": "::1"], 0),
      (["LIVERY_CONSOLE_ADDRESS": "0.0.0.0"], 1),
      (
        [
          "LIVERY_CONSOLE_ADDRESS": "0.0.0.0",
          "LIVERY_CONSOLE_ORIGIN": "https://console.example",
        ], 0
      ),
      (["LIVERY_CONSOLE_PROXY_HEADER": "X-User"], 0),
      (["LIVERY_CONSOLE_ADDRESS": "::", "LIVERY_CONSOLE_PROXY_HEADER": "X-User"], 2),
    ])
  func settings(_ environment: [String: String], _ mistakes: Int) throws {
    let configuration = try Configuration.load(environment: environment).get()
    #expect(ConsoleAccess.mistakes(in: configuration.console).count == mistakes)
  }
}

import Crypto
import HTTP
import RideStore
import Rides
import Testing

@testable import Console

private let start = Instant(seconds: 1_000_000)

@Suite struct SessionsTests {
  private let sessions = Sessions(cookie: SessionCookie(isSecure: true))

  private func request(_ cookies: String...) -> HTTPRequest {
    HTTPRequest(path: "/", headers: cookies.map { HTTPField("cookie", $0) })
  }

  @Test(
    "The cookie is for this host, for no script and for no other site",
    arguments: [
      (true, "__Host-livery=AQ; Path=/; HttpOnly; SameSite=Strict; Secure"),
      (false, "livery-console=AQ; Path=/; HttpOnly; SameSite=Strict"),
    ])
  func header(_ isSecure: Bool, _ value: String) {
    let cookie = SessionCookie(isSecure: isSecure)
    #expect(cookie.header(with: [1]) == HTTPField("Set-Cookie", value))
    #expect(cookie.removal.value.contains("=; Max-Age=0; Path=/;"))
  }

  @Test("A session is found by its cookie, among others")
  func cookie() throws {
    let account = try Account.sample("anna", .agent)
    let (session, header) = sessions.begin(of: account, at: start)
    let pair = header.value.prefix { $0 != ";" }
    #expect(sessions.digest(of: request(String(pair))) == session.digest)
    #expect(sessions.digest(of: request("a=b; \(pair); c")) == session.digest)
    #expect(sessions.digest(of: request("a=b", "x; \(pair)")) == session.digest)
    #expect(!header.value.contains(session.digest))
    #expect(session.digest.utf8.count == 64)
    #expect(session.endsAt == start.advanced(bySeconds: 8 * 3_600))
    #expect(sessions.begin(of: account, at: start).session.digest != session.digest)
  }

  @Test("A forged, a repeated and another cookie are none")
  func forged() {
    let token = Base64URL.encode(Array(repeating: 7, count: 32))
    #expect(sessions.digest(of: request("__Host-livery=\(token)")) != nil)
    for text in [
      "__Host-livery=", "__Host-livery", "__Host-livery=\(token)=", "__Host-livery=\(token)A",
      "__Host-livery=\(token.dropLast())", "__host-livery=\(token)", "livery-console=\(token)",
      "__Host-livery=\(token); __Host-livery=\(token)", "__Host-livery=\"\(token)\"", "",
    ] {
      #expect(sessions.digest(of: request(text)) == nil, "\(text)")
    }
    #expect(
      sessions.digest(of: request("__Host-livery=\(token)", "__Host-livery=\(token)")) == nil)
  }

  @Test(
    "A session ends after half an hour without a request, and after eight hours",
    arguments: [
      (0, 0, 1_800), (0, 1_799, 1_800), (0, 1_800, nil), (27_000, 28_799, 28_800),
      (28_700, 28_800, nil), (27_000, 27_001, 28_800),
    ])
  func ends(_ seen: Int, _ now: Int, _ end: Int?) throws {
    let account = try Account.sample("anna", .agent)
    var session = sessions.begin(of: account, at: start).session
    session.seenAt = start.advanced(bySeconds: seen)
    let user = sessions.user(of: session, account, at: start.advanced(bySeconds: now))
    #expect(user?.endsAt == end.map { start.advanced(bySeconds: $0) })
  }

  @Test("A session has the role of its account now, and ends with the account or its password")
  func accounts() throws {
    let account = try Account.sample("anna", .agent)
    let session = sessions.begin(of: account, at: start).session
    func role(_ account: Account?) -> ConsoleRole? {
      sessions.user(of: session, account, at: start)?.role
    }
    #expect(role(account) == .agent)
    #expect(role(Account(name: "anna", role: .reader, password: account.password)) == .reader)
    // The same password, with another salt.
    #expect(role(try Account.sample("anna", .agent)) == nil)
    #expect(role(nil) == nil)
    #expect(role(Account(name: "anna", role: .agent, password: nil)) == nil)
    #expect(role(try Account.sample("bo", .admin)) == nil)
  }

  @Test("The store learns once a minute that a session is used")
  func due() throws {
    let session = sessions.begin(of: try Account.sample("anna", .agent), at: start).session
    #expect(!sessions.isDue(session, at: start.advanced(bySeconds: 59)))
    #expect(sessions.isDue(session, at: start.advanced(bySeconds: 60)))
  }
}

import Crypto
import HTTP
import RideStore
import Rides

/// The sessions of users who signed in with a password: a random cookie, of which the store has
/// the digest.
struct Sessions: Sendable {
  /// The seconds without a request after which a session has ended.
  static let idleSeconds = 30 * 60
  /// The seconds after which it has ended in any case.
  static let wholeSeconds = 8 * 3_600
  /// The seconds for which the time of the last request may be behind in the store.
  static let savedSeconds = 60

  let cookie: SessionCookie

  /// A new session of an account, and the header that hands it to the browser.
  func begin(of account: Account, at now: Instant) -> (session: ConsoleSession, cookie: HTTPField) {
    let random = SecretBytes.random(SessionCookie.tokenLength - Self.markLength)
    let token = random + Self.mark(of: account)
    let session = ConsoleSession(
      digest: Self.digest(of: token), account: account.name, role: account.role.rawValue,
      createdAt: now, seenAt: now, endsAt: now.advanced(bySeconds: Self.wholeSeconds))
    return (session, cookie.header(with: token))
  }

  /// The name in the store of the session whose cookie a request has.
  func digest(of request: HTTPRequest) -> String? {
    cookie.token(in: request).map(Self.digest)
  }

  /// The user of a session; nil once it has ended, or the account is no more, or has another
  /// password.
  ///
  /// The role is the one that the account has now.
  func user(of session: ConsoleSession, _ account: Account?, at now: Instant) -> ConsoleUser? {
    let idleEnd = session.seenAt.advanced(bySeconds: Self.idleSeconds)
    guard let account, account.name == session.account, account.password != nil,
      session.digest.hasSuffix(Self.text(of: Self.mark(of: account))),
      now < session.endsAt, now < idleEnd
    else { return nil }
    return ConsoleUser(
      account: account.name, role: account.role, endsAt: min(session.endsAt, idleEnd),
      session: session.digest)
  }

  /// Whether the store has to learn that a session is used.
  func isDue(_ session: ConsoleSession, at now: Instant) -> Bool {
    session.seenAt.seconds(to: now) >= Double(Self.savedSeconds)
  }

  /// How many bytes of a token, its last ones, are the mark of the account's password.
  private static let markLength = 8

  /// Differs for each line of a password, whose salt is random: a session ends with its password.
  private static func mark(of account: Account) -> [UInt8] {
    let text = "\(account.name):\(account.password?.description ?? "-")"
    return Array(SHA256.digest(Array(text.utf8)).prefix(markLength))
  }

  /// The digest of a token, whose end is the mark.
  private static func digest(of token: [UInt8]) -> String {
    text(of: SHA256.digest(token).dropLast(markLength) + token.suffix(markLength))
  }

  private static func text(of bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// The cookie of a session.
struct SessionCookie: Hashable, Sendable {
  /// The random bytes of a session.
  static let tokenLength = 32

  /// Whether browsers send it over TLS alone; its prefix then keeps other hosts from setting it
  /// (RFC 6265bis, section 4.1.3.2).
  let isSecure: Bool

  private var name: String { isSecure ? "__Host-livery" : "livery-console" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }

  /// The header that sets it.
  func header(with token: [UInt8]) -> HTTPField {
    HTTPField("Set-Cookie", "\(name)=\(Base64URL.encode(token)); \(attributes)")
  }

  /// The header that removes it.
  var removal: HTTPField { HTTPField("Set-Cookie", "\(name)=; Max-Age=0; \(attributes)") }

  /// The bytes of the cookie of a request; nil without one, and where there are two.
  func token(in request: HTTPRequest) -> [UInt8]? {
    let values = request.headers.filter { $0.name.lowercased() == "cookie" }
      .flatMap { $0.value.split(separator: ";") }
      .compactMap { pair -> Substring? in
        let parts = pair.drop { $0 == " " }.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == name ? parts[1] : nil
      }
    guard values.count == 1, let token = Base64URL.decode(String(values[0])),
      token.count == Self.tokenLength
    else { return nil }
    return token
  }
}

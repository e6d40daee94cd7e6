import Fleet
import HTTP
import RideStore
import Rides

/// Who may use the console: all that sign-in and the checks of requests need.
struct ConsoleAccess: Sendable {
  let accounts: AccountsFile
  let login: Login
  let sessions: Sessions
  let origins: OriginRules
  let audit: Audit
  /// The headers that every answer has.
  let headers: [HTTPField]
  private let proxy: ProxySignIn

  init(_ configuration: ConsoleConfiguration, _ accounts: AccountsFile, log: Log) {
    self.accounts = accounts
    login = Login(accounts)
    sessions = Sessions(
      cookie: SessionCookie(isSecure: configuration.origin?.isSecure ?? false))
    origins = OriginRules(origin: configuration.origin)
    audit = Audit(log: log)
    headers = SecurityHeaders.all(origin: configuration.origin, tiles: configuration.tiles)
    proxy = ProxySignIn(header: configuration.proxyHeader)
  }

  /// Whether a request has what a sign-in leaves; its value is not looked at.
  func maySignIn(_ request: HTTPRequest) -> Bool {
    sessions.digest(of: request) != nil || proxy.header.flatMap(request.header) != nil
  }

  /// The user whom a proxy has signed in.
  func proxyUser(of request: HTTPRequest) -> ConsoleUser? {
    proxy.header == nil ? nil : proxy.user(of: request, accounts.current)
  }

  /// The user of the session whose cookie a request has; nil for one that has ended.
  ///
  /// A request that is the work of a person keeps the session from ending.
  func user(
    of request: HTTPRequest, isActivity: Bool, at now: Instant, in store: any RideStore
  ) throws(StoreError) -> ConsoleUser? {
    guard let digest = sessions.digest(of: request),
      var session = try store.session(digest),
      sessions.user(of: session, accounts.current[session.account], at: now) != nil
    else { return nil }
    if isActivity, sessions.isDue(session, at: now) {
      // None where the user has signed out meanwhile.
      let renewed = try store.transaction(.write) { () throws(StoreError) in
        try store.renewSession(digest, seenAt: now)
      }
      guard renewed == 1 else { return nil }
    }
    if isActivity { session.seenAt = now }
    return sessions.user(of: session, accounts.current[session.account], at: now)
  }

  /// Whether a user is still signed in, with the same role; one of a proxy has an account as long.
  func isCurrent(
    _ user: ConsoleUser, at now: Instant, in store: any RideStore
  ) throws(StoreError) -> Bool {
    let account = accounts.current[user.account]
    guard let digest = user.session else { return account?.role == user.role }
    guard let session = try store.session(digest) else { return false }
    return sessions.user(of: session, account, at: now)?.role == user.role
  }

  /// What is wrong with the settings together, a sentence each.
  static func mistakes(in configuration: ConsoleConfiguration) -> [String] {
    let isLoopback = ["127.0.0.1", "::1"].contains(configuration.address.description)
    var mistakes: [String] = []
    if !isLoopback, configuration.origin == nil {
      mistakes.append(
        "LIVERY_CONSOLE_ORIGIN: expected the https:// origin at which browsers see the console, "
          + "since LIVERY_CONSOLE_ADDRESS is not of loopback; got nothing")
    }
    if !isLoopback, configuration.proxyHeader != nil {
      mistakes.append(
        "LIVERY_CONSOLE_PROXY_HEADER: expected LIVERY_CONSOLE_ADDRESS to be of loopback, where "
          + "the proxy alone can send the header; got \(configuration.address)")
    }
    return mistakes
  }
}

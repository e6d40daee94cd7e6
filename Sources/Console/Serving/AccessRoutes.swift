import HTTP
import JSON
import RideStore
import Rides

/// The requests about sign-in, sessions and audit.
enum AccessRoutes {
  static let all = [
    Route("GET", "/api/me", role: .reader) { call throws(APIError) in
      APIAnswer(document(of: call.user, call))
    },
    Route("POST", "/api/login", role: nil, answer: login),
    Route("POST", "/api/logout", role: .reader, action: "logout", answer: logout),
    Route("POST", "/api/sessions/end", role: .admin, action: "end-sessions", answer: endSessions),
    Route("GET", "/api/audit", role: .admin, answer: audit),
  ]

  private static func document(of user: ConsoleUser, _ call: APICall) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(user.account), "role": .string(user.role.rawValue),
      "version": .string(call.console.version),
      "language": .string(language(of: call.request)),
      "mayAct": .bool(user.role.mayAct), "maySeePersonal": .bool(user.role.maySeePersonal),
    ]
    members["expiresAt"] = user.endsAt.map { .string($0.rfc3339) }
    return .object(members)
  }

  /// The language that a browser prefers, such as `de`; English where it does not say.
  private static func language(of request: HTTPRequest) -> String {
    let first = (request.header("Accept-Language") ?? "").prefix { $0 != "," && $0 != ";" }
    let language = first.prefix { $0 != "-" }.lowercased()
    let isTag = 2...3 ~= language.utf8.count && language.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    return isTag ? language : "en"
  }

  private static func login(_ call: APICall) throws(APIError) -> APIAnswer {
    let body = try call.body()
    let (name, password) = try call.reading { () throws(JSONFault) in
      (
        try body.require("name", body.string("name", atMost: 200)),
        try body.require("password", body.string("password", atMost: PasswordHash.longest))
      )
    }
    let access = call.console.access
    switch access.login.attempt(name, password, at: call.now) {
    case .accepted(let account): return try begin(account, call)
    case .throttled(let seconds):
      access.audit.recordRarely(
        "login", of: user(named: name, access),
        detail: "throttled \(call.request.client)", at: call.now, in: call.store)
      throw APIError(.throttled, "wait, then try again", retryAfterSeconds: seconds)
    case .refused:
      access.audit.record(
        "login", of: user(named: name, access), on: AuditSubject(target: nil), .denied,
        detail: call.request.client, at: call.now, in: call.store)
      throw APIError(.unauthenticated, "name or password is wrong")
    }
  }

  /// Who fails to sign in: a text that is no account's name may be a password that was typed into
  /// the wrong field.
  private static func user(named name: String, _ access: ConsoleAccess) -> ConsoleUser {
    let account = access.accounts.current[name]
    return ConsoleUser(
      account: account?.name ?? "", role: account?.role ?? .reader, endsAt: nil, session: nil)
  }

  /// Begins a session; one that the browser has had before ends.
  private static func begin(_ account: Account, _ call: APICall) throws(APIError) -> APIAnswer {
    let access = call.console.access
    let (session, cookie) = access.sessions.begin(of: account, at: call.now)
    try call.asking(.write) { store throws(StoreError) in
      if let old = access.sessions.digest(of: call.request) { _ = try store.endSession(old) }
      _ = try store.pruneSessions(endedBefore: call.now, limit: 100)
      try store.save(session)
    }
    guard let user = access.sessions.user(of: session, account, at: call.now) else {
      throw APIError(.unauthenticated, "the account has no password")
    }
    access.audit.record(
      "login", of: user, on: AuditSubject(target: nil), .done, detail: call.request.client,
      at: call.now, in: call.store)
    return APIAnswer(document(of: user, call), headers: [cookie])
  }

  private static func logout(_ call: APICall) throws(APIError) -> APIAnswer {
    let body = try call.body()
    let isEverywhere = try call.reading { () throws(JSONFault) in
      try body.bool("everywhere") ?? false
    }
    let ended = try call.asking(.write) { store throws(StoreError) in
      if isEverywhere { return try store.endSessions(of: call.user.account) }
      return try call.user.session.map { session throws(StoreError) in
        try store.endSession(session)
      } ?? 0
    }
    return APIAnswer(
      .none, headers: [call.console.access.sessions.cookie.removal], detail: "\(ended) ended")
  }

  private static func endSessions(_ call: APICall) throws(APIError) -> APIAnswer {
    let body = try call.body()
    let account = try call.reading { () throws(JSONFault) in
      try body.require("account", body.string("account", atMost: 64))
    }
    let ended = try call.asking(.write) { store throws(StoreError) in
      try store.endSessions(of: account)
    }
    return APIAnswer(.object(["ended": .integer(Int64(ended))]), detail: "\(ended) ended")
  }

  private static func audit(_ call: APICall) throws(APIError) -> APIAnswer {
    var filter = AuditFilter(limit: 50)
    filter.account = call.request.parameter("operator")
    filter.target = call.request.parameter("target")
    filter.action = call.request.parameter("action")
    if let text = call.request.parameter("cursor") {
      guard let cursor = AuditCursor(text) else {
        throw APIError(.badRequest, "expected the cursor of the page before")
      }
      filter.after = cursor.place
    }
    let page = try call.asking { [filter] store throws(StoreError) in
      try entries(matching: filter, of: store)
    }
    var members: [String: JSONValue] = ["items": .array(page.entries.map(document))]
    members["next"] = page.next.map { .string(AuditCursor(place: $0).text) }
    return APIAnswer(.object(members))
  }

  /// A page of entries, and the place after which there may be more.
  ///
  /// No index has the actions: so many of the newest entries are looked at for a page of one.
  private static func entries(
    matching filter: AuditFilter, of store: any RideStore
  ) throws(StoreError) -> (entries: [AuditEntry], next: PageCursor<AuditIdentifier>?) {
    let (action, most) = (filter.action, 5_000)
    var (found, read, part) = ([AuditEntry](), 0, filter)
    part.action = nil
    if action != nil { part.limit = 1_000 }
    while true {
      let entries = try store.auditEntries(matching: part)
      for entry in entries where action == nil || entry.action == action {
        found.append(entry)
        if found.count == filter.limit { return (found, entry.cursor) }
      }
      guard entries.count == part.limit else { return (found, nil) }
      part.after = entries.last?.cursor
      read += entries.count
      if read >= most { return (found, part.after) }
    }
  }

  private static func document(of entry: AuditEntry) -> JSONValue {
    var members: [String: JSONValue] = [
      "at": .string(entry.at.rfc3339), "operator": .string(entry.account),
      "role": .string(entry.role), "action": .string(entry.action),
      "outcome": .string(entry.outcome),
    ]
    members["target"] = entry.target.map { .string($0) }
    members["reason"] = entry.reason.map { .string($0) }
    members["detail"] = entry.detail.map { .string($0) }
    return .object(members)
  }
}

/// The place in the audit from which the next page goes on, as a text of an address.
private struct AuditCursor {
  let place: PageCursor<AuditIdentifier>

  init(place: PageCursor<AuditIdentifier>) { self.place = place }

  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]), !parts[1].utf8.contains(0) else {
      return nil
    }
    place = PageCursor(
      time: Instant(microseconds: time), identifier: AuditIdentifier(String(parts[1])))
  }

  var text: String { "\(place.time.microseconds).\(place.identifier.rawValue)" }
}

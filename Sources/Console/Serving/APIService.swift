import HTTP
import JSON
import RideStore
import Rides

/// What the API answers to a request, without a socket.
struct APIService: Sendable {
  /// An answer as HTTP has it.
  enum Reply {
    case response(HTTPResponse)
    case events([HTTPField], (HTTPStream) -> Void)
  }

  private let table: RouteTable
  private let console: ConsoleContext

  init(_ console: ConsoleContext, routes: [Route] = Routes.all) {
    (self.console, table) = (console, RouteTable(routes))
  }

  /// Whether a request cannot be of a user who is signed in and so needs no store to be refused.
  func isHopeless(_ request: HTTPRequest) -> Bool {
    guard let match = table.match(request.method, request.path) else { return true }
    return match.route.role != nil && !console.access.maySignIn(request)
  }

  /// Answers a request; `store` is a session of the calling thread, nil when there is none.
  func reply(to request: HTTPRequest, in store: (any RideStore)?) -> Reply {
    do throws(APIError) {
      let answer = try answer(request, in: store)
      if case .events = answer.content, request.method == "HEAD" {
        throw APIError(.badRequest, "expected GET")
      }
      return reply(with: answer)
    } catch {
      return .response(Self.response(to: error))
    }
  }

  /// Whether a request that no page of the console has made is one for the audit: it would change
  /// something, in the name of a user.
  func isForgery(_ request: HTTPRequest) -> Bool {
    request.method == "POST" && table.match(request.method, request.path) != nil
      && console.access.maySignIn(request)
  }

  /// Refuses a request that no page of the console has made, and records in whose name it was.
  func refusal(
    _ why: String, of request: HTTPRequest, in store: (any RideStore)?
  ) -> HTTPResponse {
    if let store, let user = try? user(of: request, isActivity: false, in: store) {
      console.access.audit.recordRarely(
        "origin", of: user, detail: request.path, at: console.clock(), in: store)
    }
    return Self.response(to: APIError(.forbidden, why))
  }

  /// The response to a request that is not done.
  static func response(to error: APIError) -> HTTPResponse {
    let wait = error.retryAfterSeconds.map { [HTTPField("Retry-After", "\($0)")] } ?? []
    return HTTPResponse(
      status: error.code.status, headers: headers + wait, body: error.document.text)
  }

  private static let headers = [
    HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store"),
  ]

  private func reply(with answer: APIAnswer) -> Reply {
    switch answer.content {
    case .json(let body):
      .response(HTTPResponse(status: 200, headers: Self.headers + answer.headers, body: body))
    case .none:
      .response(
        HTTPResponse(
          status: 204, headers: [HTTPField("Cache-Control", "no-store")] + answer.headers))
    case .events(let begin):
      .events(
        [
          HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
          // Proxies such as nginx would wait for more.
          HTTPField("X-Accel-Buffering", "no"),
        ] + answer.headers, begin)
    }
  }

  private func answer(
    _ request: HTTPRequest, in store: (any RideStore)?
  ) throws(APIError) -> APIAnswer {
    guard let match = table.match(request.method, request.path) else {
      throw APIError(.notFound, "the console has no such address")
    }
    let isSignedOut = APIError(.unauthenticated, "sign in")
    if match.route.role != nil, isHopeless(request) { throw isSignedOut }
    guard let store else {
      throw APIError(.unavailable, "the database does not answer", retryAfterSeconds: 2)
    }
    var user = ConsoleUser.unknown
    if match.route.role != nil {
      guard
        let found = try self.user(of: request, isActivity: match.route.isActivity, in: store)
      else {
        throw isSignedOut
      }
      user = found
    }
    return try audited(
      match.route,
      APICall(
        request: request, parameters: match.parameters,
        action: match.route.action ?? match.route.pattern, user: user, store: store,
        console: console))
  }

  private func user(
    of request: HTTPRequest, isActivity: Bool, in store: any RideStore
  ) throws(APIError) -> ConsoleUser? {
    if let user = console.access.proxyUser(of: request) { return user }
    let now = console.clock()
    do throws(StoreError) {
      return try console.access.user(
        of: request, isActivity: isActivity, at: now, in: store)
    } catch {
      throw console.failure(error)
    }
  }

  /// Answers a call whose user is known, and records what it did or was denied.
  private func audited(_ route: Route, _ call: APICall) throws(APIError) -> APIAnswer {
    do throws(APIError) {
      let answer = try allowed(route, call)
      if route.action != nil { record(call, answer.outcome, detail: answer.detail) }
      return answer
    } catch {
      // A handler may have left a transaction open.
      call.store.rollBack()
      let isDenied = error.code == .forbidden
      if isDenied || route.action != nil {
        record(
          call, error.outcome ?? (isDenied ? .denied : .failed),
          detail: error.detail ?? error.code.rawValue)
      }
      throw error
    }
  }

  private func allowed(_ route: Route, _ call: APICall) throws(APIError) -> APIAnswer {
    if let role = route.role, call.user.role < role {
      throw APIError(.forbidden, "needs the role \(role.rawValue)")
    }
    // What a form of another page can send has another type.
    let type = call.request.header("Content-Type") ?? ""
    guard route.method != "POST" || type.lowercased().hasPrefix("application/json") else {
      throw APIError(.badRequest, "expected a body of application/json")
    }
    guard RequestText.isPlain(call.request) else {
      throw APIError(.badRequest, "expected texts without control characters")
    }
    return try route.answer(call)
  }

  private func record(_ call: APICall, _ outcome: Audit.Outcome, detail: String?) {
    console.access.audit.record(
      call.action, of: call.user, on: call.subject, outcome, detail: detail, at: call.now,
      in: call.store)
  }
}

/// The texts of a request: no identifier and no word has a control character, of which databases
/// refuse some and terminals obey others.
private enum RequestText {
  /// Whether path, parameters and members have none; members may have tabs and several lines.
  static func isPlain(_ request: HTTPRequest) -> Bool {
    let texts = [request.path] + request.query.flatMap { [$0.name, $0.value] }
    guard texts.allSatisfy({ isPlain($0) }) else { return false }
    // A body that is no JSON has another fault.
    return (try? JSONValue(parsing: request.body)).map(isPlain) ?? true
  }

  private static func isPlain(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): isPlain(text, but: [0x09, 0x0A, 0x0D])
    case .array(let values): values.allSatisfy(isPlain)
    case .object(let members): members.allSatisfy { isPlain($0.key) && isPlain($0.value) }
    default: true
    }
  }

  private static func isPlain(_ text: String, but allowed: [UInt8] = []) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || allowed.contains($0) }
  }
}

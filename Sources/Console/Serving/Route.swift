import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Tool

/// A request of the API that the console answers: a row of its table.
struct Route: Sendable {
  let method: String
  /// The path, in which a part that begins with a colon stands for any, such as `/api/rides/:id`.
  let pattern: String
  /// The least role that may; nil where no sign-in is needed.
  let role: ConsoleRole?
  /// What the audit calls it; nil where it is not audited.
  let action: String?
  /// Whether a request is the work of a person, and not of an open page.
  let isActivity: Bool
  /// Answers on a thread of the console that owns the store session of the call.
  let answer: @Sendable (APICall) throws(APIError) -> APIAnswer

  init(
    _ method: String, _ pattern: String, role: ConsoleRole?, action: String? = nil,
    isActivity: Bool = true,
    answer: @escaping @Sendable (APICall) throws(APIError) -> APIAnswer
  ) {
    self.method = method
    self.pattern = pattern
    self.role = role
    self.action = action
    self.isActivity = isActivity
    self.answer = answer
  }
}

/// A request of the API with all that its answer needs.
struct APICall {
  let request: HTTPRequest
  /// The parts of the path that the colons of the pattern stand for, by their names.
  let parameters: [String: String]
  /// What the audit calls it.
  let action: String
  /// Who asks; `.unknown` for a route without sign-in.
  let user: ConsoleUser
  let store: any RideStore
  let console: ConsoleContext

  /// The time of the request.
  var now: Instant { console.clock() }

  /// What it is about, for the audit.
  var subject: AuditSubject { AuditSubject(of: request, parameters: parameters) }

  /// Records that the action is about to be done; where that fails, nothing may be done.
  func begin(_ detail: String) throws(APIError) {
    do throws(StoreError) {
      try console.access.audit.begin(
        action, of: user, on: subject, detail: detail, at: now, in: store)
    } catch {
      _ = console.failure(error)
      throw APIError(
        .unavailable, "the audit takes no entry; nothing was sent or changed", retryAfterSeconds: 2)
    }
  }

  /// The body, which has to be a JSON object.
  func body() throws(APIError) -> JSONFields {
    try reading { () throws(JSONFault) in try JSONFields(parsing: request.body) }
  }

  /// What a reader of the body, or of a part of it, finds; its fault is the client's.
  func reading<Value>(_ read: () throws(JSONFault) -> Value) throws(APIError) -> Value {
    do throws(JSONFault) {
      return try read()
    } catch {
      throw APIError(.badRequest, error.description)
    }
  }

  /// What the store answers, in a transaction if there is to be one; its failure is logged, and one
  /// of the console.
  func asking<Value>(
    _ mode: TransactionMode? = nil, _ ask: (any RideStore) throws(StoreError) -> Value
  ) throws(APIError) -> Value {
    do throws(StoreError) {
      guard let mode else { return try ask(store) }
      return try store.transaction(mode) { () throws(StoreError) in try ask(store) }
    } catch {
      throw console.failure(error)
    }
  }

  /// What a function of the tool finds in the store.
  func finding<Value>(
    _ find: (any RideStore) throws(ToolError) -> Value
  ) throws(APIError) -> Value {
    do throws(ToolError) {
      return try find(store)
    } catch {
      throw APIError(error)
    }
  }
}

/// What the API answers to a request that it has done.
struct APIAnswer {
  /// The body of an answer.
  enum Content {
    /// A JSON text.
    case json([UInt8])
    /// Nothing (204).
    case none
    /// Events that go on; the closure is given their stream once, and must not block.
    ///
    /// The stream has to be closed when the sign-in of its user ends, and after five minutes at the
    /// latest: the browser then asks again, and whether it still may is checked.
    case events((HTTPStream) -> Void)
  }

  var content: Content
  /// More headers, such as a cookie.
  var headers: [HTTPField] = []
  /// How it ended, for the audit.
  var outcome = Audit.Outcome.done
  /// What the audit adds to the action, such as the identifier of a message; never personal data.
  var detail: String?

  init(_ content: Content, headers: [HTTPField] = [], detail: String? = nil) {
    self.content = content
    self.headers = headers
    self.detail = detail
  }

  /// A small document.
  init(_ document: JSONValue, headers: [HTTPField] = [], detail: String? = nil) {
    self.init(.json(document.text), headers: headers, detail: detail)
  }
}

/// Why the API does not do what a request asks.
struct APIError: Error, Hashable {
  /// The word that a client can depend on.
  enum Code: String, CaseIterable, Sendable {
    case badRequest, unauthenticated, forbidden, notFound, conflict, tooLarge, throttled
    case unavailable

    /// The status of HTTP.
    var status: Int {
      switch self {
      case .badRequest: 400
      case .unauthenticated: 401
      case .forbidden: 403
      case .notFound: 404
      case .conflict: 409
      case .tooLarge: 413
      case .throttled: 429
      case .unavailable: 503
      }
    }
  }

  let code: Code
  /// A sentence for a person.
  let message: String
  /// After how many seconds a repetition can help.
  let retryAfterSeconds: Int?
  /// How it ended, for the audit, where the code does not say it.
  var outcome: Audit.Outcome?
  /// What the audit adds to the action instead of the code; never personal data.
  var detail: String?

  init(_ code: Code, _ message: String, retryAfterSeconds: Int? = nil) {
    self.code = code
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// The failure of the store, without what the database says.
  init(_ error: StoreError) {
    switch error.code {
    case .conflict: self.init(.conflict, "the data has changed meanwhile; look again")
    case .unavailable:
      self.init(.unavailable, "the database does not answer", retryAfterSeconds: 2)
    case .wrongSchema, .denied, .failed:
      self.init(.unavailable, "the database refuses (\(error.code.rawValue)); see the log")
    }
  }

  /// The failure of a reading of the store; what the database says is for the log alone.
  init(_ error: ToolError) {
    switch error.code {
    case .data: self.init(.unavailable, error.lines.joined(separator: "; "))
    case .denied: self.init(.unavailable, "the database refuses; see the log")
    default: self.init(.unavailable, "the database does not answer", retryAfterSeconds: 2)
    }
  }

  /// The JSON text of the error.
  var document: JSONValue {
    .object([
      "error": .object(["code": .string(code.rawValue), "message": .string(message)])
    ])
  }
}

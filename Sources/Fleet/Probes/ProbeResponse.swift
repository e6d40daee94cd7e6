import HTTP

/// What is said to one HTTP request; the rules of the probes without the socket.
struct ProbeResponse {
  private let status: Int
  /// A JSON object, with a line feed so that a terminal shows it well; of metrics their text.
  private let body: String
  private var contentType = "application/json"

  /// The answer as it is sent; only it is sent on its connection.
  var http: HTTPResponse {
    let headers = [
      HTTPField("Content-Type", contentType), HTTPField("Cache-Control", "no-store"),
      HTTPField("Connection", "close"),
    ]
    let allow = status == 405 ? [HTTPField("Allow", "GET, HEAD")] : []
    return HTTPResponse(status: status, headers: headers + allow, body: Array(body.utf8))
  }

  /// The paths that are answered; a request to any other is answered with this list.
  enum Path: String, CaseIterable {
    case livez = "/livez"
    case readyz = "/readyz"
    case metrics = "/metrics"
  }

  /// Answers GET and HEAD of a known path, and refuses everything else.
  init(method: String, path: String, probe: () -> ProbeAnswers, metrics: () -> String) {
    guard let path = Path(rawValue: path) else {
      let known = Path.allCases.map { Self.quoted($0.rawValue) }.joined(separator: ",")
      let fields = [("error", Self.quoted("expected one of the paths")), ("paths", "[\(known)]")]
      self.init(status: 404, fields: fields)
      return
    }
    guard method == "GET" || method == "HEAD" else {
      self.init(status: 405, fields: [("error", Self.quoted("expected GET or HEAD"))])
      return
    }
    switch path {
    case .livez:
      let answers = probe()
      self.init(answers.liveness, of: answers.process)
    case .readyz:
      let answers = probe()
      self.init(answers.readiness, of: answers.process)
    case .metrics: self.init(metrics: metrics())
    }
  }

  /// A page in Prometheus' text format 0.0.4.
  private init(metrics: String) {
    status = 200
    body = metrics
    contentType = "text/plain; version=0.0.4; charset=utf-8"
  }

  private init(_ liveness: Liveness, of process: ProbedProcess?) {
    var fields = [("live", "\(liveness.isLive)")]
    if let detail = liveness.detail { fields.append(("detail", Self.quoted(detail))) }
    self.init(status: liveness.isLive ? 200 : 503, fields: fields + Self.fields(of: process))
  }

  private init(_ readiness: Readiness, of process: ProbedProcess?) {
    var fields = [("ready", "\(readiness.isReady)")]
    if !readiness.isReady {
      fields.append(("missing", "[\(readiness.missing.map(Self.object).joined(separator: ","))]"))
    }
    if let failures = readiness.housekeeping {
      let since = Self.quoted(failures.since)
      fields.append(("housekeeping", "{\"failingSince\":\(since),\"failures\":\(failures.count)}"))
    }
    self.init(status: readiness.isReady ? 200 : 503, fields: fields + Self.fields(of: process))
  }

  private static func object(_ lack: Lack) -> String {
    let detail = lack.detail.map { ",\"detail\":\(quoted($0))" } ?? ""
    return "{\"what\":\(quoted(lack.what)),\"since\":\(quoted(lack.since)),"
      + "\"seconds\":\(lack.seconds)\(detail)}"
  }

  private static func fields(of process: ProbedProcess?) -> [(String, String)] {
    guard let process else { return [] }
    return [
      ("worker", quoted(process.worker)), ("version", quoted(process.version)),
      ("startedAt", quoted(process.startedAt)),
    ]
  }

  private init(status: Int, fields: [(name: String, json: String)]) {
    self.status = status
    body = "{\(fields.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ","))}\n"
  }

  /// A JSON string (RFC 8259, section 7).
  private static func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

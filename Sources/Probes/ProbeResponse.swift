/// What is said to one HTTP request; the rules of the probes without the socket.
struct ProbeResponse: Equatable {
  var status: UInt32
  /// A JSON object, with a line feed so that a terminal shows it well; of metrics their text.
  var body: String
  var contentType = "application/json"

  /// Answers GET and HEAD of `/livez`, `/readyz` and `/metrics`, and refuses everything else.
  init(method: String, path: String, probe: () -> ProbeAnswers, metrics: () -> String) {
    guard ["/livez", "/readyz", "/metrics"].contains(path) else {
      let error = Self.quoted("expected /livez, /readyz or /metrics")
      self.init(status: 404, fields: [("error", error)])
      return
    }
    guard method == "GET" || method == "HEAD" else {
      self.init(status: 405, fields: [("error", Self.quoted("expected GET or HEAD"))])
      return
    }
    guard path != "/metrics" else {
      self.init(status: 200, fields: [])
      body = metrics()
      // Prometheus' text format 0.0.4.
      contentType = "text/plain; version=0.0.4; charset=utf-8"
      return
    }
    let answers = probe()
    if path == "/livez" { self.init(answers.liveness) } else { self.init(answers.readiness) }
  }

  private init(_ liveness: Liveness) {
    var fields = [("live", "\(liveness.isLive)")]
    if let detail = liveness.detail { fields.append(("detail", Self.quoted(detail))) }
    self.init(status: liveness.isLive ? 200 : 503, fields: fields)
  }

  private init(_ readiness: Readiness) {
    var fields = [("ready", "\(readiness.isReady)")]
    if !readiness.isReady {
      fields.append(("missing", "[\(readiness.missing.map(Self.quoted).joined(separator: ","))]"))
    }
    if let failures = readiness.housekeeping {
      let since = Self.quoted(failures.since)
      fields.append(("housekeeping", "{\"failingSince\":\(since),\"failures\":\(failures.count)}"))
    }
    self.init(status: readiness.isReady ? 200 : 503, fields: fields)
  }

  private init(status: UInt32, fields: [(name: String, json: String)]) {
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

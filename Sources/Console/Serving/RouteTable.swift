import HTTP

/// Finds the route of a request.
struct RouteTable: Sendable {
  /// A route and the parts of a path that its pattern leaves open.
  struct Match: Sendable {
    let route: Route
    let parameters: [String: String]
  }

  private struct Row: Sendable {
    let route: Route
    let parts: [Substring]
  }

  /// By the method and the number of parts of the path.
  private let rows: [String: [Row]]

  init(_ routes: [Route]) {
    rows = Dictionary(
      grouping: routes.map { Row(route: $0, parts: Self.parts(of: $0.pattern)) },
      by: { Self.key($0.route.method, $0.parts) })
  }

  /// The route of a method and a path; nil where there is none.
  ///
  /// Of two that fit, the one with fewer open parts: `/api/rides/count` before `/api/rides/:id`.
  func match(_ method: String, _ path: String) -> Match? {
    let parts = Self.parts(of: path)
    // HEAD asks for the headers of what GET answers (RFC 9110, section 9.3.2).
    let method = method == "HEAD" ? "GET" : method
    let matches = (rows[Self.key(method, parts)] ?? []).compactMap { row -> Match? in
      var parameters: [String: String] = [:]
      for (part, expected) in zip(parts, row.parts) {
        if expected.hasPrefix(":") {
          guard !part.isEmpty else { return nil }
          parameters[String(expected.dropFirst())] = EscapedText.part(part)
        } else if part != expected {
          return nil
        }
      }
      return Match(route: row.route, parameters: parameters)
    }
    return matches.min { $0.parameters.count < $1.parameters.count }
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func key(_ method: String, _ parts: [Substring]) -> String {
    "\(method) \(parts.count)"
  }
}

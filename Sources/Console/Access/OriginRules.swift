import Fleet
import HTTP

/// Which requests come from the console's own pages, as far as a browser tells it.
///
/// The rules against forged requests are those of Go's `http.CrossOriginProtection`; that of the
/// host is against names that lead to this machine (DNS rebinding).
struct OriginRules: Sendable {
  /// The origin at which browsers see the console behind a proxy; nil on loopback alone.
  let origin: WebOrigin?

  /// Why a request is refused before anything of it is looked at; nil for one that may go on.
  func refusal(of request: HTTPRequest) -> String? {
    guard isOwnHost(request) else {
      return "expected the console's own host; see LIVERY_CONSOLE_ORIGIN"
    }
    return mayChange(request) ? nil : "expected a request of the console's own pages"
  }

  private func isOwnHost(_ request: HTTPRequest) -> Bool {
    let hosts = request.headers.filter { $0.name.lowercased() == "host" }
    guard hosts.count == 1, let host = hosts.first?.value.lowercased() else { return false }
    return host == origin?.authority || WebOrigin.isLoopback(authority: host)
  }

  private func mayChange(_ request: HTTPRequest) -> Bool {
    if ["GET", "HEAD", "OPTIONS"].contains(request.method) { return true }
    let isAllowed = request.header("Origin").flatMap(WebOrigin.init).map { $0 == origin } ?? false
    switch request.header("Sec-Fetch-Site") {
    case nil, "": break
    case "same-origin", "none": return true
    default: return isAllowed
    }
    // Neither header: no browser, which has no cookie that it did not ask for.
    guard let text = request.header("Origin"), !text.isEmpty else { return true }
    let authority = WebOrigin(text)?.authority
    return isAllowed || (authority != nil && authority == request.header("Host")?.lowercased())
  }
}

/// The headers that every answer has.
enum SecurityHeaders {
  /// `tiles` is the template of the map's tiles, whose host may serve images.
  static func all(origin: WebOrigin?, tiles: String?) -> [HTTPField] {
    let images = ["'self'", "data:"] + (tiles.flatMap(source).map { [$0] } ?? [])
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'",
      "img-src \(images.joined(separator: " "))", "connect-src 'self'", "form-action 'self'",
      "base-uri 'none'", "frame-ancestors 'none'",
    ]
    let always = [
      HTTPField("Content-Security-Policy", policy.joined(separator: "; ")),
      HTTPField("X-Content-Type-Options", "nosniff"),
      HTTPField("X-Frame-Options", "DENY"),
      HTTPField("Referrer-Policy", "no-referrer"),
      HTTPField("Cross-Origin-Opener-Policy", "same-origin"),
      HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
      HTTPField(
        "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]
    guard origin?.isSecure == true else { return always }
    return always + [HTTPField("Strict-Transport-Security", "max-age=31536000")]
  }

  /// The host of a template such as `https://{s}.tile.example/{z}/{x}/{y}.png`, as a policy writes
  /// it.
  private static func source(of template: String) -> String? {
    WebOrigin.beginning(template.replacing("{s}.", with: "any.")).map { origin in
      template.contains("//{s}.")
        ? origin.description.replacing("//any.", with: "//*.") : origin.description
    }
  }
}

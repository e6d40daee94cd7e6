import Fleet
import HTTP
import Testing

@testable import Console

private func refusal(
  _ method: String, host: String?, site: String? = nil, origin: String? = nil,
  of own: String? = "https://console.example"
) -> String? {
  let pairs = [("Host", host), ("Sec-Fetch-Site", site), ("Origin", origin)]
  return OriginRules(origin: own.flatMap(WebOrigin.init)).refusal(
    of: HTTPRequest(
      method: method, path: "/",
      headers: pairs.compactMap { name, value in value.map { HTTPField(name, $0) } }))
}

@Suite struct OriginRulesTests {
  @Test(
    "A request that changes something comes from the console's own pages",
    arguments: [
      ("same-origin", nil, true), ("none", nil, true), ("cross-site", nil, false),
      ("same-site", nil, false), ("cross-site", "https://evil.example", false),
      ("same-site", "https://www.console.example", false), ("weird", nil, false),
      (nil, nil, true), ("", nil, true), (nil, "https://console.example", true),
      (nil, "https://evil.example", false), (nil, "null", false),
      (nil, "https://console.example:8443", false),
      (nil, "https://console.example.evil.example", false),
      // The outer origin is one that was set, so it counts whatever a proxy makes of the rest.
      ("cross-site", "https://console.example", true),
      (nil, "ftp://console.example", false), (nil, "https://", false),
    ])
  func changes(_ site: String?, _ origin: String?, _ isAllowed: Bool) {
    for method in ["POST", "PUT", "DELETE", "PATCH", "FOO"] {
      let text = refusal(method, host: "console.example", site: site, origin: origin)
      #expect((text == nil) == isAllowed, "\(method)")
    }
    for method in ["GET", "HEAD"] {
      #expect(refusal(method, host: "console.example", site: site, origin: origin) == nil)
    }
  }

  @Test("Behind a proxy that rewrites the host the outer origin counts")
  func proxy() {
    #expect(refusal("POST", host: "127.0.0.1:8088", origin: "https://console.example") == nil)
    #expect(refusal("POST", host: "127.0.0.1:8088", origin: "https://evil.example") != nil)
  }

  @Test(
    "Without an outer origin the origin is that of the host, port included",
    arguments: [
      ("http://127.0.0.1:8088", true), ("http://127.0.0.1:8089", false),
      ("http://localhost:8088", false), ("http://evil.example", false),
    ])
  func loopback(_ origin: String, _ isAllowed: Bool) {
    let text = refusal("POST", host: "127.0.0.1:8088", origin: origin, of: nil)
    #expect((text == nil) == isAllowed)
  }

  @Test(
    "A host is the console's own or this machine, so that no other name leads here",
    arguments: [
      ("console.example", true), ("CONSOLE.example", true), ("127.0.0.1", true),
      ("127.0.0.1:1", true), ("localhost:9000", true), ("[::1]:8088", true), ("::1", false),
      ("evil.example", false), ("127.0.0.1.evil.example", false), ("localhost.evil.example", false),
      ("console.example:8088", false), ("127.0.0.1:x", false), ("127.0.0.1:0", false),
      ("127.0.0.1:80:80", false), ("user@127.0.0.1", false), ("", false), ("192.168.0.7", false),
    ])
  func hosts(_ host: String, _ isAllowed: Bool) {
    #expect((refusal("GET", host: host) == nil) == isAllowed)
    #expect((refusal("POST", host: host) == nil) == isAllowed)
  }

  @Test("No host, and two, are refused")
  func noHost() {
    #expect(refusal("GET", host: nil) != nil)
    let hosts = ["127.0.0.1", "127.0.0.1"].map { HTTPField("Host", $0) }
    #expect(
      OriginRules(origin: nil).refusal(of: HTTPRequest(path: "/", headers: hosts)) != nil)
  }
}

@Suite struct SecurityHeadersTests {
  private func value(_ name: String, origin: String?, tiles: String? = nil) -> String? {
    SecurityHeaders.all(origin: origin.flatMap(WebOrigin.init), tiles: tiles)
      .first { $0.name == name }?.value
  }

  @Test("No page of another site shows the console, and none of its pages asks another host")
  func policy() {
    #expect(
      value("Content-Security-Policy", origin: nil)
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
    #expect(value("X-Frame-Options", origin: nil) == "DENY")
    #expect(value("X-Content-Type-Options", origin: nil) == "nosniff")
    #expect(value("Referrer-Policy", origin: nil) == "no-referrer")
    #expect(value("Cross-Origin-Opener-Policy", origin: nil) == "same-origin")
  }

  @Test(
    "The host of the map's tiles may serve images",
    arguments: [
      ("https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example;"),
      ("https://{s}.tiles.example/{z}/{x}/{y}.png", "https://*.tiles.example;"),
      ("http://127.0.0.1:9/{z}/{x}/{y}.png?key=a;b", "http://127.0.0.1:9;"),
    ])
  func tiles(_ template: String, _ source: String) {
    let policy = value("Content-Security-Policy", origin: nil, tiles: template) ?? ""
    #expect(policy.contains("img-src 'self' data: \(source)"))
  }

  @Test("Browsers stay with TLS where there is TLS")
  func transport() {
    let name = "Strict-Transport-Security"
    #expect(value(name, origin: "https://console.example") == "max-age=31536000")
    #expect(value(name, origin: "http://127.0.0.1:8088") == nil)
    #expect(value(name, origin: nil) == nil)
  }
}

import Fleet
import HTTP
import Testing

@Suite("The settings of the console")
struct ConsoleConfigurationTests {
  private func load(
    _ environment: [String: String]
  ) -> Result<Configuration, ConfigurationMistakes> {
    Configuration.load(environment: environment) { _ in nil }
  }

  @Test("The console is on loopback, and has no accounts by itself")
  func defaults() throws {
    let console = try load([:]).get().console
    #expect(console.port == 8_088)
    #expect(console.address == .loopback)
    #expect(console.accounts == nil)
    #expect(console.proxyHeader == nil)
    #expect(console.origin == nil)
    #expect(console.site == "/usr/share/livery/console")
  }

  @Test("Every setting is read from the environment, and a password is not shown")
  func everySetting() throws {
    let configuration = try load([
      "LIVERY_CONSOLE_PORT": "1", "LIVERY_CONSOLE_ADDRESS": "::", "LIVERY_CONSOLE_ACCOUNTS": "/a",
      "LIVERY_CONSOLE_PROXY_HEADER": "X-User", "LIVERY_CONSOLE_ORIGIN": "https://C.example:443",
      "LIVERY_CONSOLE_TILES": "https://t.example/{z}/{x}/{y}.png", "LIVERY_CONSOLE_SITE": "/s",
      "LIVERY_BROKER_API": "http://user:p@ss@broker:15672/api",
    ]).get()
    let shown: Set = [
      "LIVERY_CONSOLE_PORT=1", "LIVERY_CONSOLE_ADDRESS=::", "LIVERY_CONSOLE_ACCOUNTS=/a",
      "LIVERY_CONSOLE_PROXY_HEADER=X-User", "LIVERY_CONSOLE_ORIGIN=https://c.example",
      "LIVERY_CONSOLE_TILES=https://t.example/{z}/{x}/{y}.png", "LIVERY_CONSOLE_SITE=/s",
      "LIVERY_BROKER_API=http://broker:15672",
    ]
    #expect(shown.subtracting(configuration.redactedDescription) == [])
    #expect(configuration.console.brokerAPI == "http://user:p@ss@broker:15672/api")
  }

  @Test(
    "A wrong value is a mistake, and a secret is not shown in it",
    arguments: [
      ("LIVERY_CONSOLE_PORT", "0"), ("LIVERY_CONSOLE_ADDRESS", "console"),
      ("LIVERY_CONSOLE_PROXY_HEADER", "X User"), ("LIVERY_CONSOLE_PROXY_HEADER", ""),
      ("LIVERY_CONSOLE_ORIGIN", "http://console.example"),
      ("LIVERY_CONSOLE_ORIGIN", "https://console.example/"),
      ("LIVERY_CONSOLE_ORIGIN", "console.example"), ("LIVERY_CONSOLE_TILES", "/tiles"),
      ("LIVERY_BROKER_API", "broker:15672"), ("LIVERY_BROKER_API", "amqp://user:secret@broker"),
    ])
  func mistakes(_ name: String, _ value: String) {
    guard case .failure(let error) = load([name: value]) else {
      Issue.record("expected a mistake")
      return
    }
    #expect(error.mistakes.map(\.name) == [name])
    #expect(!error.description.contains("secret"))
  }

  @Test(
    "An origin is a scheme, a host and a port that is not the scheme's own",
    arguments: [
      ("https://a.example", "https://a.example"), ("HTTPS://A.Example", "https://a.example"),
      ("https://a.example:443", "https://a.example"), ("http://a:80", "http://a"),
      ("http://a:443", "http://a:443"), ("http://[::1]:8088", "http://[::1]:8088"),
      ("https://a.example/", nil), ("https://", nil), ("https://a:0", nil),
      ("https://a:65536", nil), ("https://a:", nil), ("https://u@a", nil), ("https://a b", nil),
      ("https://[::1", nil), ("null", nil), ("", nil),
    ])
  func origins(_ text: String, _ expected: String?) {
    #expect(WebOrigin(text)?.description == expected)
  }

  @Test(
    "The origin of a URL has neither its user nor its path",
    arguments: [
      ("http://u:p@h:1/x?y", "http://h:1"), ("https://h", "https://h"),
      ("https://h#x", "https://h"),
      ("ftp://h", nil), ("https:///x", nil), ("h", nil),
    ])
  func beginnings(_ url: String, _ expected: String?) {
    #expect(WebOrigin.beginning(url)?.description == expected)
  }
}

import AMQP
import Crypto
import Fleet
import Foundation
import HTTP
import Testing

private func load(
  _ environment: [String: String], required: Set<SettingName> = [], files: [String: String] = [:]
) -> Result<Configuration, ConfigurationMistakes> {
  Configuration.load(environment: environment, required: required) { path in
    files[path].map { Array($0.utf8) }
  }
}

private func mistakes(
  _ environment: [String: String], required: Set<SettingName> = [], files: [String: String] = [:]
) -> [String] {
  guard case .failure(let found) = load(environment, required: required, files: files) else {
    return []
  }
  return found.mistakes.map(\.description)
}

@Suite struct ConfigurationTests {
  @Test("An empty environment gives the defaults of the table")
  func defaults() throws {
    let configuration = try load(["PATH": "/bin", "LIVERY_TEST_BROKER": "x"]).get()
    #expect(configuration.endpoints.map(\.host) == ["127.0.0.1"])
    #expect(configuration.endpoints.map(\.virtualHost) == ["/"])
    #expect(configuration.store == .sqlite(path: "livery.db"))
    #expect(configuration.catalogue == nil)
    #expect(configuration.lanes == 1)
    #expect(configuration.prefetch == 256)
    #expect(configuration.batchLimit == 128)
    #expect(configuration.drainSeconds == 25)
    #expect(configuration.quoteKeys.isEmpty)
    #expect(configuration.payments == .builtIn)
    #expect(configuration.probePort == nil)
    #expect(configuration.probeAddress == .any)
    #expect(configuration.clockLimitSeconds == 30)
    #expect(configuration.logLevel == .info)
    #expect(configuration.logFormat == .json)
    #expect(configuration.logAccessSample == 0)
  }

  @Test("Every setting is read from the environment")
  func everySetting() throws {
    let configuration = try load([
      "LIVERY_AMQP_URL": "amqp://u:p@one/v,amqps://two", "LIVERY_STORE": "postgres://db/livery",
      "LIVERY_CATALOGUE": "/etc/livery", "LIVERY_LANES": "64", "LIVERY_PREFETCH": "2000",
      "LIVERY_BATCH_LIMIT": "1000", "LIVERY_DRAIN_SECONDS": "600",
      "LIVERY_QUOTE_KEYS": "new:\(String(repeating: "ab", count: 16)),old:AAECAwQFBgcICQoLDA0ODw==",
      "LIVERY_PAYMENTS": "amqp", "LIVERY_PROBE_PORT": "65535", "LIVERY_PROBE_ADDRESS": "::1",
      "LIVERY_UPDATE_SECONDS": "1", "LIVERY_CLOCK_LIMIT_SECONDS": "86400",
      "LIVERY_LOG_LEVEL": "debug",
      "LIVERY_LOG_FORMAT": "text", "LIVERY_LOG_ACCESS_SAMPLE": "0.01",
      "LIVERY_STATUS_WORKERS": "a:1,[::1]:2",
    ]).get()
    #expect(configuration.endpoints.map(\.host) == ["one", "two"])
    #expect(configuration.store == .postgres(url: "postgres://db/livery"))
    #expect(configuration.catalogue == "/etc/livery")
    #expect(configuration.lanes == 64)
    #expect(configuration.prefetch == 2_000)
    #expect(configuration.batchLimit == 1_000)
    #expect(configuration.drainSeconds == 600)
    #expect(configuration.quoteKeys.map(\.identifier) == ["new", "old"])
    #expect(configuration.payments == .amqp)
    #expect(configuration.probePort == 65_535)
    #expect(configuration.probeAddress == ListenAddress("::1"))
    #expect(configuration.clockLimitSeconds == 86_400)
    #expect(configuration.logLevel == .debug)
    #expect(configuration.logFormat == .text)
    #expect(configuration.logAccessSample == 0.01)
    #expect(configuration.statusWorkers == ["a:1", "[::1]:2"])
  }

  @Test("A secret in hex and the same in either base64 make the same key")
  func secretSpellings() throws {
    let bytes = (0..<18).map { UInt8(0xF0 + $0 % 16) }
    let hex = bytes.map { String($0, radix: 16) }.joined()
    let base64 = Data(bytes).base64EncodedString()
    let spellings = [hex, hex.uppercased(), base64, Base64URL.encode(bytes)]
    let text = spellings.enumerated().map { "k\($0):\($1)" }.joined(separator: ",")
    let expected = MessageAuthenticationKey(identifier: "k", secret: bytes)
    let keys = try load(["LIVERY_QUOTE_KEYS": text]).get().quoteKeys
    #expect(keys.count == 4)
    #expect(keys.allSatisfy { $0.isValid(expected.authenticationCode(for: [1]), for: [1]) })
  }

  @Test(
    "A wrong value is reported with the expected and the actual value",
    arguments: [
      ("LIVERY_LANES", "0", "LIVERY_LANES: expected 1 to 64, got '0'"),
      ("LIVERY_LANES", "65", "LIVERY_LANES: expected 1 to 64, got '65'"),
      ("LIVERY_LANES", "", "LIVERY_LANES: expected 1 to 64, got ''"),
      ("LIVERY_LANES", "+4", "LIVERY_LANES: expected 1 to 64, got '+4'"),
      ("LIVERY_LANES", " 4", "LIVERY_LANES: expected 1 to 64, got ' 4'"),
      ("LIVERY_PREFETCH", "many", "LIVERY_PREFETCH: expected 1 to 2000, got 'many'"),
      (
        "LIVERY_PREFETCH", "99999999999999999999",
        "LIVERY_PREFETCH: expected 1 to 2000, got '99999999999999999999'"
      ),
      ("LIVERY_PROBE_PORT", "65536", "LIVERY_PROBE_PORT: expected 0 to 65535, got '65536'"),
      (
        "LIVERY_PROBE_ADDRESS", "localhost",
        "LIVERY_PROBE_ADDRESS: expected an IPv4 or IPv6 address, got 'localhost'"
      ),
      (
        "LIVERY_LOG_LEVEL", "INFO",
        "LIVERY_LOG_LEVEL: expected debug, info, warning, error, got 'INFO'"
      ),
      ("LIVERY_LOG_FORMAT", "xml", "LIVERY_LOG_FORMAT: expected json, text, got 'xml'"),
      (
        "LIVERY_LOG_ACCESS_SAMPLE", "1.5",
        "LIVERY_LOG_ACCESS_SAMPLE: expected a number from 0 to 1, got '1.5'"
      ),
      (
        "LIVERY_LOG_ACCESS_SAMPLE", "nan",
        "LIVERY_LOG_ACCESS_SAMPLE: expected a number from 0 to 1, got 'nan'"
      ),
      ("LIVERY_CATALOGUE", "", "LIVERY_CATALOGUE: expected a file or a folder, got an empty text"),
      (
        "LIVERY_LANE", "4",
        "LIVERY_LANE: expected a setting's name, got an unknown one; did you mean LIVERY_LANES?"
      ),
      (
        "LIVERY_AMQP_URI_FILE", "x",
        "LIVERY_AMQP_URI_FILE: expected a setting's name, got an unknown one; "
          + "did you mean LIVERY_AMQP_URL_FILE?"
      ),
      (
        "LIVERY_ZZZZZZZZZZZZZZZZZZ", "1",
        "LIVERY_ZZZZZZZZZZZZZZZZZZ: expected a setting's name, got an unknown one"
      ),
    ])
  func wrongValue(_ name: String, _ value: String, _ line: String) {
    #expect(mistakes([name: value]) == [line])
  }

  @Test("All mistakes are reported at once")
  func allAtOnce() {
    let found = mistakes(
      ["LIVERY_LANES": "x", "LIVERY_PREFETCH": "0", "LIVERY_TYPO": "1"], required: [.catalogue])
    #expect(found.count == 4)
    for name in ["LIVERY_LANES", "LIVERY_PREFETCH", "LIVERY_TYPO", "LIVERY_CATALOGUE"] {
      #expect(found.count { $0.hasPrefix("\(name):") } == 1)
    }
  }

  @Test("What is required and has no default is missed, by either of its names")
  func required() {
    let key = "k:\(String(repeating: "00", count: 16))"
    #expect(
      mistakes([:], required: [.catalogue, .store])
        == ["LIVERY_CATALOGUE: expected a file or a folder, got nothing"])
    #expect(mistakes([:], required: [.quoteKeys]).count == 1)
    #expect(
      mistakes(["LIVERY_QUOTE_KEYS_FILE": "/k"], required: [.quoteKeys], files: ["/k": key]) == [])
  }

  @Test(
    "A wrong secret is reported and never shown",
    arguments: [
      ("LIVERY_QUOTE_KEYS", "hunter2hunter2hunter2", "key 1 without a colon"),
      ("LIVERY_QUOTE_KEYS", "k1:hunter2!", "key k1 with a secret that is neither base64 nor hex"),
      ("LIVERY_QUOTE_KEYS", "k1:hunter2A", "key k1 with 6 bytes of secret, fewer than 16"),
      ("LIVERY_QUOTE_KEYS", ":hunter2A", "key 1 with an identifier that is not of"),
      ("LIVERY_QUOTE_KEYS", "", "got nothing; for options without quotes leave the setting out"),
      ("LIVERY_QUOTE_KEYS", "hunter2", "key 1 without a colon"),
      ("LIVERY_STORE", "hunter2", "because it may hold a password"),
      ("LIVERY_STORE", "sqlite:", "because it may hold a password"),
      ("LIVERY_AMQP_URL", "amqp://u:hunter2@host:0", "broker URL 1"),
      ("LIVERY_AMQP_URL", "http://u:hunter2@host", "broker URL 1"),
    ])
  func secretNotEchoed(_ name: String, _ value: String, _ explanation: String) {
    let found = mistakes([name: value])
    #expect(found.count == 1)
    #expect(found.first?.contains(explanation) == true)
    #expect(found.first?.contains("hunter2") == false)
  }

  @Test("Two keys of one identifier are a mistake")
  func repeatedKey() {
    let secret = String(repeating: "00", count: 16)
    let found = mistakes(["LIVERY_QUOTE_KEYS": "a:\(secret),a:\(secret)"])
    #expect(found.count == 1)
    #expect(found.first?.contains("two keys with the identifier a") == true)
  }

  @Test(
    "A secret is read from a file, without the line feed at its end", arguments: ["", "\n", "\r\n"])
  func fileOfSecret(_ end: String) throws {
    let configuration = try load(
      ["LIVERY_STORE_FILE": "/run/store"], files: ["/run/store": "postgres://db/livery\(end)"]
    ).get()
    #expect(configuration.store == .postgres(url: "postgres://db/livery"))
  }

  @Test("A secret given twice, or in no file, or as a file of what is no secret, is a mistake")
  func fileMistakes() {
    #expect(
      mistakes(
        ["LIVERY_STORE": "sqlite:a", "LIVERY_STORE_FILE": "/s"], files: ["/s": "sqlite:b"])
        == ["LIVERY_STORE_FILE: expected one of LIVERY_STORE and LIVERY_STORE_FILE, got both"])
    #expect(
      mistakes(["LIVERY_STORE_FILE": "/absent"])
        == ["LIVERY_STORE_FILE: expected a file that can be read, got '/absent'"])
    #expect(mistakes(["LIVERY_LANES_FILE": "/l"], files: ["/l": "2"]).count == 1)
  }

  @Test("A described configuration has a line for each setting, and no secret in any")
  func redacted() throws {
    let secret = String(repeating: "5e", count: 16)
    let configuration = try load([
      "LIVERY_AMQP_URL": "amqp://u:hunter2@host/v", "LIVERY_QUOTE_KEYS": "k1:\(secret)",
      "LIVERY_STORE": "postgres://u:hunter2@db:5432/livery?password=hunter2",
    ]).get()
    let lines = configuration.redactedDescription
    #expect(lines.count == Setting.all.count)
    #expect(lines.contains("LIVERY_STORE=postgres://***@db:5432/livery"))
    #expect(lines.contains("LIVERY_AMQP_URL=amqp://u:***@host:5672/v"))
    #expect(lines.contains("LIVERY_QUOTE_KEYS=k1:***"))
    #expect(lines.contains("LIVERY_LANES=\(configuration.lanes)"))
    var dumped = "\(configuration)"
    dump(configuration, to: &dumped)
    #expect(!(lines.joined() + dumped).contains("hunter2"))
    #expect(!(lines.joined() + dumped).contains(secret))
  }
}

@Suite struct SettingTests {
  @Test("Each setting has one row")
  func rows() {
    #expect(Set(Setting.all.map(\.name)) == Set(SettingName.allCases))
    #expect(Setting.all.count == SettingName.allCases.count)
  }

  @Test("The table in Markdown has a row for each setting")
  func markdown() {
    let lines = Setting.tableInMarkdown.split(separator: "\n")
    #expect(lines.count == Setting.all.count + 2)
    #expect(lines.allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") })
    #expect(lines.allSatisfy { $0.count { $0 == "|" } == 5 })
    #expect(lines.contains { $0.contains("`LIVERY_STORE`, or `LIVERY_STORE_FILE`") })
  }
}

@Suite struct SystemEnvironmentTests {
  @Test("The variables are those that the process was started with")
  func variables() {
    let path = ProcessInfo.processInfo.environment["PATH"]
    #expect(path != nil)
    #expect(SystemEnvironment.variables()["PATH"] == path)
  }

  @Test("A file is read whole, and not when it is absent, a folder, or larger than 64 KiB")
  func files() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let content = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
    try Data(content).write(to: file)
    #expect(SystemEnvironment.readFile(file.path) == content)
    try Data(content + [0]).write(to: file)
    #expect(SystemEnvironment.readFile(file.path) == nil)
    #expect(SystemEnvironment.readFile("/") == nil)
    #expect(SystemEnvironment.readFile("/no/such/file") == nil)
  }
}

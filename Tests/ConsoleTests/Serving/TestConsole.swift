import Catalogues
import Fleet
import Foundation
import HTTP
import JSON
import MemoryStore
import RideStore
import Rides
import Synchronization
import Testing

@testable import Console

/// A console without a socket: a store in memory, an account of each role whose password is its
/// name turned around, and a clock that a test moves.
final class TestConsole {
  let database: MemoryDatabase
  let store: MemoryStore
  let context: ConsoleContext
  let api: APIService
  let log: WrittenLines
  private let time: MovedClock
  private let accounts: URL

  init(
    _ settings: [String: String] = [:], routes: [Console.Route] = Routes.all,
    database: MemoryDatabase = MemoryDatabase(), orders: OrderDesk = OrderDesk()
  ) throws {
    self.database = database
    let (log, time) = (WrittenLines(), MovedClock())
    accounts = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID())")
    let lines = try ConsoleRole.allCases.map { try Account.sample($0.rawValue, $0).line }
    try (lines + ["proxied:agent:-"]).joined(separator: "\n")
      .write(to: accounts, atomically: true, encoding: .utf8)
    let environment = ["LIVERY_CONSOLE_ACCOUNTS": accounts.path].merging(settings) { $1 }
    let configuration = try Configuration.load(environment: environment).get()
    let writer = Log(level: .info, sink: { log.add($0) })
    context = ConsoleContext(
      configuration: configuration,
      inForce: CatalogueInForce(try Self.catalogue.get(), digest: "d"),
      version: "1",
      access: ConsoleAccess(
        configuration.console,
        try AccountsFile(path: accounts.path, log: writer, interval: .zero), log: writer),
      health: FleetHealth(lanes: [], stopSignal: StopSignal()), log: writer, clock: { time.now },
      orders: orders)
    api = APIService(context, routes: routes)
    store = MemoryStore(database)
    (self.log, self.time) = (log, time)
  }

  deinit { try? FileManager.default.removeItem(at: accounts) }

  private static let catalogue = Result {
    try CatalogueFile.load(
      path: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../deploy/catalogues/chicago.json").standardized.path)
  }

  /// Takes an account out of the file.
  func remove(_ role: ConsoleRole) throws {
    let text = try String(contentsOf: accounts, encoding: .utf8)
    try text.split(separator: "\n").filter { !$0.hasPrefix("\(role.rawValue):") }
      .joined(separator: "\n").write(to: accounts, atomically: true, encoding: .utf8)
  }

  /// Adds an account to the file.
  func add(_ account: Account) throws { try add(line: account.line) }

  /// Adds a line to the file of the accounts.
  func add(line: String) throws {
    let text = try String(contentsOf: accounts, encoding: .utf8)
    try "\(text)\n\(line)".write(to: accounts, atomically: true, encoding: .utf8)
  }

  /// Moves the clock on.
  func pass(seconds: Int) { time.pass(seconds) }

  /// The response to a request; nil for one of events.
  func response(to request: HTTPRequest) -> HTTPResponse? {
    guard case .response(let response) = api.reply(to: request, in: store) else { return nil }
    return response
  }

  /// Sends a GET.
  func get(_ path: String, _ cookie: HTTPField? = nil, query: [HTTPField] = []) -> Answered {
    Answered(
      response(to: HTTPRequest(path: path, query: query, headers: cookie.map { [$0] } ?? [])))
  }

  /// Sends a POST of a JSON text.
  func post(
    _ path: String, _ cookie: HTTPField? = nil, _ body: String, from client: String = "127.0.0.1"
  ) -> Answered {
    let type = HTTPField("Content-Type", "application/json")
    return Answered(
      response(
        to: HTTPRequest(
          method: "POST", path: path, headers: [type] + (cookie.map { [$0] } ?? []),
          body: Array(body.utf8), client: client)))
  }

  /// Signs an account in, and returns the header of its next requests.
  func signIn(_ role: ConsoleRole) throws -> HTTPField {
    let password = String(role.rawValue.reversed())
    return try #require(
      post("/api/login", nil, #"{"name":"\#(role.rawValue)","password":"\#(password)"}"#).cookie)
  }

  /// The entries of an action, as `account outcome detail`, sorted.
  func entries(of action: String) throws -> [String] {
    try store.auditEntries(matching: AuditFilter(action: action, limit: 100)).map {
      "\($0.account) \($0.outcome) \($0.detail ?? "-")"
    }.sorted()
  }

  /// What the audit has, in the order of the log, since the clock stands still: account, action,
  /// outcome, target, reason.
  func audit() throws -> [String] {
    let entries = try store.auditEntries(matching: AuditFilter(limit: 100))
    return log.all.compactMap { line in entries.first { line.contains($0.identifier) } }.map {
      "\($0.account) \($0.action) \($0.outcome) \($0.target ?? "-") \($0.reason ?? "-")"
    }
  }
}

/// What a test saw of a response.
struct Answered {
  let status: Int
  let headers: [HTTPField]
  let body: JSONValue

  init(_ response: HTTPResponse?) {
    status = response?.status ?? 0
    headers = response?.headers ?? []
    body = (try? JSONValue(parsing: response?.body ?? [])) ?? .null
  }

  /// The code of an error.
  var code: String? { body["error"]?["code"]?.string }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The header that sends the cookie back.
  var cookie: HTTPField? {
    header("Set-Cookie").map { HTTPField("Cookie", String($0.prefix { $0 != ";" })) }
  }
}

/// The lines of a log.
final class WrittenLines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: [UInt8]) -> Bool {
    lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    return true
  }

  var all: [String] { lines.withLock { $0 } }
}

/// A clock that stands still until it is moved.
final class MovedClock: Sendable {
  private let instant = Mutex(Instant(seconds: 1_800_000_000))

  var now: Instant { instant.withLock { $0 } }

  func pass(_ seconds: Int) {
    instant.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }
}

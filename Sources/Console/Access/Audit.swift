import Crypto
import Fleet
import HTTP
import JSON
import RideStore
import Rides

/// What a request was about, for the audit.
struct AuditSubject: Hashable {
  /// The identifier of a ride, a vehicle, a rider or an account.
  var target: String?
  /// Whether the target is a ride; others can be personal data, which no log line has.
  var isRide = false
  /// The reason that the user gave.
  var reason: String?

  /// The subject of a request: `rideIdentifier`, or else `account`, of its body, or the part of the
  /// path that the pattern calls `id`, or the letters that its body chooses.
  init(of request: HTTPRequest, parameters: [String: String]) {
    let body = try? JSONValue(parsing: request.body)
    let ride = body?["rideIdentifier"]?.string
    target = Self.plain(
      ride ?? body?["account"]?.string ?? parameters["id"] ?? Self.letters(body), limit: 200)
    isRide = ride != nil || request.path.hasPrefix("/api/rides/")
    reason = Self.plain(body?["reason"]?.string, limit: 1_000)
  }

  init(target: String?) { self.target = target }

  private static func letters(_ body: JSONValue?) -> String? {
    if let names = body?["identifiers"]?.array?.compactMap(\.string), let first = names.first {
      return names.count == 1 ? first : "\(first) and \(names.count - 1) more"
    }
    return body?["filter"]?.members?.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.string ?? "")" }.joined(separator: " ")
  }

  /// A text that a store takes: not too long, and without U+0000.
  private static func plain(_ text: String?, limit: Int) -> String? {
    text.map { String($0.unicodeScalars.filter { $0 != "\0" }.prefix(limit)) }
  }
}

/// The record of what users of the console did and were denied: a row of the store, where nothing
/// is changed or deleted, and a line of the log.
struct Audit: Sendable {
  /// How an action ended.
  enum Outcome: String, Sendable {
    case done, denied, failed
  }

  let log: Log

  /// Records an action; a store that takes no row leaves the line of the log.
  ///
  /// More than five parameters: they are what a row consists of.
  func record(
    _ action: String, of user: ConsoleUser, on subject: AuditSubject, _ outcome: Outcome,
    detail: String? = nil, at now: Instant, in store: any RideStore
  ) {
    let entry = AuditEntry(
      identifier: Base32.encode(SecretBytes.random(15)), at: now, account: user.account,
      role: user.role.rawValue, action: action, target: subject.target, reason: subject.reason,
      outcome: outcome.rawValue, detail: detail)
    let ride = subject.isRide ? subject.target : nil
    let fields: KeyValuePairs<LogKey, LogValue> = [
      .audit: .string(entry.identifier), .account: .string(user.account), .action: .string(action),
      .outcome: .string(outcome.rawValue), .rideIdentifier: .text(ride),
    ]
    if outcome == .done {
      log.info(.consoleAction, fields)
    } else {
      log.warning(.consoleAction, fields)
    }
    do throws(StoreError) {
      try store.transaction(.write) { () throws(StoreError) in try store.append(entry) }
    } catch {
      log.error(
        .auditFailed,
        [.audit: .string(entry.identifier), .error: .string("\(error)")])
    }
  }
}

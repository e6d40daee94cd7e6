import Crypto
import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Synchronization

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
    /// It is about to be done; another entry has how it ended.
    case begun
    /// It may have been done, or may yet be.
    case unknown
  }

  let log: Log

  private let rare = RareDenials()

  init(log: Log) { self.log = log }

  /// Records an action; of a row that the store does not take the log has all but the reason.
  ///
  /// More than five parameters: they are what a row consists of.
  func record(
    _ action: String, of user: ConsoleUser, on subject: AuditSubject, _ outcome: Outcome,
    detail: String? = nil, at now: Instant, in store: any RideStore
  ) {
    let entry = Self.entry(action, of: user, on: subject, outcome, detail: detail, at: now)
    do throws(StoreError) {
      try append(entry, on: subject, in: store)
    } catch {
      log.error(
        .auditFailed,
        [
          .audit: .string(entry.identifier), .account: .string(entry.account),
          .action: .string(action), .outcome: .string(entry.outcome),
          .rideIdentifier: .text(subject.isRide ? subject.target : nil), .value: .text(detail),
          .error: .string("\(error)"),
        ])
    }
  }

  /// Records that an action is about to be done, or throws where the store takes no row.
  ///
  /// More than five parameters: they are what a row consists of.
  func begin(
    _ action: String, of user: ConsoleUser, on subject: AuditSubject, detail: String,
    at now: Instant, in store: any RideStore
  ) throws(StoreError) {
    let entry = Self.entry(action, of: user, on: subject, .begun, detail: detail, at: now)
    try append(entry, on: subject, in: store)
  }

  /// Records a denial that anyone can cause as often as they like: one a minute for each account.
  func recordRarely(
    _ action: String, of user: ConsoleUser, detail: String, at now: Instant,
    in store: any RideStore
  ) {
    guard rare.isDue("\(action) \(user.account)", at: now) else { return }
    record(
      action, of: user, on: AuditSubject(target: nil), .denied, detail: detail, at: now, in: store)
  }

  /// More than five parameters: they are what a row consists of.
  private static func entry(
    _ action: String, of user: ConsoleUser, on subject: AuditSubject, _ outcome: Outcome,
    detail: String?, at now: Instant
  ) -> AuditEntry {
    AuditEntry(
      identifier: Base32.encode(SecretBytes.random(15)), at: now, account: user.account,
      role: user.role.rawValue, action: action, target: subject.target, reason: subject.reason,
      outcome: outcome.rawValue, detail: detail)
  }

  /// Writes the line of the log, and then the row.
  private func append(
    _ entry: AuditEntry, on subject: AuditSubject, in store: any RideStore
  ) throws(StoreError) {
    let fields: KeyValuePairs<LogKey, LogValue> = [
      .audit: .string(entry.identifier), .account: .string(entry.account),
      .action: .string(entry.action), .outcome: .string(entry.outcome),
      .rideIdentifier: .text(subject.isRide ? subject.target : nil),
    ]
    if [Outcome.done.rawValue, Outcome.begun.rawValue].contains(entry.outcome) {
      log.info(.consoleAction, fields)
    } else {
      log.warning(.consoleAction, fields)
    }
    try store.transaction(.write) { () throws(StoreError) in try store.append(entry) }
  }
}

/// When denials that are not all recorded were recorded last, so that no attacker fills a table.
private final class RareDenials: Sendable {
  private let last = Mutex<[String: Instant]>([:])

  /// Whether the last one is a minute ago; from then on this one is the last.
  ///
  /// The keys are of accounts, so there are few.
  func isDue(_ key: String, at now: Instant) -> Bool {
    last.withLock { last in
      // A clock that was set back must not keep them out for as long.
      if let before = last[key], abs(before.seconds(to: now)) < 60 { return false }
      last[key] = now
      return true
    }
  }
}

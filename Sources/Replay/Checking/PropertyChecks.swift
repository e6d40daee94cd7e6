import JSON
import Messages
import RideStore
package import Rides

/// The invariants of any replay, independent of the recording.
///
/// | property | is broken by |
/// |---|---|
/// | the changes of a ride are 1, 2, 3, … | a gap, or a number that comes twice with another body |
/// | a repeated message has the answer of the first, less what is hidden by then | another code |
/// | a rider is shown only rides of their own | the ride of another rider |
/// | the books of a ride balance | a transaction whose lines do not add up to zero |
package struct PropertyChecks {
  /// A property that does not hold.
  package struct Breach: Hashable, Sendable {
    package let property: String
    package let detail: String
    /// The number of the message at which it was seen; nil if it was seen at the end.
    package let cause: Int?
  }

  /// The most breaches that are kept; more are counted.
  private static let limit = 100
  /// The most messages whose answers are remembered, and the most events.
  private static let capacity = 200_000

  package private(set) var breaches: [Breach] = []
  /// All breaches, also those that were not kept.
  package private(set) var count = 0
  private var sequences: [String: Int] = [:]
  /// The hash of each change as it was first published.
  private var changes = RecentValues<String, Int>(capacity: Self.capacity)
  private var answers = RecentValues<Repeated, [UInt8]>(capacity: Self.capacity)

  /// What makes a message the same message.
  private struct Repeated: Hashable {
    let type: String
    let identifier: String
    let body: [UInt8]
  }

  package init() {}

  /// Checks a replay that begins with some rides, each of which has changed already.
  init(of state: RecordedState) {
    for ride in state.rides.values { sequences[ride.rideIdentifier.rawValue] = ride.sequence }
  }

  /// Checks the outputs of a message.
  package mutating func check(_ message: RecordedMessage?, _ outputs: [ReplayOutput]) {
    for output in outputs {
      switch output.kind {
      case .event: checkSequence(output)
      case .response:
        guard let message, output.key == "\(message.number)" else { continue }
        checkRepeat(message, output)
        checkRider(message, output)
      case .payment, .deadLetter, .books: continue
      }
    }
  }

  private mutating func checkSequence(_ output: ReplayOutput) {
    guard let name = EventName(output.key) else {
      return breach("events have a number", "the event \(output.key) has none", output.cause)
    }
    checkContent(output, name)
    guard name.kind == .change else { return }
    let (ride, sequence) = (name.rideIdentifier.rawValue, name.number)
    let last = sequences[ride] ?? 0
    // A repeated message publishes its events again.
    if sequence == last + 1 { sequences[ride] = sequence }
    if sequence > last + 1 {
      breach(
        "the changes of a ride have no gap",
        "expected change \(last + 1) of \(ride), got \(sequence)", output.cause)
    }
  }

  private mutating func checkContent(_ output: ReplayOutput, _ name: EventName) {
    let hash = output.body.hashValue
    guard let first = changes[output.key] else { return changes.remember(hash, for: output.key) }
    if first != hash {
      let what = name.kind.rawValue
      breach(
        "a \(what) of a ride is published alike each time",
        "\(what) \(name.number) of \(name.rideIdentifier) has another body", output.cause)
    }
  }

  /// Only a write has an outcome that is stored.
  private mutating func checkRepeat(_ message: RecordedMessage, _ output: ReplayOutput) {
    guard let identifier = message.properties.messageID,
      let type = MessageType(rawValue: message.routingKey), type.needsMessageIdentifier,
      !type.onlyAsks
    else { return }
    let key = Repeated(type: type.rawValue, identifier: identifier, body: message.body)
    guard let first = answers[key] else { return remember(key, output.body) }
    if first != output.body, !Self.isPart(output.body, of: first) {
      breach(
        "a repeated message has the answer of the first",
        "\(type.rawValue) \(identifier) was answered otherwise", output.cause)
    }
  }

  /// Whether an answer is another without some members: a repeat hides the driver's number when the
  /// ride is over.
  private static func isPart(_ body: [UInt8], of whole: [UInt8]) -> Bool {
    guard let body = try? JSONValue(parsing: body, limits: .stored),
      let whole = try? JSONValue(parsing: whole, limits: .stored)
    else { return false }
    return isPart(body, of: whole)
  }

  private static func isPart(_ value: JSONValue, of whole: JSONValue) -> Bool {
    guard let members = value.members, let all = whole.members else { return value == whole }
    return members.allSatisfy { name, member in all[name].map { isPart(member, of: $0) } ?? false }
  }

  private mutating func remember(_ key: Repeated, _ answer: [UInt8]) {
    // An answer that requests a retry is not stored.
    if answer.containsRetry { return }
    answers.remember(answer, for: key)
  }

  private mutating func checkRider(_ message: RecordedMessage, _ output: ReplayOutput) {
    guard Role(exchange: message.exchange) == .riders,
      output.body.holds("\"rideStatus\":{"),
      let asked = try? JSONFields(parsing: message.body).string("riderIdentifier", atMost: 256),
      let status = try? JSONFields(parsing: output.body, limits: .stored).object("rideStatus"),
      let shown = try? status.string("riderIdentifier", atMost: 256), shown != asked
    else { return }
    breach(
      "a rider is shown only rides of their own", "\(asked) was shown a ride of \(shown)",
      output.cause)
  }

  /// Checks the ledger of a ride: the sums of its transactions, by currency.
  package mutating func checkBooks(
    of ride: RideIdentifier, _ sums: [(transaction: Int, currency: String, minorUnits: Int64)]
  ) {
    for sum in sums where sum.minorUnits != 0 {
      breach(
        "the books of a ride balance",
        "transaction \(sum.transaction) of \(ride) is off by \(sum.minorUnits) \(sum.currency)", nil
      )
    }
  }

  private mutating func breach(_ property: String, _ detail: String, _ cause: Int?) {
    count += 1
    if breaches.count < Self.limit {
      breaches.append(Breach(property: property, detail: detail, cause: cause))
    }
  }
}

extension [UInt8] {
  /// Whether an answer allows to send the same message again.
  fileprivate var containsRetry: Bool { holds("\"retry\":\"sameIdentifier\"") }
}

/// The ledger of a ride as a replay compares it: the sum of each account, by currency.
struct RideBooks {
  private let entries: [LedgerEntryRecord]

  init(_ entries: [LedgerEntryRecord]) { self.entries = entries }

  /// What the lines of each transaction add up to, which has to be zero.
  var transactionSums: [(transaction: Int, currency: String, minorUnits: Int64)] {
    var sums: [String: [Int: Int64]] = [:]
    for entry in entries {
      sums[entry.currencyCode, default: [:]][entry.transaction, default: 0] += entry.minorUnits
    }
    return sums.sorted { $0.key < $1.key }.flatMap { currency, transactions in
      transactions.sorted { $0.key < $1.key }.map { ($0.key, currency, $0.value) }
    }
  }

  /// `{"accounts":{"fare:USD":-4175,…},"transactions":3}`, in minor units.
  var json: [UInt8] {
    var accounts: [String: Int64] = [:]
    for entry in entries {
      accounts["\(entry.account):\(entry.currencyCode)", default: 0] += entry.minorUnits
    }
    return JSONValue.object([
      "accounts": .object(accounts.mapValues { .integer($0) }),
      "transactions": .integer(Int64(Set(entries.map(\.transaction)).count)),
    ]).text
  }
}

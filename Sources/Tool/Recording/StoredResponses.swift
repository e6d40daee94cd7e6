import Fleet
import Messages
import Recordings
import RideHandlers
import RideStore
import Rides

/// The responses to recorded writes, from the outcomes in the store.
///
/// A response goes through the default exchange, to which no queue can be bound. The store keeps
/// the outcome of each write for days; responses to queries are made by a first replay.
struct StoredResponses {
  /// The number that one query reads.
  private static let batch = 500
  /// How long a write may wait in its queue before its response counts as missing.
  private static let patience = 120

  /// A write whose response is not known yet.
  private struct Pending {
    let number: Int
    let type: MessageType
    let key: OutcomeKey
    let since: Instant
  }

  private let store: any RideStore
  private var pending: [Pending] = []
  private var nextRead: Instant?
  /// Writes whose outcome was not found.
  private(set) var missing = 0

  init(_ location: StoreLocation) throws(ToolError) {
    store = try ToolError.mapped(store: try StoreSession.openChecked(location))
  }

  /// Remembers a write from the broker; no other message has an outcome.
  mutating func expect(_ delivery: Delivery, number: Int, at now: Instant) {
    guard let type = MessageType(rawValue: delivery.routingKey), !type.onlyAsks,
      let message = try? MessageDecoder.decode(delivery, family: type.family),
      message.context.replyTo != nil, let key = message.outcomeKey
    else { return }
    pending.append(Pending(number: number, type: type, key: key, since: now))
  }

  /// The responses known by now; reads the store once a second, and at the end at once.
  mutating func next(at now: Instant, isLast: Bool = false) throws(ToolError) -> [RecordedMessage] {
    guard !pending.isEmpty, isLast || nextRead.map({ $0 <= now }) ?? true else { return [] }
    nextRead = now.advanced(bySeconds: 1)
    var found: [RecordedMessage] = []
    var later: [Pending] = []
    for start in stride(from: 0, to: pending.count, by: Self.batch) {
      let part = pending[start..<min(start + Self.batch, pending.count)]
      let outcomes = try read(part.map(\.key))
      for write in part {
        if let outcome = outcomes[write.key] {
          if !outcome.response.isEmpty { found.append(Self.response(write, outcome)) }
        } else if isLast || write.since.advanced(bySeconds: Self.patience) < now {
          missing += 1
        } else {
          later.append(write)
        }
      }
    }
    pending = later
    return found
  }

  private func read(_ keys: [OutcomeKey]) throws(ToolError) -> [OutcomeKey: StoredOutcome] {
    try ToolError.mapped(
      store: try store.transaction(.read) { () throws(StoreError) in
        try store.outcomes(Array(Set(keys)))
      })
  }

  private static func response(_ write: Pending, _ outcome: StoredOutcome) -> RecordedMessage {
    RecordedMessage(
      number: 0, at: outcome.storedAt, exchange: Exchange.default, routingKey: "",
      properties: MessageProperties(
        correlationID: "\(write.number)", type: "\(write.type.rawValue).response"),
      body: outcome.response, cause: write.number)
  }
}

import Fleet
import Messages
import Replay
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

  /// How much earlier than the state an outcome is at least that was stored before it: the clocks
  /// of the workers differ.
  private static let clockSeconds = 1

  /// A write whose response is not known yet.
  private struct Pending {
    let number: Int
    let type: MessageType
    let key: OutcomeKey
    /// Of what it says; another one under the key is another message's.
    let digest: [UInt8]
    /// Of the use of its quote, if it books by one.
    let quote: OutcomeKey?
    let context: MessageContext
    let since: Instant
  }

  let store: any RideStore
  /// As of when the recording has the state of the fleet, if it has.
  var stateAt: Instant?
  private var pending: [Pending] = []
  private var nextRead: Instant?
  /// Writes whose outcome was not found.
  private(set) var missing = 0

  init(_ location: StoreLocation) throws(ToolError) {
    store = try ToolError.mapped(store: try StoreSession.openForSnapshot(location))
    try ToolError.mapped(store: try store.checkSchema())
  }

  /// Remembers a write from the broker; no other message has an outcome.
  mutating func expect(_ delivery: Delivery, number: Int, at now: Instant) {
    guard let message = delivery.write,
      let outcome = RecordedState.outcome(of: delivery, message.type.family, at: now)
    else { return }
    pending.append(
      Pending(
        number: number, type: message.type, key: outcome.key, digest: outcome.digest,
        quote: RecordedState.quoteKey(of: delivery), context: message.context, since: now))
  }

  /// The responses known by now; reads the store once a second, and at the end at once.
  mutating func next(at now: Instant, isLast: Bool = false) throws(ToolError) -> [RecordedMessage] {
    guard !pending.isEmpty, isLast || nextRead.map({ $0 <= now }) ?? true else { return [] }
    nextRead = now.advanced(bySeconds: 1)
    var found: [RecordedMessage] = []
    var later: [Pending] = []
    for start in stride(from: 0, to: pending.count, by: Self.batch) {
      let part = pending[start..<min(start + Self.batch, pending.count)]
      let outcomes = try read(part.map(\.key) + part.compactMap(\.quote))
      for write in part {
        if let outcome = outcomes[write.key], outcome.digest != write.digest {
          // It was refused as a conflict, and nothing of that is stored.
          if write.context.replyTo != nil { missing += 1 }
          if isEarlier(outcome) {
            found.append(RecordedState.line(conflictOf: write.number, at: outcome.storedAt))
          }
        } else if let outcome = outcomes[write.key] {
          found += lines(write, outcome, quote: write.quote.flatMap { outcomes[$0] })
        } else if isLast || write.since.advanced(bySeconds: Self.patience) < now {
          if write.context.replyTo != nil { missing += 1 }
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

  /// The response to a write, and where it repeats one from before the state the state's line of
  /// that.
  ///
  /// An outcome that was stored after the deadline of the write is that of a later message with the
  /// same id: the write itself was too late.
  private func lines(
    _ write: Pending, _ outcome: StoredOutcome, quote: StoredOutcome?
  ) -> [RecordedMessage] {
    let late = write.context.lateAnswer(at: outcome.storedAt)
    var lines: [RecordedMessage] = []
    if let quote, isEarlier(quote) {
      lines.append(RecordedState.line(usedQuoteOf: write.number, at: quote.storedAt))
    }
    if late == nil, isEarlier(outcome) {
      lines += RecordedState.lines(outcome, repeatedBy: write.number)
    }
    if write.context.replyTo != nil, !outcome.response.isEmpty {
      // A repeat is answered when it comes.
      lines.append(
        Self.response(
          write, late ?? outcome.response, at: max(outcome.storedAt, write.since)))
    }
    return lines
  }

  /// Whether an outcome was stored before the state.
  private func isEarlier(_ outcome: StoredOutcome) -> Bool {
    stateAt.map { outcome.storedAt.advanced(bySeconds: Self.clockSeconds) < $0 } ?? false
  }

  private static func response(
    _ write: Pending, _ body: [UInt8], at instant: Instant
  ) -> RecordedMessage {
    RecordedMessage(
      number: 0, at: instant, exchange: Exchange.default, routingKey: "",
      properties: MessageProperties(
        correlationID: "\(write.number)", type: "\(write.type.rawValue).response"),
      body: body, cause: write.number)
  }
}

extension Delivery {
  /// The message, if it is one that writes; nil for any other.
  var write: IncomingMessage? {
    guard let type = MessageType(rawValue: routingKey), !type.onlyAsks else { return nil }
    return try? MessageDecoder.decode(self, family: type.family)
  }
}

import Messages
import RideStore
import Rides

extension Subscription {
  /// The subscription that a message starts; the answer to the message shows the first status.
  init(to status: RideStatus, by message: IncomingMessage, replyTo: String, at now: Instant) {
    let context = message.context
    self.init(
      key: SubscriptionKey(
        rideIdentifier: status.rideIdentifier, replyTo: replyTo,
        correlationID: context.correlationID),
      riderIdentifier: status.riderIdentifier,
      messageIdentifier: context.messageIdentifier, startedAt: now, sentAt: now,
      sentSequence: status.sequence, dueAt: UpdatesLease.next(after: status, sentAt: now),
      traceparent: context.traceparent, tracestate: context.tracestate)
  }

  /// What was sent to the observer so far.
  var lease: UpdatesLease {
    let sent: UpdatesLease.Sent =
      switch sentSequence {
      case 0: .nothing
      case Self.end: .end
      default: .status(sentSequence)
      }
    return UpdatesLease(sent: sent, sentAt: sentAt, startedAt: startedAt)
  }

  /// The `sentSequence` of a subscription whose end was sent; statuses count from 1.
  private static let end = -1

  /// Takes it that a status, or for nil the end, is sent now.
  mutating func note(_ status: RideStatus?, at now: Instant, next: Instant) {
    sentSequence = status?.sequence ?? Self.end
    sentAt = now
    dueAt = next
  }

  /// Takes it that nothing was sent so far, and that something is at a time.
  mutating func sendAgain(at time: Instant, now: Instant) {
    sentSequence = 0
    sentAt = now
    dueAt = time
  }

  /// The message to the observer that `sentSequence` and `sentAt` tell of: its id is the same
  /// however often it is sent.
  func publication(_ body: [UInt8]) -> [Publication] {
    let place = sentSequence == Self.end ? "end" : "\(sentSequence)"
    let moment = sentAt?.microseconds ?? 0
    let context = MessageContext(
      type: MessageType.startUpdates.rawValue,
      correlationID: key.correlationID.isEmpty ? nil : key.correlationID, replyTo: key.replyTo,
      traceparent: traceparent, tracestate: tracestate)
    guard var publication = Publication.response(to: context, body: body) else { return [] }
    publication.properties.messageID =
      "\(key.rideIdentifier)/updates/\(key.observer)/\(place)/\(moment)"
    return [publication]
  }
}

extension SubscriptionKey {
  /// A short name of the observer among those of its ride: FNV-1a of its queue and its correlation
  /// id.
  ///
  /// Two observers behind one queue are sent the same at the same time, and one id stands for one
  /// message.
  var observer: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [replyTo, "\0", correlationID] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 36)
  }

  /// The command to tell the observer where the ride stands.
  var due: UpdatesDue {
    UpdatesDue(rideIdentifier: rideIdentifier, replyTo: replyTo, correlationID: correlationID)
  }
}

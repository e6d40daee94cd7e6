import Messages
import RideStore
import Rides

extension Subscription {
  /// The subscription that a message starts; the answer to the message shows the first status.
  init(to status: RideStatus, by message: IncomingMessage, replyTo: String, at now: Instant) {
    let context = message.context
    self.init(
      key: SubscriptionKey(rideIdentifier: status.rideIdentifier, replyTo: replyTo),
      correlationID: context.correlationID, riderIdentifier: status.riderIdentifier,
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
    return UpdatesLease(sent: sent, sentAt: sentAt)
  }

  /// The `sentSequence` of a subscription whose end was sent; statuses count from 1.
  private static let end = -1

  /// Takes it that a status, or for nil the end, is sent now.
  mutating func note(_ status: RideStatus?, at now: Instant, next: Instant) {
    sentSequence = status?.sequence ?? Self.end
    sentAt = now
    dueAt = next
  }

  /// The message to the observer that `sentSequence` and `sentAt` tell of: its id is the same
  /// however often it is sent.
  func publication(_ body: [UInt8]) -> [Publication] {
    let place = sentSequence == Self.end ? "end" : "\(sentSequence)"
    let moment = sentAt?.microseconds ?? 0
    let context = MessageContext(
      type: MessageType.startUpdates.rawValue, correlationID: correlationID, replyTo: key.replyTo,
      traceparent: traceparent, tracestate: tracestate)
    guard var publication = Publication.response(to: context, body: body) else { return [] }
    publication.properties.messageID = "\(key.rideIdentifier)/updates/\(place)/\(moment)"
    return [publication]
  }
}

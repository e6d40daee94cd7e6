/// The progress of a batch.
package enum PublishProgress: Hashable, Sendable {
  /// Messages are still to be written or to be confirmed.
  case working
  /// The broker blocks publications; written messages may still be confirmed.
  case blocked(reason: String)
  /// The broker has answered for every message of the batch.
  case settled(PublishReport)
}

/// The result of a batch after all answers of the broker, or after the time limit.
package struct PublishReport: Hashable, Sendable {
  /// How many messages the batch had.
  package var count: Int
  /// What did not arrive, by ascending index; all others are the broker's responsibility.
  package var failures: [PublishFailure]

  package init(count: Int, failures: [PublishFailure] = []) {
    self.count = count
    self.failures = failures
  }
}

/// Why one message of a batch did not arrive; the others do not suffer from it.
package struct PublishFailure: Hashable, Sendable {
  /// What happened to the message.
  package enum Kind: String, Sendable, CaseIterable {
    /// The mandatory message reached no queue: `basic.return`.
    case returned
    /// The broker refused it, as for a full queue: `basic.nack`. It may be published again.
    case refused
    /// AMQP cannot carry it: a text over 255 bytes, headers over a frame. It was not written.
    case unsendable
    /// The broker has not answered in time; the message may have arrived, or may yet.
    case unconfirmed
    /// It was not written in time, since the broker had not answered for those before it.
    case unwritten
  }

  /// The place of the message in its batch.
  package var index: Int
  package var kind: Kind
  /// The broker's message, or the part that is too large.
  package var reason: String

  package init(index: Int, kind: Kind, reason: String) {
    self.index = index
    self.kind = kind
    self.reason = reason
  }
}

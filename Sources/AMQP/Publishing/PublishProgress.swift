/// How far a batch has come.
package enum PublishProgress: Hashable, Sendable {
  /// Messages are still to be written or to be confirmed.
  case working
  /// The broker takes no messages for now; those written may still be confirmed.
  case blocked(reason: String)
  /// The broker has answered for every message of the batch.
  case settled(PublishReport)
}

/// What became of a batch that the broker has answered for, or was given time enough to.
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
    /// No queue took the mandatory message: `basic.return`.
    case returned
    /// The broker did not take it, as for a full queue: `basic.nack`. It may be published again.
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
  /// The broker's words, or what is too large.
  package var reason: String

  package init(index: Int, kind: Kind, reason: String) {
    self.index = index
    self.kind = kind
    self.reason = reason
  }
}

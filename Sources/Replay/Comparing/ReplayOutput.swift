package import Messages
package import Rides

/// One thing that the fleet produced: recorded once, and produced again by a replay.
package struct ReplayOutput: Hashable, Sendable {
  /// What an output is.
  package enum Kind: String, Sendable, CaseIterable {
    case response, event, payment, deadLetter, books
  }

  package var kind: Kind
  /// The identity of the output within its kind.
  ///
  /// Of a response it is the number of its request, of an event `<ride>/<sequence>`, of a payment
  /// command its message id, of a dead letter the number of its message, of books the ride.
  package var key: String
  /// The number of the recorded message that caused it; nil for a timer.
  package var cause: Int?
  /// When the cause was handled: times in the body are measured from it.
  package var base: Instant
  /// The type, such as `request-ride.handle.response`.
  package var label: String
  /// JSON, or any other bytes.
  package var body: [UInt8]

  package init(
    kind: Kind, key: String, cause: Int?, base: Instant, label: String, body: [UInt8]
  ) {
    self.kind = kind
    self.key = key
    self.cause = cause
    self.base = base
    self.label = label
    self.body = body
  }

  /// An output that was published; its label is the `type` of the message.
  package init(
    _ publication: Publication, kind: Kind, key: String, cause: Int?, base: Instant
  ) {
    self.init(
      kind: kind, key: key, cause: cause, base: base, label: publication.properties.type ?? "",
      body: publication.body)
  }
}

extension ReplayOutput.Kind {
  /// The kind in words, as reports write it.
  package var words: String { self == .deadLetter ? "dead letter" : rawValue }
}

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

/// The kind of an output and its type within the kind.
package struct OutputType: Hashable, Sendable {
  package let kind: ReplayOutput.Kind
  package let label: String

  package init(kind: ReplayOutput.Kind, label: String) {
    self.kind = kind
    self.label = label
  }
}

extension ReplayOutput {
  /// The kind and the label.
  package var type: OutputType { OutputType(kind: kind, label: label) }
}

extension [UInt8] {
  /// Whether the bytes are the same, 32 at a time: an array compares its elements one by one.
  func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { own in
      other.withUnsafeBytes { others in
        var offset = 0
        while offset + 32 <= own.count {
          guard Self.difference(own, others, offset) == 0 else { return false }
          offset += 32
        }
        while offset < own.count {
          guard own[offset] == others[offset] else { return false }
          offset += 1
        }
        return true
      }
    }
  }

  /// The bits in which 32 bytes from an offset on differ, four words folded into one.
  private static func difference(
    _ own: UnsafeRawBufferPointer, _ others: UnsafeRawBufferPointer, _ offset: Int
  ) -> UInt64 {
    var bits: UInt64 = 0
    for place in stride(from: offset, to: offset + 32, by: 8) {
      bits |=
        own.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ others.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    return bits
  }
}

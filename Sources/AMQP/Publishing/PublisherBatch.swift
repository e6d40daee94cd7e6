import Messages

/// A batch under way: what is still to be written, what the broker has not answered, what came
/// back.
///
/// It is a value without a connection, so that every order of answers can be tried.
struct PublisherBatch: Sendable {
  private(set) var publications: [Publication] = []
  private var next = 0
  /// Refused messages, to be written again before new ones.
  private var again: [Int] = []
  private var refusals: [Int: Int] = [:]
  private var returns: [Int: String] = [:]
  private var republished = 0
  private var returnCursor: UInt64 = 0
  private(set) var confirms: PublisherConfirms

  /// How often a refused message is published again before that is an error.
  static let republishLimit = 5

  init(window: Int) {
    confirms = PublisherConfirms(capacity: window)
  }

  /// Whether there is nothing to write and nothing unanswered.
  var isSettled: Bool {
    next == publications.count && again.isEmpty && confirms.outstanding == 0
  }

  var report: PublishReport {
    let indices = returns.keys.sorted()
    return PublishReport(
      count: publications.count, returned: indices,
      replyTexts: indices.compactMap { returns[$0] }, republished: republished)
  }

  mutating func begin(_ publications: [Publication]) {
    precondition(isSettled, "a batch begins after the one before is settled")
    self.publications = publications
    next = 0
    refusals = [:]
    returns = [:]
    republished = 0
    returnCursor = confirms.nextTag
  }

  /// The index of the message to write now, if any is left.
  var nextToWrite: Int? {
    again.last ?? (next < publications.count ? next : nil)
  }

  /// Notes that the message `nextToWrite` has been written.
  mutating func wroteNext() {
    guard let index = nextToWrite else { return }
    _ = confirms.published(index)
    if again.popLast() == nil { next += 1 }
  }

  mutating func confirmed(_ tag: UInt64, multiple: Bool) {
    _ = confirms.confirmed(tag, multiple: multiple)
  }

  mutating func refused(_ tag: UInt64, multiple: Bool) throws(AMQPError) {
    for index in confirms.refused(tag, multiple: multiple).reversed() {
      let count = refusals[index, default: 0] + 1
      refusals[index] = count
      guard count <= Self.republishLimit else {
        let message = publications[index]
        throw AMQPError(
          code: .publicationRefused,
          operation: "publish to '\(message.exchange)' with key '\(message.routingKey)'",
          detail: "the broker refused the message \(count) times; a queue may be full")
      }
      republished += 1
      again.append(index)
    }
  }

  /// Finds whose message came back: returns carry no tag, but come in the order of publishing.
  mutating func returned(_ message: ReturnedMessage) {
    let tags = confirms.oldestTag..<confirms.nextTag
    let start = min(max(returnCursor, tags.lowerBound), tags.upperBound)
    for tag in [start..<tags.upperBound, tags.lowerBound..<start].joined() {
      guard let index = confirms.index(of: tag), returns[index] == nil,
        publications[index].isSame(as: message.message)
      else { continue }
      returns[index] = "\(message.replyCode) \(message.replyText)"
      returnCursor = tag + 1
      return
    }
  }
}

extension Publication {
  /// Whether a returned message is this one; headers may come back in other field types.
  fileprivate func isSame(as other: Publication) -> Bool {
    routingKey == other.routingKey && exchange == other.exchange
      && properties.messageID == other.properties.messageID
      && properties.correlationID == other.properties.correlationID
      && body == other.body
  }
}

import Envelope

/// A batch in progress: its unwritten, unanswered and failed messages.
///
/// It is a value without a connection, so that every order of answers can be tried.
struct PublisherBatch: Sendable {
  private(set) var publications: [Publication] = []
  private var next = 0
  private var failures: [Int: PublishFailure] = [:]
  private var returnCursor: UInt64 = 0
  private(set) var confirms: PublisherConfirms

  init(window: Int) {
    confirms = PublisherConfirms(capacity: window)
  }

  /// Whether there is nothing to write and nothing unanswered.
  var isSettled: Bool { next == publications.count && confirms.outstanding == 0 }

  var report: PublishReport {
    PublishReport(
      count: publications.count,
      failures: failures.values.sorted { $0.index < $1.index })
  }

  /// The report of a batch that is not waited for any longer.
  var reportSoFar: PublishReport {
    var report = report
    for index in confirms.unanswered where failures[index] == nil {
      report.failures.append(
        PublishFailure(index: index, kind: .unconfirmed, reason: "the broker did not confirm it"))
    }
    report.failures += (next..<publications.count).map { index in
      PublishFailure(
        index: index, kind: .unwritten, reason: "the broker did not confirm those before it")
    }
    report.failures.sort { $0.index < $1.index }
    return report
  }

  mutating func begin(_ publications: [Publication]) {
    precondition(isSettled, "a batch begins after the one before is settled")
    self.publications = publications
    next = 0
    failures = [:]
    returnCursor = confirms.nextTag
  }

  /// The index of the message to write now, if any is left.
  var nextToWrite: Int? { next < publications.count ? next : nil }

  /// Records that the message `nextToWrite` has been written.
  mutating func wroteNext() {
    guard let index = nextToWrite else { return }
    _ = confirms.published(index)
    next += 1
  }

  /// Records that the message `nextToWrite` cannot be written; no part of it was written.
  mutating func passedNext(_ reason: String) {
    guard let index = nextToWrite else { return }
    fail(index, .unsendable, reason)
    next += 1
  }

  mutating func confirmed(_ tag: UInt64, multiple: Bool) {
    _ = confirms.confirmed(tag, multiple: multiple)
  }

  mutating func refused(_ tag: UInt64, multiple: Bool) {
    for index in confirms.refused(tag, multiple: multiple) {
      fail(index, .refused, "the broker did not take it; a queue may be full")
    }
  }

  /// Finds the returned message: returns carry no tag, but arrive in the order of publishing.
  mutating func returned(_ message: ReturnedMessage) {
    let tags = confirms.oldestTag..<confirms.nextTag
    let start = min(max(returnCursor, tags.lowerBound), tags.upperBound)
    for tag in [start..<tags.upperBound, tags.lowerBound..<start].joined() {
      guard let index = confirms.index(of: tag), failures[index] == nil,
        publications[index].isSame(as: message.message)
      else { continue }
      fail(index, .returned, "\(message.replyCode) \(message.replyText)")
      returnCursor = tag + 1
      return
    }
  }

  private mutating func fail(_ index: Int, _ kind: PublishFailure.Kind, _ reason: String) {
    failures[index] = PublishFailure(index: index, kind: kind, reason: reason)
  }
}

extension Publication {
  /// Whether a returned message is this one; its headers may have other field types.
  fileprivate func isSame(as other: Publication) -> Bool {
    routingKey == other.routingKey && exchange == other.exchange
      && properties.messageID == other.properties.messageID
      && properties.correlationID == other.properties.correlationID
      && body == other.body
  }
}

/// How far a batch has come.
package enum PublishProgress: Hashable, Sendable {
  /// Messages are still to be written or to be confirmed.
  case working
  /// The broker takes no messages for now; those written may still be confirmed.
  case blocked(reason: String)
  /// Every message of the batch is confirmed or returned.
  case settled(PublishReport)
}

/// What became of a batch whose every message the broker has taken responsibility for.
package struct PublishReport: Hashable, Sendable {
  /// How many messages the batch had.
  package var count: Int
  /// The indices of the mandatory messages that no queue took, ascending.
  package var returned: [Int]
  /// The broker's words for each of `returned`, in the same order.
  package var replyTexts: [String]
  /// How often messages were published again because the broker had refused them.
  package var republished: Int

  package init(
    count: Int, returned: [Int] = [], replyTexts: [String] = [], republished: Int = 0
  ) {
    self.count = count
    self.returned = returned
    self.replyTexts = replyTexts
    self.republished = republished
  }
}

import Synchronization

/// The iterations of a client, which `closeAll` ends.
final class OpenFeeds: Sendable {
  private struct Feed {
    let mailbox: Mailbox
    let onClose: @Sendable () -> Void
  }

  private let state = Mutex((feeds: [ObjectIdentifier: Feed](), isClosed: false))

  /// Runs an iteration on a thread of its own until its mailbox is closed, at once if the client is
  /// closed already.
  func start(
    _ mailbox: Mailbox, onClose: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () -> Void
  ) throws(RideClientError) {
    // Without a connection there is nothing to acknowledge.
    mailbox.rest()
    try BrokerThread.start { [self] in
      let feed = Feed(mailbox: mailbox, onClose: onClose)
      let isClosed = state.withLock { state in
        state.feeds[ObjectIdentifier(mailbox)] = feed
        return state.isClosed
      }
      if isClosed { Self.close(feed) }
      body()
      state.withLock { $0.feeds[ObjectIdentifier(mailbox)] = nil }
      mailbox.rest()
    }
  }

  /// Closes all, and those that start later; returns once what was done with is acknowledged.
  func closeAll() async {
    let feeds = state.withLock { state in
      state.isClosed = true
      return Array(state.feeds.values)
    }
    for feed in feeds { Self.close(feed) }
    for feed in feeds { await feed.mailbox.untilRest() }
  }

  private static func close(_ feed: Feed) {
    feed.onClose()
    feed.mailbox.close()
  }
}

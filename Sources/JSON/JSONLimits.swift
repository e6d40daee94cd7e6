/// How large a JSON text may be before it is refused unread.
package struct JSONLimits: Hashable, Sendable {
  package var bytes: Int
  /// Arrays and objects inside one another; a scalar has depth 0.
  package var depth: Int

  package init(bytes: Int, depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  /// The limits of a message's body: 64 KiB, and far deeper than any message of the contract goes.
  package static let message = JSONLimits(bytes: 64 * 1024, depth: 32)

  /// The limits of what the fleet has written itself: no body that was taken can grow to this when
  /// it is stored.
  package static let stored = JSONLimits(bytes: 1024 * 1024, depth: 32)
}

/// The addresses that a requester may name for its answers.
///
/// Responses are published with the worker's permissions, which cover every queue of the virtual
/// host. A requester must not use them to write where its own permissions do not allow it: into
/// work queues, dead letters, or the replies of another requester.
package enum ReplyAddress {
  /// Whether answers to a message of the role may go there.
  ///
  /// Only their owners know the names of queues that the broker or aio-pika generates. Where the
  /// message has a `user_id`, which the broker compares with the login, a queue of another user is
  /// refused.
  package static func isAllowed(_ address: String, for role: Role, user: String?) -> Bool {
    guard role != .fleet else { return false }
    let text = address.utf8
    return text.starts(with: Exchange.directReplyPrefix.utf8)
      || text.starts(with: "amq.gen-".utf8)
      || isOwn(text, user)
      || isNamedByClient(text)
  }

  /// Whether it is `replies.USER.REST`; the rest has no dot, so that `a` has no queue of `a.b`.
  private static func isOwn(_ text: String.UTF8View, _ user: String?) -> Bool {
    guard text.starts(with: Role.replyPrefix.utf8) else { return false }
    let rest = text.dropFirst(Role.replyPrefix.utf8.count)
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")), dot != rest.startIndex,
      rest.index(after: dot) != rest.endIndex
    else { return false }
    return user.map { rest[..<dot].elementsEqual($0.utf8) } ?? true
  }

  /// Whether it is `amq_` with hexadecimal digits, which older versions begin with `0x`.
  private static func isNamedByClient(_ text: String.UTF8View) -> Bool {
    guard text.starts(with: "amq_".utf8) else { return false }
    var digits = text.dropFirst("amq_".utf8.count)
    if digits.starts(with: "0x".utf8) { digits = digits.dropFirst(2) }
    // Shorter names could be guessed.
    return digits.count >= 16
      && digits.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}

import Messages

extension Publication {
  /// The ride that an event or a command is of, by its message id; nil for
  /// another publication.
  var namedRide: String? {
    guard let identifier = properties.messageID else { return nil }
    if exchange == Exchange.payments {
      return identifier.firstIndex(of: ":").map { String(identifier[..<$0]) }
    }
    switch properties.type {
    case RideStatusEvent.type:
      return identifier.lastIndex(of: "/").map { String(identifier[..<$0]) }
    case MessageType.rideDue.rawValue:
      return identifier.firstIndex(of: "/").map { String(identifier[..<$0]) }
    default: return nil
    }
  }
}

import Messages

extension Publication {
  /// The ride that an event or a command of the fleet to itself is of, by its message id; nil for
  /// another publication.
  var namedRide: String? {
    guard let identifier = properties.messageID else { return nil }
    switch properties.type {
    case RideStatusEvent.type:
      return identifier.lastIndex(of: "/").map { String(identifier[..<$0]) }
    case MessageType.rideDue.rawValue:
      return identifier.firstIndex(of: "/").map { String(identifier[..<$0]) }
    default: return nil
    }
  }
}

package import Rides

/// What the id of an event names: a change of a ride's status, a receipt of the ride, or a call for
/// help.
package struct EventName: Hashable, Sendable {
  /// What is counted: each kind has numbers of its own.
  package enum EventKind: String, Sendable, CaseIterable {
    case change
    case receipt
    case sos

    /// What stands between the ride and the number.
    fileprivate var part: String { self == .change ? "" : "/\(rawValue)" }
  }

  package var rideIdentifier: RideIdentifier
  package var kind: EventKind
  package var number: Int

  /// The name of an event of a ride.
  package init(_ kind: EventKind, of ride: RideIdentifier, number: Int) {
    rideIdentifier = ride
    self.kind = kind
    self.number = number
  }

  /// Parses `<ride>/<sequence>`, `<ride>/receipt/<number>` or `<ride>/sos/<number>`; nil for any
  /// other text.
  package init?(_ text: String) {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
      let number = Int(text[text.index(after: slash)...])
    else { return nil }
    let rest = text[..<slash]
    kind = EventKind.allCases.last { rest.hasSuffix($0.part) } ?? .change
    rideIdentifier = RideIdentifier(String(rest.dropLast(kind.part.count)))
    self.number = number
  }

  /// The id of the event, and of its message.
  package var text: String { "\(rideIdentifier)\(kind.part)/\(number)" }
}

import Rides

/// What an expected output and one of the replay meet by.
struct OutputKey: Hashable {
  let kind: ReplayOutput.Kind
  let text: String

  init(_ output: ReplayOutput) {
    kind = output.kind
    text = output.key
  }

  private init(kind: ReplayOutput.Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.text.hasSameBytes(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    text.hashBytes(into: &hasher)
  }

  /// The ride that the key names; nil of a number.
  var ride: SpacedIdentifier? {
    rideEnd.map { SpacedIdentifier(space: IdentifierRule.rides, text: String(text[..<$0])) }
  }

  /// The same key of another ride.
  func ofRide(_ ride: String) -> OutputKey {
    guard let rideEnd else { return self }
    return OutputKey(kind: kind, text: ride + text[rideEnd...])
  }

  /// The end of the ride's name: `<ride>/<sequence>`, `<ride>:<purpose>:…`, or all of it.
  private var rideEnd: String.Index? {
    switch kind {
    case .response, .deadLetter: nil
    case .event: text.utf8.lastIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    case .payment: text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    case .books: text.endIndex
    }
  }
}

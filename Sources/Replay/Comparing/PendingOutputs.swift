import Messages
import Rides

/// Outputs of one side that have not met their counterpart; of one key the first is met first.
struct PendingOutputs {
  private var first: [OutputKey: ReplayOutput] = [:]
  /// Further outputs of the same key, which are rare.
  private var further: [OutputKey: [ReplayOutput]] = [:]
  /// The keys that name a ride, to find them when the ride's new name is learned.
  private var keysOfRide: [SpacedIdentifier: [OutputKey]] = [:]
  private let findsRides: Bool

  init(findsRides: Bool) { self.findsRides = findsRides }

  /// All of them, in the order in which a report shows them.
  var all: [ReplayOutput] {
    (Array(first.values) + further.values.joined()).sorted { left, right in
      left.order.lexicographicallyPrecedes(right.order)
        || left.order == right.order && left.key < right.key
    }
  }

  var count: Int { first.count + further.values.reduce(0) { $0 + $1.count } }

  mutating func add(_ output: ReplayOutput, as key: OutputKey) {
    if let earlier = first.updateValue(output, forKey: key) {
      first[key] = earlier
      further[key, default: []].append(output)
    } else if findsRides, let ride = key.ride {
      keysOfRide[ride, default: []].append(key)
    }
  }

  mutating func remove(_ key: OutputKey) -> ReplayOutput? {
    // An empty dictionary would hash the key all the same.
    guard !first.isEmpty, let output = first.removeValue(forKey: key) else { return nil }
    if !further.isEmpty, var others = further.removeValue(forKey: key) {
      first[key] = others.removeFirst()
      if !others.isEmpty { further[key] = others }
    } else if findsRides, let ride = key.ride {
      keysOfRide[ride]?.removeAll { $0 == key }
      if keysOfRide[ride]?.isEmpty == true { keysOfRide[ride] = nil }
    }
    return output
  }

  /// The keys of all outputs of a ride.
  func keys(of ride: SpacedIdentifier) -> [OutputKey] { keysOfRide[ride] ?? [] }
}

extension ReplayOutput {
  /// Ordered by cause, then by kind; timers are last.
  fileprivate var order: [Int] {
    [cause ?? .max, kind.place]
  }
}

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

  /// The end of the ride's name: `<ride>/<sequence>`, `<ride>/receipt/<number>`,
  /// `<ride>:<purpose>:…`, or all of it.
  private var rideEnd: String.Index? {
    switch kind {
    case .response, .deadLetter: nil
    case .event:
      EventName(text).map {
        text.utf8.index(text.startIndex, offsetBy: $0.rideIdentifier.rawValue.utf8.count)
      } ?? text.endIndex
    case .payment: text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    case .books: text.endIndex
    }
  }
}

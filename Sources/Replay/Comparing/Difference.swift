import JSON

/// One value in which an output differs from the expected one; or a whole output that is missing or
/// unexpected, whose path is empty.
package struct Difference: Hashable, Sendable {
  /// What a difference is about.
  package enum Class: String, Sendable, CaseIterable {
    case price, phase, money, wording, time, identifier, missing, extra, other
  }

  package let kind: ReplayOutput.Kind
  /// The type of the output.
  package let label: String
  /// The path of the value, `[]` for each element of an array.
  package let path: String
  /// The names of the array elements in which the value lies, such as `SUV`.
  package let element: String?
  /// The same, alike in all languages.
  let elementGroup: String?
  /// The value as reports show it: clipped, an instant as its distance from the request.
  package let expected: String?
  package let actual: String?
  package let `class`: Class
  package let cause: Int?
  /// The change of a number in its own unit, of an instant in seconds.
  package let change: DecimalNumber?
}

/// What a difference of two values is about.
extension Difference.Class {
  private static let phases: Set = ["phase", "outcome"]
  private static let prices: Set = [
    "priceRange", "rideOptions", "rideOption", "fareLineItems", "price", "quotedMaximum",
  ]
  private static let accounts: Set = ["account", "bill", "payment", "refunds", "tip"]
  private static let pricingMembers: Set = ["specialPricingMultiplier", "usesMeteredFare"]
  private static let wordings: Set = [
    "name", "title", "message", "disclaimerMessage", "sizeDescription", "specialPricing",
    "availablePartySizeOptionsSelectionPrompt", "comment", "addressLines", "locality",
  ]

  init(
    of expected: JSONValue, _ actual: JSONValue, at place: PairedWalk.Place,
    in kind: ReplayOutput.Kind
  ) {
    let member = place.path.member
    if Self.phases.contains(member) {
      self = .phase
    } else if Self.pricingMembers.contains(member) {
      self = .price
    } else if kind == .books, Self.isSum(expected, actual, at: place.path) {
      self = .money
    } else if Self.isAmount(expected, actual, at: place) {
      self = Self.isPrice(place.path, in: kind) ? .price : .money
    } else if Self.isWording(expected, actual, member) {
      self = .wording
    } else {
      self = .other
    }
  }

  /// The sum of an account in the ledger, in minor units.
  private static func isSum(
    _ expected: JSONValue, _ actual: JSONValue, at path: [PathStep]
  ) -> Bool {
    path.count == 2 && path.first == .name("accounts") && expected.integer != nil
      && actual.integer != nil
  }

  private static func isAmount(
    _ expected: JSONValue, _ actual: JSONValue, at place: PairedWalk.Place
  ) -> Bool {
    guard place.isBesideCurrency, let ours = expected.string, let other = actual.string else {
      return false
    }
    return place.path.member == "currencyCode"
      || DecimalNumber(ours) != nil && DecimalNumber(other) != nil
  }

  private static func isPrice(_ path: [PathStep], in kind: ReplayOutput.Kind) -> Bool {
    let names = Set(
      path.compactMap { step in
        if case .name(let name) = step { name } else { nil }
      })
    return kind != .payment && names.isDisjoint(with: accounts) && !names.isDisjoint(with: prices)
  }

  private static func isWording(
    _ expected: JSONValue, _ actual: JSONValue, _ member: String
  ) -> Bool {
    guard let ours = expected.string, let other = actual.string else { return false }
    return wordings.contains(member) || [ours, other].contains { $0.utf8.contains(0x20) }
  }
}

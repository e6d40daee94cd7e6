import JSON

/// What people call an element of an array, and what it is found again by in another array.
struct ElementLabel: Hashable {
  /// Such as `SUV`, `Base charge`, `capture 2`.
  let shown: String
  /// The key of the element; a wording can change, an `optionIdentifier` cannot.
  let key: String
  let isStable: Bool

  private static let names = [
    "name", "title", "sizeDescription", "optionIdentifier", "purpose", "operation", "kind", "type",
  ]

  /// Nil for an element that has no name.
  init?(_ element: JSONValue) {
    guard case .object(let members) = element else { return nil }
    let name = Self.names.lazy.compactMap { members[$0]?.string }.first { !$0.isEmpty }
    guard let name else { return nil }
    let number = members["number"]?.integer
    shown = ValueText.clipped(number.map { "\(name) \($0)" } ?? name, to: 60)
    let option = members["optionIdentifier"]?.string
    key = option ?? number.map { "\(name) \($0)" } ?? name
    isStable = option != nil || number != nil
  }
}

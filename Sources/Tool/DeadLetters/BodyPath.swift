package import JSON

/// A place in a JSON body, as errors name it: `pickupLocation.latitude`, `products[1].key`.
package struct BodyPath: Hashable, Sendable, CustomStringConvertible {
  /// A member or an element.
  enum Component: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  package let description: String
  let steps: [Component]

  /// Nil for a text that is no path.
  package init?(_ text: String) {
    var steps: [Component] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first, !name.isEmpty else { return nil }
      steps.append(.member(String(name)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
        steps.append(.element(index))
      }
    }
    description = text
    self.steps = steps
  }

  /// The value at the place; nil where there is none.
  package func value(in root: JSONValue) -> JSONValue? {
    var value: JSONValue? = root
    for step in steps {
      switch step {
      case .member(let name): value = value?[name]
      case .element(let index): value = value?[index]
      }
    }
    return value
  }

  /// The tree with another value at the place, or none there; nil where the place cannot be.
  func setting(_ value: JSONValue?, in root: JSONValue) -> JSONValue? {
    Self.setting(value, at: steps[...], in: root).flatMap(\.self)
  }

  private static func setting(
    _ value: JSONValue?, at steps: ArraySlice<Component>, in tree: JSONValue
  ) -> JSONValue?? {
    guard let step = steps.first else { return .some(value) }
    switch (step, tree) {
    case (.member(let name), .object(var members)):
      guard steps.count == 1 || members[name] != nil,
        let changed = setting(value, at: steps.dropFirst(), in: members[name] ?? .null)
      else { return nil }
      members[name] = changed
      return .some(.object(members))
    case (.element(let index), .array(var elements)):
      guard elements.indices.contains(index),
        let changed = setting(value, at: steps.dropFirst(), in: elements[index])
      else { return nil }
      if let changed { elements[index] = changed } else { elements.remove(at: index) }
      return .some(.array(elements))
    default: return nil
    }
  }
}

/// What the body of a letter must have at a place: `pickupLocation.latitude=41.88`.
struct BodyCondition: Hashable, Sendable {
  let path: BodyPath
  /// The text of a string, or a value as JSON.
  let text: String

  /// Nil for a text that is no `PATH=VALUE`.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let path = BodyPath(String(parts[0])) else { return nil }
    self.path = path
    self.text = String(parts[1])
  }

  /// Whether a body has the value there.
  func holds(in body: JSONValue?) -> Bool {
    guard let value = body.flatMap(path.value) else { return false }
    if let string = value.string { return string == text }
    return (try? JSONValue(parsing: Array(text.utf8), limits: .stored)) == value
  }
}

/// A pattern of paths in JSON texts, such as `rideStatus.vehicle.location`.
///
/// `[]` matches any element of an array, `*` one name, `**` any number of names and elements,
/// including none.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible {
  private enum Step: Hashable {
    case exactly(PathStep), anyName, anything
  }

  private let steps: [Step]
  package let description: String

  /// Reads a pattern; throws `PathPatternError` for one that can never match.
  package init(_ text: String) throws(PathPatternError) {
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      steps += try Self.steps(of: part, in: text)
    }
    self.steps = steps
    description = text
  }

  /// The pattern of a member at any depth.
  init(anywhere name: String) {
    steps = [.anything, .exactly(.name(name))]
    description = "**.\(name)"
  }

  /// Whether the pattern matches a path, or something that the path lies in.
  func covers(_ path: [PathStep]) -> Bool { Self.covers(steps[...], path[...]) }

  private static func covers(_ steps: ArraySlice<Step>, _ path: ArraySlice<PathStep>) -> Bool {
    guard let step = steps.first else { return true }
    if step == .anything {
      return path.indices.contains { covers(steps.dropFirst(), path[$0...]) }
    }
    guard let next = path.first else { return false }
    switch (step, next) {
    case (.exactly(let wanted), _) where wanted == next: break
    case (.anyName, .name): break
    default: return false
    }
    return covers(steps.dropFirst(), path.dropFirst())
  }

  private static func steps(
    of part: Substring, in text: String
  ) throws(PathPatternError) -> [Step] {
    var name = part
    var elements = 0
    while name.hasSuffix("[]") {
      name = name.dropLast(2)
      elements += 1
    }
    guard !name.contains(where: { "[]".contains($0) }) else {
      throw PathPatternError(pattern: text, expected: "[] for any element", came: String(part))
    }
    guard !name.isEmpty || elements > 0 && part.startIndex == text.startIndex else {
      throw PathPatternError(pattern: text, expected: "a name between dots", came: "none")
    }
    let first: Step? =
      switch name {
      case "": nil
      case "*": .anyName
      case "**": .anything
      default: .exactly(.name(String(name)))
      }
    return [first].compactMap(\.self) + repeatElement(.exactly(.element), count: elements)
  }
}

/// Why a text is no pattern of paths.
package struct PathPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  package let pattern: String
  package let expected: String
  package let came: String

  package var description: String {
    "path pattern '\(pattern)': expected \(expected), got '\(came)'"
  }
}

/// One step from the root of a JSON text towards a value.
enum PathStep: Hashable, Sendable {
  case name(String)
  /// Any element of an array.
  case element
}

extension [PathStep] {
  /// The steps as reports write them: `rideOptions[].priceRange.minimumPrice`.
  var shape: String {
    reduce(into: "") { text, step in
      switch step {
      case .element: text += "[]"
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      }
    }
  }

  /// The name of the member in which the value lies, also where it lies in an array of it.
  var member: String {
    for step in reversed() {
      if case .name(let name) = step { return name }
    }
    return ""
  }
}

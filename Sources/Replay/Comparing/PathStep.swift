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

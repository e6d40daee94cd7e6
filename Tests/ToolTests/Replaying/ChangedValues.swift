import JSON

extension String {
  /// A decimal text whose last digit is one more.
  var aCentMore: String {
    guard let dot = firstIndex(of: "."), let number = Int(replacing(".", with: "")) else {
      return self
    }
    let decimals = distance(from: dot, to: endIndex) - 1
    let digits = String(number + 1)
    let zeros = String(repeating: "0", count: max(0, decimals + 1 - digits.count))
    let padded = zeros + digits
    return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}

extension JSONValue {
  /// The value with another one at a path of names and, in arrays, places; nil removes it.
  func changing(_ path: [String], by change: (JSONValue) -> JSONValue?) -> JSONValue {
    changed(path[...], change) ?? .null
  }

  private func changed(
    _ path: ArraySlice<String>, _ change: (JSONValue) -> JSONValue?
  ) -> JSONValue? {
    guard let name = path.first else { return change(self) }
    switch self {
    case .object(var members):
      members[name] = members[name].flatMap { $0.changed(path.dropFirst(), change) }
      return .object(members)
    case .array(var elements):
      guard let place = Int(name), elements.indices.contains(place) else { return self }
      guard let element = elements[place].changed(path.dropFirst(), change) else {
        elements.remove(at: place)
        return .array(elements)
      }
      elements[place] = element
      return .array(elements)
    default: return self
    }
  }
}

extension JSONValue {
  /// The value at a path of names and, in arrays, places.
  func value(at path: [String]) -> JSONValue? {
    path.reduce(self) { value, name in
      value.flatMap { $0[name] ?? Int(name).flatMap { place in value?[place] } }
    }
  }
}

import JSON
import Rides

/// Goes through two JSON trees together, and reports where they meet and where they do not.
struct PairedWalk {
  /// Where in the trees it is.
  struct Place {
    var path: [PathStep] = []
    /// The labels of the elements of arrays that the place lies in.
    var elements: [ElementLabel] = []
    /// Whether the value or an object around it has a `currencyCode` next to it.
    var isBesideCurrency = false
  }

  /// What it finds at a place.
  enum Finding {
    /// Two values, at least one of which is neither an array nor an object.
    case values(JSONValue, JSONValue)
    case missing(JSONValue)
    case extra(JSONValue)
    /// Elements that both have are in another order.
    case reordered(JSONValue, JSONValue)
    /// What a rule ignores, and what differs.
    case ignored(PathPattern)
  }

  private let ignored: [PathPattern]
  private let visit: (Place, Finding) -> Void
  private var place = Place()

  /// Visits the differences, the members of an object in any order.
  static func walk(
    _ expected: JSONValue, _ actual: JSONValue, ignoring ignored: [PathPattern],
    visit: (Place, Finding) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      var walk = PairedWalk(ignored: ignored, visit: visit)
      walk.meet(expected, actual)
    }
  }

  private init(ignored: [PathPattern], visit: @escaping (Place, Finding) -> Void) {
    self.ignored = ignored
    self.visit = visit
  }

  private mutating func meet(_ expected: JSONValue?, _ actual: JSONValue?) {
    if !ignored.isEmpty, let pattern = ignored.first(where: { $0.covers(place.path) }) {
      if expected != actual { visit(place, .ignored(pattern)) }
      return
    }
    switch (expected, actual) {
    case (.object(let ours)?, .object(let others)?): members(ours, others)
    case (.array(let ours)?, .array(let others)?): elements(ours, others)
    case (let ours?, let other?): visit(place, .values(ours, other))
    case (let ours?, nil): visit(place, .missing(ours))
    case (nil, let other?): visit(place, .extra(other))
    case (nil, nil): break
    }
  }

  private mutating func members(_ expected: [String: JSONValue], _ actual: [String: JSONValue]) {
    let wasBesideCurrency = place.isBesideCurrency
    if expected["currencyCode"] != nil { place.isBesideCurrency = true }
    for (name, ours) in expected {
      place.path.append(.name(name))
      if let other = actual.index(forKey: name), isSpelled(actual.keys[other], name) {
        meet(ours, actual.values[other])
      } else {
        meet(ours, nil)
      }
      place.path.removeLast()
    }
    for (name, other) in actual {
      if let ours = expected.index(forKey: name), isSpelled(expected.keys[ours], name) { continue }
      place.path.append(.name(name))
      meet(nil, other)
      place.path.removeLast()
    }
    place.isBesideCurrency = wasBesideCurrency
  }

  /// Swift considers canonically equivalent names equal although their bytes differ.
  private func isSpelled(_ name: String, _ other: String) -> Bool { name.hasSameBytes(as: other) }

  private mutating func elements(_ expected: [JSONValue], _ actual: [JSONValue]) {
    let alignment = ArrayAlignment(expected, actual)
    place.path.append(.element)
    if alignment.isReordered { visit(place, .reordered(.array(expected), .array(actual))) }
    for pair in alignment.pairs {
      let ours = pair.expected.map { expected[$0] }
      let other = pair.actual.map { actual[$0] }
      let label = alignment.label(of: pair) ?? (ours ?? other).flatMap { ElementLabel($0) }
      if let label { place.elements.append(label) }
      meet(ours, other)
      if label != nil { place.elements.removeLast() }
    }
    place.path.removeLast()
  }
}

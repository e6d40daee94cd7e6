import JSON
import Rides

/// Goes through two JSON trees together, and reports where they meet and where they do not.
struct PairedWalk {
  /// Where in the trees it is.
  struct Place {
    var path: [PathStep] = []
    /// The labels of the elements of arrays that the place lies in.
    var elements: [String] = []
    /// Whether a `currencyCode` stands beside the value or around it.
    var isBesideCurrency = false
  }

  /// What it finds at a place.
  enum Finding {
    /// Two values of which one at least is neither an array nor an object.
    case values(JSONValue, JSONValue)
    case missing(JSONValue)
    case extra(JSONValue)
    /// Elements that both have stand in another order.
    case reordered(JSONValue, JSONValue)
    /// What a rule ignores, and what differs.
    case ignored(PathPattern)
  }

  private let ignored: [PathPattern]
  private let visit: (Place, Finding) -> Void

  static func walk(
    _ expected: JSONValue, _ actual: JSONValue, ignoring ignored: [PathPattern],
    visit: (Place, Finding) -> Void
  ) {
    withoutActuallyEscaping(visit) { visit in
      PairedWalk(ignored: ignored, visit: visit).meet(expected, actual, at: Place())
    }
  }

  private func meet(_ expected: JSONValue?, _ actual: JSONValue?, at place: Place) {
    if let pattern = ignored.first(where: { $0.covers(place.path) }) {
      if expected != actual { visit(place, .ignored(pattern)) }
      return
    }
    switch (expected, actual) {
    case (.object(let ours)?, .object(let others)?): members(ours, others, at: place)
    case (.array(let ours)?, .array(let others)?): elements(ours, others, at: place)
    case (let ours?, let other?): visit(place, .values(ours, other))
    case (let ours?, nil): visit(place, .missing(ours))
    case (nil, let other?): visit(place, .extra(other))
    case (nil, nil): break
    }
  }

  private func members(
    _ expected: [String: JSONValue], _ actual: [String: JSONValue], at place: Place
  ) {
    var place = place
    if expected["currencyCode"] != nil { place.isBesideCurrency = true }
    let names = Set(expected.keys).union(actual.keys).sorted()
    for name in names {
      place.path.append(.name(name))
      if isSpelledAlike(name, expected, actual) {
        meet(expected[name], actual[name], at: place)
      } else {
        // Swift takes the two names for the same text; their bytes differ.
        meet(expected[name], nil, at: place)
        meet(nil, actual[name], at: place)
      }
      place.path.removeLast()
    }
  }

  private func isSpelledAlike(
    _ name: String, _ expected: [String: JSONValue], _ actual: [String: JSONValue]
  ) -> Bool {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }), let ours = expected.index(forKey: name),
      let other = actual.index(forKey: name)
    else { return true }
    return expected.keys[ours].hasSameBytes(as: actual.keys[other])
  }

  private func elements(_ expected: [JSONValue], _ actual: [JSONValue], at place: Place) {
    let alignment = ArrayAlignment(expected, actual)
    var inner = place
    inner.path.append(.element)
    if alignment.isReordered { visit(inner, .reordered(.array(expected), .array(actual))) }
    for pair in alignment.pairs {
      let ours = pair.expected.map { expected[$0] }
      let other = pair.actual.map { actual[$0] }
      inner.elements = place.elements
      if let label = (ours ?? other).flatMap(ElementLabel.init) {
        inner.elements.append(label.shown)
      }
      meet(ours, other, at: inner)
    }
  }
}

import JSON

/// Which elements of two arrays belong together.
struct ArrayAlignment {
  /// Elements that belong together, those of the expected array first in their order; one of the
  /// two is nil where an element has no counterpart.
  private(set) var pairs: [(expected: Int?, actual: Int?)] = []
  /// Whether elements that both arrays have stand in another order.
  private(set) var isReordered = false

  init(_ expected: [JSONValue], _ actual: [JSONValue]) {
    if let ours = Self.labels(of: expected), let others = Self.labels(of: actual) {
      align(ours, others)
    } else {
      align(expected, actual)
    }
  }

  /// The labels of all elements; nil where one has none, or two have the same key.
  private static func labels(of elements: [JSONValue]) -> [ElementLabel]? {
    let labels = elements.compactMap(ElementLabel.init)
    guard labels.count == elements.count, Set(labels.map(\.key)).count == labels.count else {
      return nil
    }
    return labels
  }

  /// By key; elements left over belong together in their order, where only a wording names them.
  private mutating func align(_ expected: [ElementLabel], _ actual: [ElementLabel]) {
    let places = Dictionary(
      uniqueKeysWithValues: actual.enumerated().map { ($0.element.key, $0.offset) })
    let partners = expected.map { places[$0.key] }
    let found = partners.compactMap(\.self)
    isReordered = zip(found, found.dropFirst()).contains { $0 > $1 }
    var rest = actual.indices.filter { !Set(found).contains($0) }[...]
    for (index, partner) in partners.enumerated() {
      if let partner {
        pairs.append((index, partner))
      } else if !expected[index].isStable, let next = rest.first, !actual[next].isStable {
        pairs.append((index, next))
        rest.removeFirst()
      } else {
        pairs.append((index, nil))
      }
    }
    pairs += rest.map { (nil, $0) }
  }

  /// By place; where one array is longer, what is the same at the beginning and at the end belongs
  /// together.
  private mutating func align(_ expected: [JSONValue], _ actual: [JSONValue]) {
    var (head, tail) = (0, 0)
    let shorter = min(expected.count, actual.count)
    if expected.count != actual.count {
      while head < shorter, expected[head] == actual[head] { head += 1 }
      while tail < shorter - head,
        expected[expected.count - 1 - tail] == actual[actual.count - 1 - tail]
      {
        tail += 1
      }
    }
    let ours = expected.count - tail
    let others = actual.count - tail
    for index in 0..<max(ours, others) {
      pairs.append((index < ours ? index : nil, index < others ? index : nil))
    }
    pairs += (0..<tail).map { (ours + $0, others + $0) }
  }
}

import JSON

/// Which elements of two arrays belong together.
struct ArrayAlignment {
  /// The places of two elements that belong together; one is nil where there is no counterpart.
  typealias Pair = (expected: Int?, actual: Int?)

  /// Those of the expected array first, in their order.
  private(set) var pairs: [Pair] = []
  /// Whether elements that both arrays have are in another order.
  private(set) var isReordered = false
  private var labels: [ElementLabel] = []
  private var otherLabels: [ElementLabel] = []

  init(_ expected: [JSONValue], _ actual: [JSONValue]) {
    if let ours = Self.labels(of: expected), let others = Self.labels(of: actual) {
      (labels, otherLabels) = (ours, others)
      align(ours, others)
    } else {
      align(expected, actual)
    }
  }

  /// The label of the elements of a pair, where all elements have names of their own.
  func label(of pair: Pair) -> ElementLabel? {
    guard !labels.isEmpty || !otherLabels.isEmpty else { return nil }
    if let place = pair.expected { return labels[place] }
    return pair.actual.map { otherLabels[$0] }
  }

  /// The labels of all elements; nil if one has none, or two have the same key.
  private static func labels(of elements: [JSONValue]) -> [ElementLabel]? {
    var labels: [ElementLabel] = []
    labels.reserveCapacity(elements.count)
    for element in elements {
      guard let label = ElementLabel(element) else { return nil }
      labels.append(label)
    }
    return Set(labels.map(\.key)).count == labels.count ? labels : nil
  }

  /// By key; elements left over belong together in their order, where only a wording names them.
  private mutating func align(_ expected: [ElementLabel], _ actual: [ElementLabel]) {
    let places = Dictionary(
      uniqueKeysWithValues: actual.enumerated().map { ($0.element.key, $0.offset) })
    let partners = expected.map { places[$0.key] }
    let found = partners.compactMap(\.self)
    isReordered = zip(found, found.dropFirst()).contains { $0 > $1 }
    let taken = Set(found)
    var rest = actual.indices.filter { !taken.contains($0) }[...]
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

  /// By index; if one array is longer, equal elements at the beginning and at the end are matched.
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

/// The label of an element for people, and the key that finds it in another array.
struct ElementLabel: Hashable {
  /// Such as `SUV`, `Base charge`, `capture 2`.
  let shown: String
  /// The key of the element; a wording can change, an `optionIdentifier` cannot.
  let key: String
  let isStable: Bool
  /// What elements have in common whose names are the same in other languages: a product, or the
  /// kind of an item on a bill.
  let group: String

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
    group = option ?? (members["title"] == nil ? nil : members["kind"]?.string) ?? key
    isStable = option != nil || number != nil
  }
}

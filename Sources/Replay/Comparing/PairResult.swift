import JSON
import Rides

/// What the comparison of two outputs that have met found.
struct PairResult {
  private(set) var differences: [Difference] = []
  private(set) var uses: [RuleUse: Int] = [:]
  /// The identifiers whose new names the equality rests on.
  private(set) var renamings: [SpacedIdentifier] = []

  /// Compares the types, then the values of two JSON texts.
  init(_ findings: [BodyPair.Finding], in context: PairContext) {
    addType(context)
    for finding in findings { add(finding.what, at: finding.place, context) }
    // Members have any order, elements keep theirs.
    let ordered = differences.enumerated().sorted { left, right in
      (left.element.path, left.offset) < (right.element.path, right.offset)
    }
    differences = ordered.map(\.element)
  }

  /// Compares the types, then two bodies that are not both JSON, byte by byte.
  init(bytesOf context: PairContext) {
    addType(context)
    let (ours, other) = (context.expected.body, context.actual.body)
    guard ours != other else { return }
    let place = PairedWalk.Place(path: [.name("(body)")])
    differences.append(
      context.difference(ValueText.of(ours), ValueText.of(other), at: place, .other))
  }

  private mutating func addType(_ context: PairContext) {
    let (ours, other) = (context.expected.label, context.actual.label)
    guard !ours.hasSameBytes(as: other) else { return }
    let place = PairedWalk.Place(path: [.name("(type)")])
    differences.append(
      context.difference(ValueText.clipped(ours), ValueText.clipped(other), at: place, .other))
  }

  private mutating func add(
    _ finding: PairedWalk.Finding, at place: PairedWalk.Place, _ context: PairContext
  ) {
    switch finding {
    case .values(let ours, let other): add(context.compare(ours, other, at: place))
    case .missing(let value):
      differences.append(context.difference(ValueText.of(value), nil, at: place, .missing))
    case .extra(let value):
      differences.append(context.difference(nil, ValueText.of(value), at: place, .extra))
    case .reordered(let ours, let other):
      differences.append(
        context.difference(Self.order(of: ours), Self.order(of: other), at: place, .other))
    case .ignored(let pattern): uses[.ignored(pattern.description), default: 0] += 1
    }
  }

  private mutating func add(_ result: ValueResult) {
    switch result {
    case .same: break
    case .allowed(let rules):
      for use in rules { uses[use, default: 0] += 1 }
    case .renamed(let identifier, let member):
      uses[.renamed(member), default: 0] += 1
      renamings.append(identifier)
    case .differs(let difference): differences.append(difference)
    }
  }

  private static func order(of elements: JSONValue) -> String {
    let labels = (elements.array ?? []).map { ElementLabel($0)?.shown ?? "" }
    return ValueText.clipped(labels.joined(separator: ", "))
  }
}

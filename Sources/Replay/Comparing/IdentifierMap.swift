import Rides

/// An identifier within its space; identifiers are compared byte by byte.
struct SpacedIdentifier: Hashable {
  let space: String
  let text: String

  static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameBytes(as: right.text) && left.space.hasSameBytes(as: right.space)
  }

  func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
    space.hashBytes(into: &hasher)
  }
}

/// Which identifier of the replay corresponds to which expected one: a bijection that is learned
/// from matched outputs.
///
/// Identifiers that correspond to themselves are kept as hashes only. A name is learned only if it
/// is new on both sides: an identifier that the other side uses for something else is no new name.
struct IdentifierMap {
  /// How an expected identifier and the one of the replay belong together.
  enum Relation: Hashable {
    case same, renamed, conflict
  }

  /// A new name, and what rests on it.
  struct Renaming {
    let actual: String
    /// The output that taught it, as a report shows it should the name turn out to be wrong.
    let sample: DifferingOutput
    /// By type, the outputs that are equal only because of it.
    var outputs: [OutputType: Int] = [:]
    /// Whether one of the two names is known to correspond to itself.
    var isContradicted = false
  }

  private(set) var unchanged = IdentifierSet()
  private(set) var renamings: [SpacedIdentifier: Renaming] = [:]
  /// The expected identifier of a new name.
  private var origins: [SpacedIdentifier: String] = [:]

  var isIdentity: Bool { renamings.isEmpty }

  /// Collects the identifiers of a body that is the same on both sides; false where it has to be
  /// parsed.
  mutating func collect(_ body: [UInt8], by scan: IdentifierScan) -> Bool {
    scan.collect(in: body, into: &unchanged)
  }

  /// Learns that two identifiers belong together; whether that gave a new name.
  mutating func learn(
    _ expected: SpacedIdentifier, _ actual: String,
    otherwise sample: @autoclosure () -> DifferingOutput
  ) -> Bool {
    let space = IdentifierSet.hash(expected.space, in: 0)
    if expected.text.hasSameBytes(as: actual) {
      unchanged.insert(IdentifierSet.hash(actual, in: space))
      contradict(expected)
      return false
    }
    let replaced = SpacedIdentifier(space: expected.space, text: actual)
    guard isFree(expected, in: space), isFree(replaced, in: space) else { return false }
    renamings[expected] = Renaming(actual: actual, sample: sample())
    origins[replaced] = expected.text
    return true
  }

  func relation(_ expected: SpacedIdentifier, _ actual: String) -> Relation {
    if expected.text.hasSameBytes(as: actual) { return .same }
    guard let renaming = renamings[expected], !renaming.isContradicted,
      renaming.actual.hasSameBytes(as: actual)
    else { return .conflict }
    return .renamed
  }

  /// The name in the replay of an expected identifier that has a new one.
  func newName(of expected: SpacedIdentifier) -> String? { renamings[expected]?.actual }

  /// The expected identifier of a new name.
  func origin(of actual: SpacedIdentifier) -> String? { origins[actual] }

  /// Counts an output that is equal because of a new name.
  mutating func count(_ type: OutputType, for expected: SpacedIdentifier) {
    renamings[expected]?.outputs[type, default: 0] += 1
  }

  /// An identifier corresponds to itself: no new name for it or from it can be right.
  private mutating func contradict(_ identifier: SpacedIdentifier) {
    guard !isIdentity else { return }
    renamings[identifier]?.isContradicted = true
    guard let origin = origins[identifier] else { return }
    renamings[SpacedIdentifier(space: identifier.space, text: origin)]?.isContradicted = true
  }

  /// Whether an identifier is known neither among the expected ones nor among those of the replay.
  private func isFree(_ identifier: SpacedIdentifier, in space: Int) -> Bool {
    renamings[identifier] == nil && origins[identifier] == nil
      && !unchanged.contains(IdentifierSet.hash(identifier.text, in: space))
  }
}

/// Identifiers that have been seen, by their hashes alone.
///
/// Two with the same hash would count as one; that can only report a difference, and hide none.
struct IdentifierSet {
  private var hashes: Set<Int> = []

  /// The hash of an identifier among those of a space.
  static func hash(_ bytes: UnsafeRawBufferPointer, in space: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(space)
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }

  /// The same of a text.
  static func hash(_ text: String, in space: Int) -> Int {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0), in: space) }
  }

  func contains(_ hash: Int) -> Bool { hashes.contains(hash) }

  mutating func insert(_ hash: Int) { hashes.insert(hash) }
}

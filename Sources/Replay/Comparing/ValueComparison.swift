import JSON
import Rides

/// Two matched outputs, and the context of their comparison.
struct PairContext {
  let expected: ReplayOutput
  let actual: ReplayOutput
  let rules: ComparisonRules
  /// The rules of the members that hold identifiers in outputs of this kind, by their names.
  let identifierRules: [String: IdentifierRule]
  /// What is known of the whole replay.
  let identifiers: IdentifierMap
  /// What is known of identifiers that mean something within these two outputs only.
  var ownIdentifiers = IdentifierMap()

  /// The difference of two values.
  func difference(
    _ ours: JSONValue, _ other: JSONValue, at place: PairedWalk.Place, _ kind: Difference.Class
  ) -> Difference {
    let change: DecimalNumber? =
      if let from = DecimalNumber(ours), let to = DecimalNumber(other) { to - from } else { nil }
    return difference(ValueText.of(ours), ValueText.of(other), at: place, kind, change)
  }

  /// The difference of two values that are texts already, or of one that has no counterpart.
  func difference(
    _ ours: String?, _ other: String?, at place: PairedWalk.Place, _ kind: Difference.Class,
    _ change: DecimalNumber? = nil
  ) -> Difference {
    Difference(
      kind: expected.kind, label: expected.label,
      path: ValueText.clipped(place.path.shape, to: 400),
      element: place.elements.isEmpty
        ? nil : place.elements.map(\.shown).joined(separator: ", "),
      elementGroup: place.elements.isEmpty
        ? nil : place.elements.map(\.group).joined(separator: ", "),
      expected: ours, actual: other, class: kind, cause: expected.cause, change: change)
  }
}

/// How two values compare.
enum ValueResult {
  case same
  /// Not the same, and allowed by rules.
  case allowed([RuleUse])
  /// Another name of an identifier.
  case renamed(SpacedIdentifier, member: String)
  case differs(Difference)
}

extension PairContext {
  /// Compares two values that are not both arrays or both objects.
  func compare(_ ours: JSONValue, _ other: JSONValue, at place: PairedWalk.Place) -> ValueResult {
    if case .string(let text) = ours, case .string(let otherText) = other {
      return compareTexts(text, otherText, at: place)
    }
    if ours == other { return .same }
    // A database keeps no sign of a zero, and a store in memory does.
    if let number = ours.number, number == other.number { return .same }
    return compareNumbers(ours, other, at: place)
      ?? .differs(
        difference(ours, other, at: place, .init(of: ours, other, at: place, in: expected.kind)))
  }

  private func compareTexts(
    _ ours: String, _ other: String, at place: PairedWalk.Place
  ) -> ValueResult {
    if let rule = identifierRules[place.path.member] {
      return compareIdentifiers(ours, other, at: place, rule)
    }
    if let result = compareTimes(ours, other, at: place) { return result }
    if ours.hasSameBytes(as: other) { return .same }
    let (value, otherValue) = (JSONValue.string(ours), JSONValue.string(other))
    if let result = compareNumbers(value, otherValue, at: place) { return result }
    if expected.base != actual.base || !identifiers.isIdentity,
      let uses = compareParts(ours, other, composedOf: nil)
    {
      return .allowed(uses)
    }
    let about = Difference.Class(of: value, otherValue, at: place, in: expected.kind)
    return .differs(difference(value, otherValue, at: place, about))
  }

  private func compareIdentifiers(
    _ ours: String, _ other: String, at place: PairedWalk.Place, _ rule: IdentifierRule
  ) -> ValueResult {
    if rule.form == .composed {
      if let uses = compareParts(ours, other, composedOf: rule) {
        return uses.isEmpty ? .same : .allowed(uses)
      }
    } else {
      let identifier = SpacedIdentifier(space: rule.space, text: ours)
      let known = rule.scope == .output ? ownIdentifiers : identifiers
      switch known.relation(identifier, other) {
      case .same: return .same
      case .renamed where rule.scope == .output: return .allowed([.renamed(rule.member)])
      case .renamed: return .renamed(identifier, member: rule.member)
      case .conflict: break
      }
    }
    return .differs(difference(.string(ours), .string(other), at: place, .identifier))
  }

  /// Nil without a tolerance, and if it is no number.
  private func compareNumbers(
    _ ours: JSONValue, _ other: JSONValue, at place: PairedWalk.Place
  ) -> ValueResult? {
    guard let rule = rules.tolerance(at: place.path), let from = DecimalNumber(ours),
      let to = DecimalNumber(other), (to - from).magnitude <= rule.atMost
    else { return nil }
    return .allowed([.tolerance(rule.path.description)])
  }
}

/// Compares instants as distances from the request that caused them.
///
/// The same moment is no proof: a stopped clock, or one that is ahead, shows only when distances
/// are compared.
extension PairContext {
  /// Nil when one of the texts is no instant.
  func compareTimes(_ ours: String, _ other: String, at place: PairedWalk.Place) -> ValueResult? {
    guard let from = Self.instant(ours), let to = Self.instant(other) else { return nil }
    let (distance, overflow) = from.microseconds.subtractingReportingOverflow(
      expected.base.microseconds)
    let (otherDistance, otherOverflow) = to.microseconds.subtractingReportingOverflow(
      actual.base.microseconds)
    let (apart, apartOverflow) = otherDistance.subtractingReportingOverflow(distance)
    guard !overflow, !otherOverflow, !apartOverflow else { return nil }
    if apart == 0 { return sameDistance(ours, other, at: place) }
    if apart.magnitude <= rules.timeToleranceMicroseconds.magnitude {
      return .allowed([.timeTolerance])
    }
    if from == to, let echo = rules.echoedTimes.first(where: { $0.covers(place.path) }) {
      return .allowed([.echoedTime(echo.description)])
    }
    return .differs(
      difference(
        ValueText.distance(distance), ValueText.distance(otherDistance), at: place, .time,
        DecimalNumber(microseconds: apart)))
  }

  /// Two spellings of one moment are a difference; with another base spellings cannot be compared.
  private func sameDistance(
    _ ours: String, _ other: String, at place: PairedWalk.Place
  ) -> ValueResult {
    if ours.hasSameBytes(as: other) { return .same }
    if expected.base != actual.base { return .allowed([.timeDistance]) }
    return .differs(
      difference(ValueText.clipped(ours), ValueText.clipped(other), at: place, .wording))
  }

  /// The rule by which two instants in texts have the same distance; nil when none has it.
  func distanceRule(_ ours: String, _ other: String) -> RuleUse? {
    guard let from = Self.instant(ours), let to = Self.instant(other) else { return nil }
    let apart =
      (from.microseconds &- expected.base.microseconds)
      &- (to.microseconds &- actual.base.microseconds)
    if apart == 0 { return .timeDistance }
    return apart.magnitude <= rules.timeToleranceMicroseconds.magnitude ? .timeTolerance : nil
  }

  /// Whether a text has the length of an instant, and begins with a digit.
  static func mayBeInstant(_ text: String) -> Bool {
    (20...35).contains(text.utf8.count) && text.utf8.first.map { 0x30...0x39 ~= $0 } == true
  }

  private static func instant(_ text: String) -> Instant? {
    mayBeInstant(text) ? Instant(rfc3339: text) : nil
  }
}

/// Compares texts that hold identifiers or instants among other parts, such as the `source` of an
/// event or the message of an error.
extension PairContext {
  /// The rules that make two texts equal; nil when they differ elsewhere.
  ///
  /// A composed member names an identifier in each part that has a new name; elsewhere a part may
  /// be the same word by chance.
  func compareParts(_ ours: String, _ other: String, composedOf rule: IdentifierRule?) -> [RuleUse]?
  {
    let (parts, others) = (Self.parts(of: ours), Self.parts(of: other))
    guard parts.count == others.count else { return nil }
    var uses: [RuleUse] = []
    for (part, otherPart) in zip(parts, others) {
      guard let use = comparePart(String(part), String(otherPart), rule) else { return nil }
      uses += use
    }
    return uses
  }

  private func comparePart(
    _ ours: String, _ other: String, _ rule: IdentifierRule?
  ) -> [RuleUse]? {
    if let rule {
      switch relation(ours, other, in: rule.space) {
      case .same: return hasNewName(ours, in: rule.space) ? nil : []
      case .renamed: return [.renamed(rule.member)]
      case .conflict: return nil
      }
    }
    if ours.hasSameBytes(as: other) { return [] }
    if let use = distanceRule(ours, other) { return [use] }
    let spaces = Set(rules.identifiers.map(\.space)).sorted()
    return spaces.contains { relation(ours, other, in: $0) == .renamed }
      ? [.renamed("a text")] : nil
  }

  private func relation(
    _ ours: String, _ other: String, in space: String
  ) -> IdentifierMap.Relation {
    identifiers.relation(SpacedIdentifier(space: space, text: ours), other)
  }

  private func hasNewName(_ text: String, in space: String) -> Bool {
    let identifier = SpacedIdentifier(space: space, text: text)
    return identifiers.renamings[identifier].map { !$0.isContradicted } ?? false
  }

  /// Words and the signs between them; an instant is one word, and `a:b` are two.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    for piece in pieces(of: text[...], where: { " /,;'\"()\n".unicodeScalars.contains($0) }) {
      // An instant may end a sentence.
      let (word, end) =
        piece.hasSuffix(".") ? (piece.dropLast(), piece.suffix(1)) : (piece, piece.suffix(0))
      if Instant(rfc3339: String(word)) != nil {
        parts += [word, end]
      } else {
        parts += pieces(of: piece) { $0 == ":" || $0 == "." }
      }
    }
    return parts
  }

  private static func pieces(
    of text: Substring, where separates: (Unicode.Scalar) -> Bool
  ) -> [Substring] {
    var pieces: [Substring] = []
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    for index in scalars.indices where separates(scalars[index]) {
      pieces.append(Substring(scalars[start..<index]))
      start = scalars.index(after: index)
      pieces.append(Substring(scalars[index..<start]))
    }
    pieces.append(Substring(scalars[start...]))
    return pieces
  }
}

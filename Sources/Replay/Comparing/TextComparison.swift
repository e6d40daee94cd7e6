import Rides

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

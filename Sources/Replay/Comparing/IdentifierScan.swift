/// Finds the identifiers of a JSON text without parsing it.
///
/// Most outputs of a replay are the same bytes as the expected ones; then only their identifiers
/// are collected, which correspond to themselves.
struct IdentifierScan {
  private static let quote = UInt8(ascii: "\"")
  /// The names of members with their quotes, each with the hash of its space.
  private let names: [(bytes: [UInt8], space: Int)]

  init(_ rules: [IdentifierRule], in kind: ReplayOutput.Kind) {
    names = rules.compactMap { rule in
      guard rule.kinds.contains(kind), rule.scope == .replay, rule.form == .whole,
        !rule.member.isEmpty
      else { return nil }
      let name = [Self.quote] + rule.member.utf8 + [Self.quote]
      return (name, IdentifierSet.hash(rule.space, in: 0))
    }
  }

  /// Collects the identifiers; false where the text has to be parsed to find all.
  func collect(in body: [UInt8], into set: inout IdentifierSet) -> Bool {
    body.withUnsafeBytes { body in
      var rest = body[...]
      while let place = rest.firstIndex(of: Self.quote) {
        rest = rest[place...]
        if let (name, space) = names.first(where: { rest.starts(with: $0.bytes) }) {
          rest = rest.dropFirst(name.count)
          guard Self.collect(at: rest, in: space, into: &set) else { return false }
        } else {
          rest = rest.dropFirst()
        }
      }
      return true
    }
  }

  /// Collects the text that follows a name, blanks and a colon between them.
  private static func collect(
    at text: Slice<UnsafeRawBufferPointer>, in space: Int, into set: inout IdentifierSet
  ) -> Bool {
    var rest = text.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: ":") else { return true }
    rest = rest.drop(while: isBlank)
    guard rest.popFirst() == quote else { return false }
    let value = rest.prefix { $0 != quote && $0 != UInt8(ascii: "\\") }
    guard value.endIndex == rest.endIndex || rest[value.endIndex] == quote else { return false }
    set.insert(IdentifierSet.hash(UnsafeRawBufferPointer(rebasing: value), in: space))
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }
}

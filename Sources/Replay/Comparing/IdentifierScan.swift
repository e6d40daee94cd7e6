/// Finds the identifiers of a JSON text without parsing it.
///
/// Most outputs of a replay are the same bytes as the expected ones; then it only has to be noted
/// that their identifiers stand for themselves. It steps over the text by Horspool's method.
struct IdentifierScan {
  private struct Needle {
    let name: [UInt8]
    let space: UInt64
  }

  private static let quote = UInt8(ascii: "\"")
  private let needles: [Needle]
  /// How far the next window is when the last byte of this one is that byte.
  private let shifts: [UInt8]
  /// The length of the shortest name with the quote after it.
  private let window: Int

  init(_ rules: [IdentifierRule], in kind: ReplayOutput.Kind) {
    let names = rules.filter {
      $0.kinds.contains(kind) && $0.scope == .replay && $0.form == .whole && !$0.member.isEmpty
    }
    needles = names.map {
      Needle(name: Array($0.member.utf8), space: IdentifierSet.hash($0.space, in: 0))
    }
    window = min((needles.map(\.name.count).min() ?? 0) + 1, 250)
    var shifts = [UInt8](repeating: UInt8(window), count: 256)
    for needle in needles {
      for (place, byte) in needle.name.suffix(window - 1).enumerated() {
        shifts[Int(byte)] = min(shifts[Int(byte)], UInt8(window - 1 - place))
      }
    }
    self.shifts = shifts
  }

  /// Notes the identifiers; false where the text has to be parsed to find all.
  func note(in body: [UInt8], into set: inout IdentifierSet) -> Bool {
    guard !needles.isEmpty else { return true }
    return body.withUnsafeBufferPointer { body in
      shifts.withUnsafeBufferPointer { shifts in
        var end = window - 1
        while end < body.count {
          if body[end] == Self.quote {
            guard note(before: end, of: body, into: &set) else { return false }
            end += window
          } else {
            end += Int(shifts[Int(body[end])])
          }
        }
        return true
      }
    }
  }

  /// Notes the value of a name that ends before a quote, if it is one that is sought.
  private func note(
    before quote: Int, of body: UnsafeBufferPointer<UInt8>, into set: inout IdentifierSet
  ) -> Bool {
    guard let needle = needles.first(where: { isName($0.name, before: quote, of: body) }) else {
      return true
    }
    var start = quote + 1
    Self.skipBlanks(&start, of: body)
    guard start < body.count, body[start] == UInt8(ascii: ":") else { return true }
    start += 1
    Self.skipBlanks(&start, of: body)
    guard start < body.count, body[start] == Self.quote else { return false }
    start += 1
    var end = start
    while end < body.count, body[end] != Self.quote {
      if body[end] == UInt8(ascii: "\\") { return false }
      end += 1
    }
    let value = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: body[start..<end]))
    set.insert(IdentifierSet.hash(value, in: needle.space))
    return true
  }

  private func isName(
    _ name: [UInt8], before quote: Int, of body: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = quote - name.count
    guard start > 0, body[start - 1] == Self.quote else { return false }
    for place in name.indices where name[place] != body[start + place] { return false }
    return true
  }

  private static func skipBlanks(_ index: inout Int, of body: UnsafeBufferPointer<UInt8>) {
    while index < body.count, [0x20, 0x09, 0x0A, 0x0D].contains(body[index]) { index += 1 }
  }
}

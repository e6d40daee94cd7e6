/// One value of a JSON text, or the name of a member: what it is and where it lies.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  let kind: Kind
  /// Whether a string has no escapes, and the names of an object have none and are of ASCII.
  var isPlain: Bool
  /// The first byte of a string, after its quote, or of a number; of an object the marks of its
  /// names, to tell most names that it lacks without a search.
  var start: UInt32
  /// The bytes of a string or a number, the elements or members of an array or an object.
  var count: UInt32
  /// The number of the entry after this value and all that is in it.
  var end: UInt32

  var bytes: Range<Int> { Int(start)..<Int(start) + Int(count) }

  /// The type in words, as an error message says what came.
  var typeName: String {
    switch kind {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONEntry {
  /// A number for a name by its first and last byte, whose lowest bits differ for the names of an
  /// object of the contract.
  @inline(__always)
  fileprivate static func mark(_ first: UInt8, _ last: UInt8, count: Int) -> Int {
    count &* 9 &+ Int(first) &+ Int(last)
  }

  /// Whether an object with plain names may have this one.
  @inline(__always)
  func mayHave(_ name: Span<UInt8>) -> Bool {
    guard !name.isEmpty else { return true }
    let mark = Self.mark(name[0], name[name.count - 1], count: name.count)
    return start & 1 << UInt32(mark & 31) != 0
  }
}

/// Names that an object has more than once (RFC 7493, section 2.3): readers differ in which of
/// their values counts, so that what one has checked is not what another one reads.
extension [JSONEntry] {
  /// From how many names on they are put in order, instead of comparing each with those before it.
  private static let fewNames: UInt32 = 16

  /// The entry of a name that the object has had before, and the marks of all its names; they have
  /// to be plain.
  func repeatedName(_ text: Span<UInt8>, of object: Int) -> (name: Int?, marks: UInt32) {
    let isSmall = self[object].count <= Self.fewNames
    let end = Int(self[object].end)
    var marks: UInt64 = 0
    var name = object + 1
    while name < end {
      let mark = mark(of: name, text)
      if marks & mark != 0 {
        guard isSmall else { return (sortedRepeatedName(text, of: object), .max) }
        if isRepeated(name, text, of: object) { return (name, .max) }
      }
      marks |= mark
      name = Int(self[name + 1].end)
    }
    return (nil, UInt32(truncatingIfNeeded: marks | marks >> 32))
  }

  @inline(__always)
  private func mark(of name: Int, _ text: Span<UInt8>) -> UInt64 {
    let entry = self[name]
    // The byte of an empty name is its closing quote, and the last one its opening quote.
    let (first, last) = (Int(entry.start), Int(entry.start) + Int(entry.count) - 1)
    return 1 << UInt64(JSONEntry.mark(text[first], text[last], count: Int(entry.count)) & 63)
  }

  private func sortedRepeatedName(_ text: Span<UInt8>, of object: Int) -> Int? {
    let names = names(of: object).sorted { precedes($0, $1, text) }
    for (one, next) in zip(names, names.dropFirst()) where isSame(one, next, text) {
      return Swift.max(one, next)
    }
    return nil
  }

  /// The entries of the names of an object.
  func names(of object: Int) -> [Int] {
    var names: [Int] = []
    names.reserveCapacity(Int(self[object].count))
    var name = object + 1
    while name < self[object].end {
      names.append(name)
      name = Int(self[name + 1].end)
    }
    return names
  }

  private func isRepeated(_ name: Int, _ text: Span<UInt8>, of object: Int) -> Bool {
    var other = object + 1
    while other < name {
      if isSame(other, name, text) { return true }
      other = Int(self[other + 1].end)
    }
    return false
  }

  /// Mostly the lengths of two names differ, or else their first bytes.
  private func isSame(_ one: Int, _ other: Int, _ text: Span<UInt8>) -> Bool {
    let (one, other) = (self[one], self[other])
    guard one.count == other.count else { return false }
    for offset in 0..<Int(one.count)
    where text[Int(one.start) + offset] != text[Int(other.start) + offset] {
      return false
    }
    return true
  }

  /// Any order, in which names that are the same are neighbours.
  private func precedes(_ one: Int, _ other: Int, _ text: Span<UInt8>) -> Bool {
    let (one, other) = (self[one], self[other])
    guard one.count == other.count else { return one.count < other.count }
    for offset in 0..<Int(one.count) {
      let (byte, otherByte) = (text[Int(one.start) + offset], text[Int(other.start) + offset])
      if byte != otherByte { return byte < otherByte }
    }
    return false
  }
}

extension JSONText {
  /// The entry of a name that its object has had before, among the names that have escapes or are
  /// not of ASCII, and their neighbours.
  var repeatedStrangeName: Int? {
    for object in entries.indices where !entries[object].isPlain {
      if let name = repeatedNames(of: object).first { return name }
    }
    return nil
  }

  /// The entries of names that an object has had before; none of what is no object.
  func repeatedNames(of object: Int) -> [Int] {
    guard entries[object].kind == .object else { return [] }
    let names = entries.names(of: object).map { name in
      (bytes: Array(string(at: name).utf8), entry: name)
    }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return zip(names, names.dropFirst()).compactMap { one, next in
      one.bytes == next.bytes ? max(one.entry, next.entry) : nil
    }
  }

  /// The fault of a name that its object has had before.
  func repeated(_ name: Int) -> JSONFault {
    // The path of its value ends with it. The sender has chosen its length.
    let path = path(of: name + 1).unicodeScalars
    return JSONFault(
      .malformed, path: path.count > 100 ? String(path.prefix(100)) + "…" : String(path),
      "expected each name once in an object (RFC 7493, section 2.3), got one twice")
  }
}

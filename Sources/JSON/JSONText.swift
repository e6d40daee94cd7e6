/// A JSON text and where its values lie in it; nothing is copied out of it until it is read.
final class JSONText: Sendable {
  let bytes: [UInt8]
  /// The whole value first; after an array and an object what is in it, names before their values.
  let entries: [JSONEntry]

  /// Throws `tooLarge`, `tooDeep`, `outOfRange` for a number that is too long, and `malformed`,
  /// also for a name that an object has twice.
  init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONFault) {
    try limits.checkEncoding(of: bytes)
    guard let parser = JSONParser(parsing: bytes.span, within: limits.depth) else {
      throw limits.fault(in: bytes)
    }
    self.bytes = bytes
    entries = parser.entries
    if let name = parser.repeatedName { throw repeated(name) }
    if parser.hasStrangeNames, let name = repeatedStrangeName { throw repeated(name) }
  }

  /// The entry of a member's value.
  ///
  /// Names are the same when their bytes are, whatever escapes spell them (RFC 8259, 8.3). Swift
  /// would compare them with their accents put in order, and takes time with the square of how many
  /// there are.
  func member(_ name: String, of object: Int) -> Int? {
    let isPlain = entries[object].isPlain
    var name = name
    return name.withUTF8 { wanted in
      var index = object + 1
      while index < entries[object].end {
        if isPlain ? isString(index, wanted) : isSpelled(index, wanted) { return index + 1 }
        index = Int(entries[index + 1].end)
      }
      return nil
    }
  }

  /// The names of the members of an object, in their order.
  func names(of object: Int) -> [String] {
    entries.names(of: object).compactMap { string(at: $0) }
  }

  /// Whether the names of an object's members can be read.
  func hasReadableNames(_ object: Int) -> Bool {
    if entries[object].isPlain { return true }
    var index = object + 1
    while index < entries[object].end {
      if string(at: index) == nil { return false }
      index = Int(entries[index + 1].end)
    }
    return true
  }

  /// The path of a value from the root, such as `pickupLocation.latitude` or `products[1]`.
  func path(of target: Int) -> String {
    var path = ""
    var around = 0
    while around < target {
      let isObject = entries[around].kind == .object
      var child = around + 1
      var position = 0
      while true {
        let value = isObject ? child + 1 : child
        if target < entries[value].end {
          let name = isObject ? string(at: child) ?? "" : "[\(position)]"
          path += isObject && !path.isEmpty ? ".\(name)" : name
          around = value
          break
        }
        child = Int(entries[value].end)
        position += 1
      }
    }
    return path
  }

  private func isString(_ index: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let entry = entries[index]
    guard Int(entry.count) == wanted.count else { return false }
    for offset in 0..<wanted.count where bytes[Int(entry.start) + offset] != wanted[offset] {
      return false
    }
    return true
  }
}

/// Writes JSON straight into one buffer that is used again and again; it puts the commas itself.
///
/// The caller keeps the order of a JSON text: in an object each value follows a `key`, every
/// `begin` has its `end`.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private var depth = 0

  package init(capacity: Int = 4096) { bytes.reserveCapacity(capacity) }

  /// Forgets what was written and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
    depth = 0
  }

  /// A copy of what was written, of just its size; the buffer is empty afterwards and keeps its
  /// memory.
  package mutating func finish() -> [UInt8] {
    precondition(depth == 0, "\(depth) objects or arrays have not ended")
    let text = bytes.withUnsafeBufferPointer { Array($0) }
    removeAll()
    return text
  }

  /// Opens an object.
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }

  /// Closes the innermost object.
  package mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Opens an array.
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }

  /// Closes the innermost array.
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The name of the next value; it must need no escaping.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The name of the next value, known only at run time.
  package mutating func key(dynamic name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A string, escaped as far as RFC 8259 demands.
  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.appendEscaped(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A string whose characters `body` appends itself; they must need no escaping.
  package mutating func string(appending body: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    body(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A whole number.
  package mutating func integer(_ value: Int64) {
    separate()
    bytes.appendDecimal(value)
  }

  /// A whole number.
  package mutating func integer(_ value: Int) { integer(Int64(value)) }

  /// The shortest digits that read back as the same number; whole numbers without a fraction.
  ///
  /// It must be finite.
  package mutating func double(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    separate()
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    bytes.append(contentsOf: text.utf8)
  }

  /// `true` or `false`.
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// `null`.
  package mutating func null() { raw("null") }

  /// A value that is already JSON, taken as it is.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func raw(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
    depth += 1
  }

  private mutating func end(_ bracket: UInt8) {
    precondition(depth > 0, "an object or array ends that has not begun")
    bytes.append(bracket)
    needsComma = true
    depth -= 1
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

/// Writes JSON straight into one buffer that is used again and again; it puts the commas itself.
///
/// The caller keeps the order of a JSON text: in an object each value follows a `key`, every
/// `begin` has its `end`.
package struct JSONWriter {
  private var buffer: JSONBuffer
  /// Where texts are put together that `string(appending:)` is given; kept for its memory.
  private var scratch: [UInt8] = []
  var needsComma = false
  private var depth = 0
  /// Where the values of a template are missing; nil unless a template is written.
  var gaps: [JSONTemplate.Gap]?

  /// A writer whose buffer takes so many bytes before it grows.
  package init(capacity: Int = 4096) { buffer = JSONBuffer(capacity: capacity) }

  /// A copy of what has been written.
  package var bytes: [UInt8] { buffer.bytes }

  /// How many bytes have been written.
  package var count: Int { buffer.count }

  /// Forgets what was written and keeps the memory.
  package mutating func removeAll() {
    buffer.removeAll()
    needsComma = false
    depth = 0
  }

  /// A copy of what was written, of just its size; the buffer is empty afterwards and keeps its
  /// memory.
  package mutating func finish() -> [UInt8] {
    precondition(depth == 0, "\(depth) objects or arrays have not ended")
    defer { removeAll() }
    return buffer.bytes
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
    buffer.appendKey(name, afterComma: needsComma)
    needsComma = false
  }

  /// The name of the next value, known only at run time.
  package mutating func key(dynamic name: String) {
    string(name)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A string, escaped as far as RFC 8259 demands.
  package mutating func string(_ text: String) {
    separate()
    buffer.appendQuoted(text)
  }

  /// A string whose characters `body` appends itself; they must need no escaping.
  package mutating func string(appending body: (inout [UInt8]) -> Void) {
    separate()
    scratch.removeAll(keepingCapacity: true)
    scratch.append(UInt8(ascii: "\""))
    body(&scratch)
    scratch.append(UInt8(ascii: "\""))
    buffer.append(scratch)
  }

  /// A text of ASCII of which nothing needs escaping.
  package mutating func string(plain text: UnsafeBufferPointer<UInt8>) {
    separate()
    buffer.appendQuoted(plain: text)
  }

  /// A whole number.
  package mutating func integer(_ value: Int64) {
    separate()
    var text = String(value)
    text.withUTF8 { buffer.append($0) }
  }

  /// A whole number.
  package mutating func integer(_ value: Int) { integer(Int64(value)) }

  /// A string with a decimal number of that many digits after the point, such as `"-0.05"` for -5
  /// and two digits.
  package mutating func decimal(_ value: Int64, fractionDigits: Int) {
    precondition(0...18 ~= fractionDigits, "no number of digits: \(fractionDigits)")
    separate()
    buffer.appendQuotedDecimal(value, fractionDigits: fractionDigits)
  }

  /// The shortest digits that read back as the same number; whole numbers without a fraction.
  ///
  /// It must be finite.
  package mutating func double(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    separate()
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    text.withUTF8 { buffer.append($0) }
  }

  /// `true` or `false`.
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// `null`.
  package mutating func null() { raw("null") }

  /// A value that is already JSON, taken as it is.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    buffer.append(json)
  }

  private mutating func raw(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { buffer.append($0) }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    needsComma = false
    depth += 1
  }

  private mutating func end(_ bracket: UInt8) {
    precondition(depth > 0, "an object or array ends that has not begun")
    buffer.append(bracket)
    needsComma = true
    depth -= 1
  }

  mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Appends bytes of a template without a comma.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { buffer.append(bytes) }
}

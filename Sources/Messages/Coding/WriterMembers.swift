import JSON
import Rides

/// Members of an object; nil values and empty arrays are left out.
///
/// Readers treat null like an absent member.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  mutating func member(_ name: StaticString, _ instant: Instant?) {
    guard let instant else { return }
    key(name)
    self.instant(instant)
  }

  mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    integer(number)
  }

  mutating func member(_ name: StaticString, _ number: Int64) {
    key(name)
    integer(number)
  }

  mutating func member(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    key(name)
    double(number)
  }

  mutating func member(_ name: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    key(name)
    bool(flag)
  }

  mutating func member(_ name: StaticString, _ texts: [String]) {
    member(name, each: texts) { $1.string($0) }
  }

  /// Texts by their names, in the order of these.
  mutating func member(_ name: StaticString, _ texts: [String: String]) {
    guard !texts.isEmpty else { return }
    key(name)
    beginObject()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      key(dynamic: name)
      string(text)
    }
    endObject()
  }

  /// A member whose value `write` writes.
  mutating func member<Value>(
    _ name: StaticString, _ value: Value?, by write: (Value, inout JSONWriter) -> Void
  ) {
    guard let value else { return }
    key(name)
    write(value, &self)
  }

  /// An array of values, each of which `write` writes.
  mutating func member<Element>(
    _ name: StaticString, each elements: [Element], by write: (Element, inout JSONWriter) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    array(elements, write)
  }

  /// An array of keys; an empty one is written, too.
  mutating func member(_ name: StaticString, keys: [ProductKey]?) {
    guard let keys else { return }
    key(name)
    array(keys) { $1.string($0.rawValue) }
  }

  /// An array of words; an empty one is written, too.
  mutating func member<Word: RawRepresentable>(
    _ name: StaticString, words: [Word]?
  ) where Word.RawValue == String {
    guard let words else { return }
    key(name)
    array(words) { $1.string($0.rawValue) }
  }

  /// A member whose value is JSON already.
  mutating func member(_ name: StaticString, raw text: [UInt8]?) {
    guard let text else { return }
    key(name)
    raw(text)
  }

  mutating func instant(_ instant: Instant) {
    instant.withRFC3339 { string(plain: $0) }
  }

  mutating func array<Element>(
    _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }
}

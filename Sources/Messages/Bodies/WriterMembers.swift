import JSON
import Rides

/// Members of an object: `member` writes null for what is absent, `memberIfPresent` leaves it out.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  mutating func member(_ name: StaticString, _ instant: Instant?) {
    key(name)
    if let instant { self.instant(instant) } else { null() }
  }

  mutating func member(_ name: StaticString, _ number: Int?) {
    key(name)
    if let number { integer(number) } else { null() }
  }

  mutating func member(_ name: StaticString, _ number: Double?) {
    key(name)
    if let number { double(number) } else { null() }
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    bool(flag)
  }

  mutating func memberIfPresent(_ name: StaticString, _ text: String?) {
    if text != nil { member(name, text) }
  }

  mutating func memberIfPresent(_ name: StaticString, _ number: Int?) {
    if number != nil { member(name, number) }
  }

  mutating func memberIfPresent(_ name: StaticString, _ number: Double?) {
    if number != nil { member(name, number) }
  }

  /// An array of texts; left out when it is empty.
  mutating func memberIfPresent(_ name: StaticString, _ texts: [String]) {
    guard !texts.isEmpty else { return }
    key(name)
    array(texts) { $1.string($0) }
  }

  mutating func instant(_ instant: Instant) {
    string { instant.appendRFC3339(to: &$0) }
  }

  mutating func array<Element>(
    _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }
}

import JSON
import Rides
import Tool

/// Members of the API's objects; nil values are left out.
extension JSONWriter {
  /// An amount of money: `{"amount":"12.50","currencyCode":"USD"}`.
  mutating func member(_ name: StaticString, _ money: Money?) {
    guard let money else { return }
    key(name)
    write(money)
  }

  /// An amount of money as a value.
  mutating func write(_ money: Money) {
    object {
      $0.texts([("amount", money.decimalString), ("currencyCode", money.currency.code)])
    }
  }

  /// A place: `{"name":"City Hall","latitude":41.88,"longitude":-87.63}`.
  mutating func member(_ name: StaticString, _ place: Place?) {
    guard let place else { return }
    key(name)
    object {
      $0.texts([("name", place.name)])
      $0.write(place.coordinate)
    }
  }

  /// The members of a position.
  mutating func write(_ coordinate: Coordinate) {
    member("latitude", coordinate.latitude)
    member("longitude", coordinate.longitude)
  }

  /// A moment as a member, which is null where there is none.
  mutating func member(nullable name: StaticString, _ instant: Instant?) {
    key(name)
    if let instant { string(instant.rfc3339) } else { null() }
  }

  /// A number as a member, which is null where there is none.
  mutating func member(nullable name: StaticString, _ number: Double?) {
    key(name)
    if let number, number.isFinite { double(number) } else { null() }
  }
}

/// A page of a list, and where the next one begins.
struct ListPage<Element> {
  let items: [Element]
  /// Nil where nothing follows.
  let next: String?

  /// The first `limit` of the items that were found; where more were found, or more may follow
  /// what was read, the next page begins after the last one.
  init(_ found: [Element], limit: Int, after cursor: (Element) -> String, rest: String?) {
    items = Array(found.prefix(limit))
    next = found.count > limit ? items.last.map(cursor) : rest
  }

  /// The page as an object; `write` writes the members of each item.
  func write(into writer: inout JSONWriter, _ write: (Element, inout JSONWriter) -> Void) {
    writer.object {
      $0.key("items")
      $0.objects(items, write)
      $0.texts([("next", next)])
    }
  }

  /// The same as a text.
  func json(_ write: (Element, inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    self.write(into: &writer, write)
    return writer.finish()
  }
}

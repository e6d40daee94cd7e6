import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Tool

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

/// The parameters of a request that reads, checked; an empty one counts as absent.
extension HTTPRequest {
  /// A text as it was sent.
  func text(_ name: String) -> String? {
    parameter(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The number of items of a page.
  func limit(atMost most: Int = 200, otherwise usual: Int = 50) throws(APIError) -> Int {
    guard let text = text("limit") else { return usual }
    guard let number = Int(text), 1...most ~= number else {
      throw APIError(.badRequest, "limit: expected a whole number from 1 to \(most)")
    }
    return number
  }

  /// A moment in RFC 3339.
  func instant(_ name: String) throws(APIError) -> Instant? {
    guard let text = text(name) else { return nil }
    guard let instant = Instant(rfc3339: text) else {
      throw APIError(.badRequest, "\(name): expected a time such as 2026-11-21T05:00:00Z")
    }
    return instant
  }

  /// Words of a closed list, with commas between them; nil where there are none.
  func words<Word: RawRepresentable & CaseIterable>(
    _ name: String, of type: Word.Type = Word.self
  ) throws(APIError) -> [Word]? where Word.RawValue == String {
    guard let text = text(name) else { return nil }
    let words = text.split(separator: ",").map { Word(rawValue: String($0)) }
    guard words.allSatisfy({ $0 != nil }) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIError(.badRequest, "\(name): expected some of \(known)")
    }
    return words.compactMap(\.self)
  }
}

extension PageCursor {
  /// The place as the API passes it, from which `init(text:)` makes it again.
  var text: String { "\(time.microseconds)~\(identifier)" }

  /// Nil for another text; `name` makes the identifier.
  init?(text: String, _ name: (String) -> Key) {
    let parts = text.split(separator: "~", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
    self.init(time: Instant(microseconds: time), identifier: name(String(parts[1])))
  }
}

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

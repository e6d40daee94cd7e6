import JSON
import Rides

/// Where the mistakes of one file gather.
final class MistakeList {
  private(set) var mistakes: [CatalogueMistake] = []

  func record(_ path: String, _ message: String) {
    mistakes.append(CatalogueMistake(path: path, message: message))
  }
}

/// A value of a file and its path.
///
/// Reading never stops: a value that is missing or wrong is reported, and a neutral value stands in
/// for it, so that one look finds everything. A file with mistakes gives no catalogue, so no
/// stand-in is ever used.
struct Node {
  /// Nil when the field is absent.
  let value: JSONValue?
  let path: String
  let list: MistakeList

  var isAbsent: Bool { value == nil || value == .null }

  /// The node unless it is absent or null.
  var ifPresent: Node? { isAbsent ? nil : self }

  func report(_ message: String) { list.record(path, message) }

  /// Reports that something else was expected; returns the stand-in.
  func wrong<Value>(expected: String, standIn: Value) -> Value {
    report(
      "expected \(expected), came \(value?.shown ?? "nothing")")
    return standIn
  }

  /// The fields of an object; a key that is none of `keys` is a mistake.
  func fields(_ keys: String...) -> [String: Node] { fields(keys) }

  /// The fields that a list of keys names.
  func fields(_ keys: [String]) -> [String: Node] {
    guard case .object(let object) = value else {
      // The fields of something that is no object are not missing one by one.
      let silent = MistakeList()
      wrong(expected: "an object", standIn: ())
      return nodes(keys, of: [:], list: silent)
    }
    for key in object.keys.sorted() where !keys.contains(key) {
      list.record(path(to: key), "unknown key; expected one of \(keys.joined(separator: ", "))")
    }
    return nodes(keys, of: object, list: list)
  }

  private func nodes(
    _ keys: [String], of object: [String: JSONValue], list: MistakeList
  ) -> [String: Node] {
    Dictionary(
      uniqueKeysWithValues: keys.map {
        ($0, Node(value: object[$0], path: path(to: $0), list: list))
      })
  }

  func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  var array: [Node] {
    guard case .array(let values) = value else { return wrong(expected: "an array", standIn: []) }
    return values.enumerated().map {
      Node(value: $0.element, path: "\(path)[\($0.offset)]", list: list)
    }
  }

  /// The elements of an array that may be absent.
  var items: [Node] { ifPresent?.array ?? [] }

  /// The elements of an array that may be absent and is not empty: to none of them nothing applies.
  var restriction: [Node] {
    let items = items
    if case .array? = value, items.isEmpty { report("expected at least one") }
    return items
  }

  var string: String { value?.string ?? wrong(expected: "a string", standIn: "") }

  var number: Double { value?.number ?? wrong(expected: "a number", standIn: 1) }

  var integer: Int { soundInteger ?? 0 }

  /// The number, nil when it is none, which is reported.
  var soundInteger: Int? {
    value?.integer.flatMap { Int(exactly: $0) } ?? wrong(expected: "a whole number", standIn: nil)
  }

  var boolean: Bool { value?.bool ?? wrong(expected: "true or false", standIn: false) }

  /// A text for each locale.
  var texts: [String: String] { members(expected: "an object of texts by locale", \.string) }

  /// Texts by names that are the operator's own.
  var strings: [String: String] { members(expected: "an object of texts", \.string) }

  /// Several texts for each locale.
  var textLists: [String: [String]] {
    members(expected: "an object of arrays of texts by locale") { $0.array.map(\.string) }
  }

  private func members<Value>(
    expected: String, _ read: (Node) -> Value
  ) -> [String: Value] {
    guard case .object(let object) = value else { return wrong(expected: expected, standIn: [:]) }
    return Dictionary(
      uniqueKeysWithValues: object.map { name, member in
        (name, read(Node(value: member, path: path(to: name), list: list)))
      })
  }

  /// One of the names of a closed list; the first of it stands in.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type, standIn: Choice
  ) -> Choice where Choice.RawValue == String {
    let name = string
    if let choice = Choice(rawValue: name) { return choice }
    if case .string = value {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      report("expected one of \(names), came \"\(name)\"")
    }
    return standIn
  }
}

extension JSONValue {
  /// The value in a message: scalars themselves, all else by its type.
  fileprivate var shown: String {
    switch self {
    case .string(let text):
      "the string \"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .integer(let number): "the number \(number)"
    case .number(let number): "the number \(number)"
    case .bool(let truth): "\(truth)"
    case .null, .array, .object: typeName
    }
  }
}

extension [String: Node] {
  /// The node of a key that `fields` was asked for.
  func callAsFunction(_ key: String) -> Node {
    guard let node = self[key] else {
      preconditionFailure("\"\(key)\" is not among the keys of this object")
    }
    return node
  }
}

// Money is text in a catalogue, as it is on the wire: a JSON number would pass through binary
// floating point (rule M7).
extension Node {
  func money(_ currency: Currency) -> Money {
    let zero = Money(minorUnits: 0, currency: currency)
    return decimal("an amount", "5.00", standIn: zero) { (text) throws(MoneyError) in
      try Money(decimal: text, currency: currency)
    }
  }

  func rate(_ currency: Currency) -> Rate {
    let zero = Rate(microUnits: 0, currency: currency)
    return decimal("a rate", "2.25", standIn: zero) { (text) throws(MoneyError) in
      try Rate(decimal: text, currency: currency)
    }
  }

  /// The value of a decimal number that is written as a string, such as `example`.
  func decimal<Value>(
    _ what: String, _ example: String, standIn: Value,
    _ read: (String) throws(MoneyError) -> Value
  ) -> Value {
    guard case .string(let text) = value else {
      return wrong(expected: "\(what) as a string, such as \"\(example)\"", standIn: standIn)
    }
    do throws(MoneyError) {
      return try read(text)
    } catch {
      report(error.description)
      return standIn
    }
  }

  var currency: Currency {
    let code = string
    if let currency = Currency(code) { return currency }
    if case .string = value { report("expected a current currency of ISO 4217, came \"\(code)\"") }
    return Currency("USD")!  // a current currency, in the table of the domain
  }
}

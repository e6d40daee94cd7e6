import JSON
import RideStore
import Rides
import Tool

/// A sentence of the console in English, and the key and the values by which its page says the same
/// in another language.
struct Phrase: Hashable {
  let key: String
  let text: String
  let values: [String: JSONValue]

  init(_ key: String, _ text: String, _ values: [String: JSONValue] = [:]) {
    (self.key, self.text, self.values) = (key, text, values)
  }

  /// Writes the members; the English text has the given name.
  func write(_ name: String = "text", into writer: inout JSONWriter) {
    writer.texts([(name, text), ("key", key)])
    guard !values.isEmpty else { return }
    writer.key("values")
    writer.value(.object(values))
  }
}

extension JSONValue {
  /// A count.
  static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  /// An amount of money, as the API has it.
  static func money(_ money: Money) -> JSONValue {
    .object([
      "amount": .string(money.decimalString), "currencyCode": .string(money.currency.code),
    ])
  }
}

extension RidePhase {
  /// As a sentence says it.
  var words: String {
    switch self {
    case .received: "waiting for a vehicle"
    case .confirmed: "confirmed"
    case .approachingPickup: "approaching its pickup"
    case .pickup: "at its pickup"
    case .ongoing: "under way"
    case .completed: "completed"
    }
  }
}

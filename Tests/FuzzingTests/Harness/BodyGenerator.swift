import Messages

/// Writes the body of a message as the bytes of an input choose it: mostly with members of the
/// contract and values of their kind, now and then with anything that JSON has.
struct BodyGenerator {
  /// Names that the message may speak of.
  let rides: [String]
  let token: String
  let shareToken: String
  private(set) var reader: FuzzReader
  private var depth = 0

  init(_ reader: FuzzReader, rides: [String], token: String, shareToken: String) {
    self.reader = reader
    self.rides = rides
    self.token = token
    self.shareToken = shareToken
  }

  /// An object with what a message of the type needs, and more.
  mutating func body(required: [String]) -> String {
    var names = required
    if reader.number(below: 8) == 0, !names.isEmpty {
      names.remove(at: reader.number(below: names.count))
    }
    let more = reader.number(below: 6)
    for _ in 0..<more { names.append(reader.pick(Self.optional)) }
    return object(names)
  }

  private mutating func object(_ names: [String]) -> String {
    depth += 1
    defer { depth -= 1 }
    return "{" + names.map { "\"\($0)\":\(value($0))" }.joined(separator: ",") + "}"
  }

  private mutating func value(_ name: String) -> String {
    if reader.number(below: 16) == 15 { return anything() }
    switch name {
    case "pickupLocation", "dropOffLocation", "location": return place()
    case "addressLines": return list { $0.text() }
    case "amount" where depth == 1: return money()
    case "products": return list { "\"\($0.reader.pick(Self.products))\"" }
    case "extras": return list { $0.object(["extraIdentifier", "count"]) }
    case "parameters": return list { "\"\($0.reader.pick(EdgeValues.words))\"" }
    case "waypoints": return list { $0.place() }
    case "paymentMethod": return object(["type", "token", reader.pick(Self.method)])
    case "driver": return object(["name", reader.pick(Self.driver)])
    case "scheduledPickupTime":
      return object(["start"] + reader.pick([[], ["end"], ["recurrenceRule"]]))
    default: return described(name)
    }
  }

  /// A value of the kind that the schema of the member names.
  private mutating func described(_ name: String) -> String {
    switch Self.schemas[name] {
    case .object(let schema)? where depth == 1:
      return object(schema.members.filter { $0.presence == .required }.map(\.name))
    case .boolean?: return reader.flag() ? "true" : "false"
    default: return scalar(name)
    }
  }

  private mutating func scalar(_ name: String) -> String {
    switch name {
    case "riderIdentifier": quoted(reader.pick(Self.riders))
    case "vehicleIdentifier": quoted(reader.pick(Self.vehicles))
    case "rideIdentifier": quoted(reader.pick(rides + ["none"]))
    case "optionIdentifier": quoted(reader.pick(Self.products))
    case "quoteIdentifier": quoted(token)
    case "shareToken": quoted(shareToken)
    case "rideOptionName", "locale", "image", "mapAnnotationImage": text()
    case "amount": quoted(reader.pick(EdgeValues.amounts))
    case "currencyCode": quoted(reader.pick(EdgeValues.currencies))
    case "occurredAt", "start", "end", "timestamp", "expirationDate":
      quoted(reader.pick(EdgeValues.times))
    case "event", "outcome", "actor", "type":
      quoted(reader.pick(Self.words[name] ?? EdgeValues.words))
    case "extraIdentifier": quoted(reader.pick(Self.extras))
    case "rating": reader.pick(["5", "0", "10", "3.0", "11", "-1"])
    case "key": quoted("\(reader.pick(rides)):\(reader.pick(Self.keys))")
    case "sequence", "partySize", "capacity", "count", "course", "accuracyMetres":
      reader.pick(EdgeValues.numbers)
    default: text()
    }
  }

  private mutating func place() -> String {
    guard reader.number(below: 4) > 0 else {
      return object(["latitude", "longitude", reader.pick(Self.placeMembers)].map { $0 })
    }
    return
      "{\"latitude\":\(reader.pick(Self.latitudes)),\"longitude\":\(reader.pick(Self.longitudes))"
      + (reader.flag() ? ",\"course\":\(reader.pick(EdgeValues.numbers))" : "") + "}"
  }

  private mutating func money() -> String { object(["amount", "currencyCode"]) }

  private mutating func list(_ element: (inout Self) -> String) -> String {
    var elements: [String] = []
    for _ in 0..<reader.number(below: 5) { elements.append(element(&self)) }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private mutating func text() -> String {
    if reader.number(below: 4) == 3 {
      return quoted(reader.text().filter { $0 != "\"" && $0 != "\\" })
    }
    return quoted(reader.pick(EdgeValues.texts))
  }

  private mutating func anything() -> String {
    depth += 1
    defer { depth -= 1 }
    switch reader.number(below: depth > 6 ? 5 : 9) {
    case 0: return reader.pick(EdgeValues.numbers)
    case 1: return text()
    case 2: return "null"
    case 3: return reader.pick(["true", "false", "", "nul", "[", "}"])
    case 4: return quoted(reader.pick(EdgeValues.times))
    case 5, 6: return list { $0.anything() }
    default: return object([reader.pick(Self.optional), reader.pick(Self.optional)])
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}

extension BodyGenerator {
  static let riders = ["rider-1", "rider-2", "rider-3", "rider-4", "rider-5", "", "\\u0000"]
  static let vehicles = ["veh-1", "veh-2", "veh-3", "veh-4", "veh-5", "veh-9", ""]
  private static let products = [
    "compact", "sedan", "suv", "taxi", "accessible", "cargo", "tram", "",
  ]
  private static let extras = ["seat", "bag", "sled", ""]
  private static let keys = [
    "fare:authorise:1", "fare:capture:1", "fare:void:1", "fare:refund:1", "tip:capture:1",
    "tip:authorise:1", "fee:capture:1", "fee:authorise:1", "fare:capture:9223372036854775807",
    "fare:authorise:2", "::", "fare:refund:-1",
  ]
  /// The closed lists, each with a word of another.
  private static let words = [
    "event": [
      "accepted", "declined", "approaching", "arrived", "started", "ended", "droppedOut",
      "missedPickup", "user",
    ],
    "outcome": ["approved", "declined", "needsAction", "unknown", "failed", "ended"],
    "actor": ["user", "service", "driver"],
    "type": ["credit", "applePay", "debit", "store", "unknown", "cash"],
  ]
  private static let method = ["name", "identificationHint", "expirationDate", "token"]
  private static let driver = ["rating", "phoneNumber", "image", "name"]
  private static let placeMembers = [
    "accuracyMetres", "name", "addressLines", "locality", "postalCode", "timeZone",
  ]
  private static let latitudes = [
    "41.8786", "41.9742", "41.88", "41.60", "51.5", "90", "-90", "0", "-0", "41.8786000001",
    "91", "1e-320",
  ]
  private static let longitudes = [
    "-87.6251", "-87.9073", "-87.63", "-87.34", "-0.12", "180", "-180", "0", "-87.62510000001",
    "-181", "1e-320",
  ]
  /// The members of all requests, one of which is of the digest alone, and a name of none.
  static let optional = members.map(\.name) + ["actor", "unknown"]

  private static let members = MessageType.allCases.flatMap(\.requestSchema.members)
  private static let schemas = Dictionary(
    members.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
}

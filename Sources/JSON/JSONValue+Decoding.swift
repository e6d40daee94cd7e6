extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
    do {
      self = try Self.scalar(of: decoder) ?? Self.collection(of: decoder)
    } catch let fault as JSONFault {
      throw fault
    } catch {
      throw JSONFault(unreadable: error, path: decoder.codingPath.jsonPath)
    }
  }

  private static func scalar(of decoder: any Decoder) throws -> JSONValue? {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() { return .null }
    if let text = try ifType({ try value.decode(String.self) }) { return .string(text) }
    if let flag = try ifType({ try value.decode(Bool.self) }) { return .bool(flag) }
    guard let number = try ifType({ try value.decode(Double.self) }) else { return nil }
    // `-0` keeps its sign only as a floating-point number.
    if number == 0, number.sign == .minus { return .number(number) }
    return (try? value.decode(Int64.self)).map { .integer($0) } ?? .number(number)
  }

  private static func collection(of decoder: any Decoder) throws -> JSONValue {
    if var container = try ifType({ try decoder.unkeyedContainer() }) {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      return .array(elements)
    }
    let container = try decoder.container(keyedBy: JSONName.self)
    var members: [String: JSONValue] = [:]
    for key in container.allKeys {
      members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
    return .object(members)
  }

  /// What `read` gives; nil when the value has another type.
  private static func ifType<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch is DecodingError {
      return nil
    }
  }
}

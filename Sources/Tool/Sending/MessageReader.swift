import JSON
import Messages

/// Reads one message of a file.
struct MessageReader {
  let line: Int
  /// The default for a message without `correlation_id`.
  let correlationID: String
  /// In whose name to send it; nil for the first role that may send its type.
  let role: Role?
  /// Whether a message without the header `strict` gets it.
  let isStrict: Bool

  /// The names that a message may have; another one is a slip of the pen.
  private static let names: Set<String> = [
    "type", "routing_key", "message_id", "correlation_id", "reply_to", "headers", "body",
    "content_type", "content_encoding", "delivery_mode", "priority", "expiration", "timestamp",
    "user_id", "app_id",
  ]

  func read(_ fields: JSONFields) throws(JSONFault) -> OutgoingMessage {
    for name in fields.names where !Self.names.contains(name) {
      throw JSONFault(.outOfRange, path: name, "expected the name of a property")
    }
    let properties = try properties(fields)
    let key = try routingKey(fields, properties.type)
    return OutgoingMessage(
      line: line, role: try role(sending: key), routingKey: key,
      answer: try answer(fields), properties: properties, body: try body(fields))
  }

  private func routingKey(
    _ fields: JSONFields, _ type: String?
  ) throws(JSONFault) -> String {
    if let key = try short("routing_key", fields) { return key }
    guard let type else {
      throw JSONFault(.missing, path: "type", "expected a type, or else a routing_key, got none")
    }
    return type
  }

  private func role(sending key: String) throws(JSONFault) -> Role {
    if let role = role ?? MessageType(rawValue: key)?.role { return role }
    throw JSONFault(
      .outOfRange, path: "type",
      "expected a type of the contract, or a --role to send it, got '\(key)'")
  }

  /// A null means that no answer is wanted; without the member the tool's own address is used.
  private func answer(_ fields: JSONFields) throws(JSONFault) -> OutgoingMessage.Answer {
    if let queue = try short("reply_to", fields) { return .elsewhere(queue) }
    return fields.names.contains("reply_to") ? .nowhere : .ours
  }

  /// An object is encoded again; a string is sent as it is, so that a broken body can be sent.
  private func body(_ fields: JSONFields) throws(JSONFault) -> [UInt8] {
    let body = try fields.require("body", try fields.value("body"))
    if let text = body.string { return Array(text.utf8) }
    return body.text
  }

  private func properties(_ fields: JSONFields) throws(JSONFault) -> MessageProperties {
    var properties = MessageProperties(
      contentType: fields.names.contains("content_type")
        ? try short("content_type", fields) : "application/json",
      contentEncoding: try short("content_encoding", fields),
      headers: try headers(fields), deliveryMode: 2)
    if let mode = try number("delivery_mode", 1...2, fields) {
      properties.deliveryMode = UInt8(mode)
    }
    properties.priority = try number("priority", 0...255, fields).map { UInt8($0) }
    properties.correlationID = try short("correlation_id", fields) ?? correlationID
    properties.expiration = try short("expiration", fields)
    properties.messageID = try short("message_id", fields)
    properties.timestamp = try number("timestamp", 0...Int64.max, fields).map { UInt64($0) }
    properties.type = try short("type", fields)
    properties.userID = try short("user_id", fields)
    properties.appID = try short("app_id", fields)
    return properties
  }

  /// AMQP's short strings hold at most 255 bytes.
  private func short(_ name: String, _ fields: JSONFields) throws(JSONFault) -> String? {
    try fields.string(name, atMost: 255)
  }

  private func number(
    _ name: String, _ range: ClosedRange<Int64>, _ fields: JSONFields
  ) throws(JSONFault) -> Int64? {
    guard let number = try fields.integer(name) else { return nil }
    guard range.contains(number) else {
      throw JSONFault(
        .outOfRange, path: name,
        "expected \(range.lowerBound) to \(range.upperBound), got \(number)")
    }
    return number
  }

  private func headers(_ fields: JSONFields) throws(JSONFault) -> [Header] {
    let headers = try fields.object("headers")
    var list: [Header] = []
    for name in headers?.names ?? [] {
      list.append(Header(name, HeaderValue(try headers?.value(name) ?? .null)))
    }
    if isStrict, !list.contains(where: { $0.name == "strict" }) {
      list.append(Header("strict", .bool(true)))
    }
    return list
  }
}

extension HeaderValue {
  /// The header of a JSON value.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .void
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .array(let values): self = .array(values.map { HeaderValue($0) })
    case .object(let members):
      self = .table(
        members.sorted { $0.key < $1.key }.map { Header($0.key, HeaderValue($0.value)) })
    }
  }
}

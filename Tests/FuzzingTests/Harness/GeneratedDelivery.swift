import Messages

/// A delivery as the bytes of an input choose it.
struct GeneratedDelivery {
  let delivery: Delivery

  init(_ reader: inout FuzzReader, _ world: FuzzedWorld) {
    let choice = reader.number(below: MessageType.allCases.count + 4)
    let type = choice < MessageType.allCases.count ? MessageType.allCases[choice] : nil
    let isRaw = reader.number(below: 4) == 3
    let family = type?.family ?? reader.pick(QueueFamily.allCases)
    var properties = MessageProperties(
      contentType: "application/json", correlationID: "c",
      replyTo: type?.role == .fleet ? nil : "amq.gen-r",
      messageID: reader.pick(["m-1", "m-2", "m-3", "m-4"]), type: type?.rawValue)
    if reader.number(below: 4) == 3 { Self.spoil(&properties, &reader) }
    let body: [UInt8]
    if isRaw {
      body = reader.remainder()
    } else {
      var generator = BodyGenerator(
        reader, rides: world.rides, token: world.token, shareToken: world.shareToken)
      body = Array(generator.body(required: Self.required(type)).utf8)
      reader = generator.reader
    }
    // The last of a family is what most of its messages are.
    let sent = type ?? MessageType.allCases.last { $0.family == family }
    delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: sent?.role.exchange ?? "",
      routingKey: sent?.rawValue ?? "", properties: properties, body: body)
  }

  private static func spoil(_ properties: inout MessageProperties, _ reader: inout FuzzReader) {
    let what = reader.byte()
    if what & 1 != 0 { properties.contentType = reader.text() }
    if what & 2 != 0 { properties.replyTo = reader.flag() ? nil : reader.text() }
    if what & 4 != 0 { properties.messageID = reader.flag() ? nil : reader.text() }
    if what & 8 != 0 { properties.correlationID = reader.flag() ? nil : reader.text() }
    if what & 16 != 0 { properties.type = reader.text() }
    if what & 32 != 0 { properties.contentEncoding = reader.text() }
    if what & 64 != 0 {
      for name in [
        "requested-at", "deadline", "traceparent", "tracestate", "schema-version", "x-death", "CC",
        "x-livery-redrive-from",
      ]
      where reader.flag() {
        properties.headers.append(Header(name, value(&reader)))
      }
    }
  }

  private static func value(_ reader: inout FuzzReader) -> HeaderValue {
    switch reader.number(below: 8) {
    case 0: .string(reader.pick(EdgeValues.times))
    case 1: .string(reader.text())
    case 2: .timestamp(UInt64(bitPattern: reader.int64()))
    case 3: .integer(reader.int64())
    case 4: .unsigned(1)
    case 5: .double(.nan)
    case 6: .string("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    default: .table([Header("a", .array([.void, .bytes(reader.block())]))])
    }
  }

  /// What a message of the type cannot do without, or is of little interest without.
  private static func required(_ type: MessageType?) -> [String] {
    guard let members = type?.requestSchema.members else { return ["riderIdentifier"] }
    return members.filter { $0.presence == .required || telling.contains($0.name) }.map(\.name)
  }

  private static let telling: Set = [
    "dropOffLocation", "pickupLocation", "rideIdentifier", "rideOptionName", "rating", "onDuty",
    "products", "location", "fare",
  ]
}

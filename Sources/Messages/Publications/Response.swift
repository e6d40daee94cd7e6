import CXXHash
package import Rides

extension Publication {
  /// The answer to a message; nil for a message without a reply address.
  ///
  /// The answer is persistent, has an id for this content of this request, and is mandatory if its
  /// address is a queue.
  /// RabbitMQ before 4.2 returns a mandatory message to a direct reply-to address even when it has
  /// delivered it.
  package static func response(to context: MessageContext, body: [UInt8]) -> Publication? {
    guard let replyTo = context.replyTo else { return nil }
    let type = context.responseType
    return response(
      to: replyTo,
      MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: context.traceparent, state: context.tracestate),
        deliveryMode: 2, correlationID: context.correlationID,
        messageID: context.messageIdentifier.map {
          ResponseIdentifier.of($0, type: type, body: body)
        },
        type: type),
      body)
  }

  /// The second answer to an order, with its result, after a first answer of "in progress".
  package static func end(
    of order: RideAccount.Order, type: MessageType, to requester: RideAccount.Order.Requester,
    body: [UInt8]
  ) -> Publication {
    let type = "\(type.rawValue).response"
    return response(
      to: requester.replyTo,
      MessageProperties(
        contentType: ContentType.json, deliveryMode: 2,
        correlationID: requester.correlationIdentifier,
        messageID: ResponseIdentifier.of(order.identifier, type: type, body: body), type: type),
      body)
  }

  private static func response(
    to replyTo: String, _ properties: MessageProperties, _ body: [UInt8]
  ) -> Publication {
    Publication(
      exchange: Exchange.default, routingKey: replyTo,
      mandatory: !replyTo.utf8.starts(with: Exchange.directReplyPrefix.utf8),
      properties: properties, body: body)
  }
}

/// Commands that the fleet sends to itself.
extension Publication {
  /// The command to process a ride whose time has come.
  package static func rideDue(
    _ due: RideDue, messageIdentifier: String, traceparent: String? = nil, tracestate: String? = nil
  ) -> Publication {
    command(
      .rideDue, .rideDue(due), messageIdentifier,
      traceHeaders(parent: traceparent, state: tracestate))
  }

  /// The command to send an observer the status of a ride.
  package static func updatesDue(_ due: UpdatesDue, messageIdentifier: String) -> Publication {
    command(.updatesDue, .updatesDue(due), messageIdentifier)
  }

  private static func command(
    _ type: MessageType, _ intent: Intent, _ identifier: String, _ headers: [Header] = []
  ) -> Publication {
    Publication(
      exchange: Role.fleet.exchange, routingKey: type.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json, headers: headers, deliveryMode: 2,
        messageID: identifier.clipped(toBytes: ShortString.limit), type: type.rawValue),
      body: IntentCoding.encode(intent))
  }
}

/// The `message_id` of a response: equal content for the same request has the same id, and
/// different content another.
///
/// A requester can therefore drop repeats by it and loses no answer.
enum ResponseIdentifier {
  private static let alphabet: StaticString = "abcdefghijklmnopqrstuvwxyz234567"
  /// 75 bits; Swift stores a text of this length without allocation.
  private static let nameLength = 15

  /// The request's id, clipped to what AMQP carries, `/`, and a name of the request's whole id, the
  /// type and the body.
  static func of(_ request: String, type: String, body: [UInt8]) -> String {
    let scope = hash(of: type, seed: hash(of: request, seed: 0).0).0
    let halves = hash(of: body, seed: scope)
    var identifier = request.clipped(toBytes: ShortString.limit - nameLength - 1)
    identifier.reserveCapacity(identifier.utf8.count + 1 + nameLength)
    identifier += "/"
    identifier += name(of: halves)
    return identifier
  }

  private static func hash(of text: String, seed: UInt64) -> (UInt64, UInt64) {
    var text = text
    return text.withUTF8 { hash(of: UnsafeRawBufferPointer($0), seed: seed) }
  }

  private static func hash(of body: [UInt8], seed: UInt64) -> (UInt64, UInt64) {
    body.withUnsafeBytes { hash(of: $0, seed: seed) }
  }

  private static func hash(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> (UInt64, UInt64) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { halves in
      livery_xxh3(bytes.baseAddress, bytes.count, seed, halves.baseAddress)
      return (halves[0], halves[1])
    }
  }

  /// Base32 in lower case (RFC 4648, section 6): twelve characters of the first half, three of the
  /// second.
  private static func name(of halves: (UInt64, UInt64)) -> String {
    String(unsafeUninitializedCapacity: nameLength) { text in
      for place in 0..<nameLength {
        let (half, shift) = place < 12 ? (halves.0, 59 - 5 * place) : (halves.1, 119 - 5 * place)
        text[place] = alphabet.utf8Start[Int(half >> UInt64(shift) & 0x1F)]
      }
      return nameLength
    }
  }
}

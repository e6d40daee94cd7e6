import JSON
package import Rides

/// A command to a payment system as it goes over the wire, and as it is kept to be sent again.
package enum PaymentMessage {
  /// The body of a command.
  package static func encode(_ command: PaymentCommand) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("key", command.key)
    writer.member("operation", command.operation.rawValue)
    writer.member("rideIdentifier", command.rideIdentifier.rawValue)
    if let amount = command.amount { MoneyCoding.writeMembers("amount", amount, into: &writer) }
    writer.member("paymentMethod", command.method, by: PaymentMethodCoding.writeWhole)
    writer.member("reference", command.reference)
    writer.endObject()
    return writer.finish()
  }

  /// The message with that body; nil for a body that `encode` has not written.
  ///
  /// Its id is the command's key: sending it again asks for the same thing.
  /// `redrive` is the dead letter as which it is sent again.
  package static func publication(
    of body: [UInt8], traceparent: String? = nil, tracestate: String? = nil,
    redrive: DeadLetterHistory.Redrive? = nil
  ) -> Publication? {
    guard let fields = try? JSONFields(parsing: body, limits: .stored),
      let key = try? fields.storedText("key"),
      let operation = try? fields.word("operation", of: PaymentCommand.Operation.self)
    else { return nil }
    return Publication(
      exchange: Exchange.payments, routingKey: operation.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: ContentType.json,
        headers: traceHeaders(parent: traceparent, state: tracestate) + (redrive?.headers ?? []),
        deliveryMode: 2, messageID: key.clipped(toBytes: ShortString.limit),
        type: operation.messageType),
      body: body)
  }
}

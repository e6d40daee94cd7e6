import JSON
package import Rides

/// A command to a payment system in the form in which it is published, and stored for retries.
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

  /// The message with that body; nil for a body that is no output of `encode`.
  ///
  /// Its id is the command's key, so a repeat is the same command. `redrive` is the dead letter of
  /// which the message is a redrive.
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

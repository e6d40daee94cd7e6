import JSON
package import Rides

/// A command to a payment system in the form in which it is published, and stored for retries.
package enum PaymentMessage {
  /// The body of a command.
  package static func encode(_ command: PaymentCommand) -> [UInt8] {
    var writer = JSONWriter()
    PaymentCommandCoding.write(command, into: &writer)
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

extension PaymentCommand.Operation {
  /// The `type` of the messages that ask for it.
  package var messageType: String { "payment.\(rawValue)" }

  /// The body of the command.
  package var schema: ObjectSchema {
    let command = ObjectSchema.paymentCommand
    return ObjectSchema("\(rawValue)Command", command.summary, command.members.compactMap(member))
  }

  /// A member as this operation has it: one that voids has no amount, and any other needs one.
  private func member(_ member: ObjectSchema.Member) -> ObjectSchema.Member? {
    var member = member
    switch member.name {
    case "key": member.schema = .text(.any("lj5ags4lxxp7noxni56u6ztvx4:fare:\(rawValue):1"))
    case "operation": member.schema = .only(rawValue)
    case "amount", "currencyCode":
      guard self != .void else { return nil }
      member.presence = .required
    default: break
    }
    return member
  }
}

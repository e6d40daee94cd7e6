import Messages
import Rides

/// What a message has: headers, properties, a body, and an example.
enum AsyncAPIMessages {
  static let deadLetter = "dead-letter"

  static func all(_ payloads: inout AsyncAPIPayloads) -> [(String, Document)] {
    var messages: [(String, Document)] = []
    for type in MessageType.allCases {
      let request = message(
        type.rawValue, type.requestSchema.summary, AsyncAPIHeaders.request(type),
        payloads.request(type.requestSchema),
        ["headers": MessageExamples.properties(of: type), "payload": MessageExamples.request(type)])
      messages.append((type.rawValue, request + ContractFile.limits))
    }
    for type in MessageType.allCases {
      let (name, schema) = ("\(type.rawValue).response", type.responseSchema)
      let summary = "\(schema.without.summary) Or a failure, which has an `error`."
      let response = message(
        name, summary, AsyncAPIHeaders.response(type), payloads.answer(schema),
        ["payload": MessageExamples.response(to: type)])
      messages.append((name, response))
    }
    let event = RideStatusEvent.schema
    messages.append(
      (
        RideStatusEvent.type,
        message(
          RideStatusEvent.type, event.summary, AsyncAPIHeaders.event, payloads.answer(event),
          ["payload": MessageExamples.event])
          + ["contentType": "application/cloudevents+json"]
      ))
    for operation in PaymentCommand.Operation.allCases {
      messages.append(
        (
          operation.messageType,
          message(
            operation.messageType, operation.schema.summary,
            AsyncAPIHeaders.command(operation), payloads.answer(operation.schema),
            ["payload": MessageExamples.command(operation)])
        ))
    }
    return messages + [(deadLetter, letter)]
  }

  private static func message(
    _ name: String, _ summary: String, _ headers: Document, _ payload: Document,
    _ example: Document
  ) -> Document {
    [
      "name": .text(name), "title": .text(name), "summary": .text(summary), "headers": headers,
      "payload": payload, "correlationId": ["location": "$message.header#/correlationId"],
      "bindings": ["amqp": ["messageType": .text(name), "bindingVersion": "0.3.0"]],
      "examples": .list([["name": .text(name)] + example]),
    ]
  }

  private static let letter: Document = [
    "name": .text(deadLetter), "title": "Dead letter",
    "summary": .text(
      "A message that could not be handled, as it came, with the reason in headers. What the "
        + "broker gives up by itself has the broker's headers instead."),
    "headers": AsyncAPIHeaders.deadLetter, "payload": ["description": "As it came."],
  ]
}

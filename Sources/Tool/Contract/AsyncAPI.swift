import Messages
import Rides

/// The contract as an AsyncAPI 3.0.0 document: channels, operations, headers, properties and
/// bodies.
enum AsyncAPI {
  /// The whole document, without external references.
  static var document: Document {
    var payloads = AsyncAPIPayloads()
    let messages = AsyncAPIMessages.all(&payloads)
    return [
      "asyncapi": "3.0.0",
      "info": [
        "title": "Livery", "version": "1.0.0",
        "description": .text(description.joined(separator: "\n\n")),
      ],
      "defaultContentType": "application/json",
      "channels": Document(members: AsyncAPIChannels.all),
      "operations": Document(members: AsyncAPIOperations.all),
      "components": [
        "messages": Document(members: messages), "schemas": .object(payloads.schemas),
      ],
    ]
  }

  private static let description = [
    "Rides over RabbitMQ: requests and their answers, events of rides, and commands to a payment "
      + "system. Operations are named as Livery sees them: it receives requests and sends events.",
    "Of the properties of AMQP 0-9-1 each has its place among the headers here, under its name in "
      + "camel case and with x-amqp-property: a reply address is the property reply_to, no header. "
      + "Headers without x-amqp-property are entries of the header table.",
    "The payloads are what readers take: new members may come, and new words where a list is "
      + "given as examples. The schemas beside this document have a closed form as well.",
  ]

  /// The title of a message is its type; a channel is named after its messages.
  static func reference(_ path: String...) -> Document {
    ["$ref": .text("#/" + path.joined(separator: "/"))]
  }
}

/// The schemas of the document, collected while the messages are written.
struct AsyncAPIPayloads {
  private var requests = SchemaWriter(
    SchemaStyle(
      direction: .request, isClosed: false, references: "#/components/schemas/request."))
  private var answers = SchemaWriter(
    SchemaStyle(direction: .answer, isClosed: false, references: "#/components/schemas/answer."))

  mutating func request(_ schema: ObjectSchema) -> Document { requests.reference(schema) }
  mutating func answer(_ schema: ObjectSchema) -> Document { answers.reference(schema) }
  mutating func answer(_ schema: ChoiceSchema) -> Document { answers.choice(schema) }

  /// Both kinds, each under its prefix.
  var schemas: [Document.Member] {
    [("request.", requests), ("answer.", answers)].flatMap { prefix, writer in
      writer.shapes.map { Document.Member(name: prefix + $0.name, value: $0.value) }
    }
  }
}

/// What a message has: headers, properties, a body, and an example.
enum AsyncAPIMessages {
  static let deadLetter = "dead-letter"

  static func all(_ payloads: inout AsyncAPIPayloads) -> [(String, Document)] {
    var messages: [(String, Document)] = []
    for type in MessageType.allCases {
      let (name, request) = message(
        type.rawValue, type.requestSchema.summary, AsyncAPIHeaders.request(type),
        payloads.request(type.requestSchema),
        ["headers": MessageExamples.properties(of: type), "payload": MessageExamples.request(type)])
      messages.append((name, request + ContractFile.limits))
    }
    for type in MessageType.allCases {
      let schema = type.responseSchema
      messages.append(
        message(
          "\(type.rawValue).response",
          "\(schema.without.summary) Or a failure, which has an `error`.",
          AsyncAPIHeaders.response(type), payloads.answer(schema),
          ["payload": MessageExamples.response(to: type)]))
    }
    let (name, event) = message(
      RideStatusEvent.type, RideStatusEvent.schema.summary, AsyncAPIHeaders.event,
      payloads.answer(RideStatusEvent.schema), ["payload": MessageExamples.event])
    messages.append((name, event + ["contentType": "application/cloudevents+json"]))
    for operation in PaymentCommand.Operation.allCases {
      messages.append(
        message(
          operation.messageType, operation.schema.summary, AsyncAPIHeaders.command(operation),
          payloads.answer(operation.schema), ["payload": MessageExamples.command(operation)]))
    }
    return messages + [(deadLetter, letter)]
  }

  private static func message(
    _ name: String, _ summary: String, _ headers: Document, _ payload: Document,
    _ example: Document
  ) -> (String, Document) {
    let message: Document = [
      "name": .text(name), "title": .text(name), "summary": .text(summary), "headers": headers,
      "payload": payload, "correlationId": ["location": "$message.header#/correlationId"],
      "bindings": ["amqp": ["messageType": .text(name), "bindingVersion": "0.3.0"]],
      "examples": .list([["name": .text(name)] + example]),
    ]
    return (name, message)
  }

  private static let letter: Document = [
    "name": .text(deadLetter), "title": "Dead letter",
    "summary": .text(
      "A message that could not be handled, as it came, with the reason in headers. What the "
        + "broker gives up by itself has the broker's headers instead."),
    "headers": AsyncAPIHeaders.deadLetter, "payload": ["description": "As it came."],
  ]
}

import JSON
import Messages
import Rides

/// The contract as an AsyncAPI 3.0.0 document: channels, operations, headers, properties and
/// bodies.
enum AsyncAPI {
  /// The whole document; bodies are references to the schemas beside it.
  static var document: Document {
    [
      "asyncapi": "3.0.0",
      "info": [
        "title": "Livery", "version": "1.0.0",
        "description": .text(description.joined(separator: "\n\n")),
      ],
      "defaultContentType": "application/json",
      "channels": Document(members: AsyncAPIChannels.all),
      "operations": Document(members: AsyncAPIOperations.all),
      "components": [
        "messages": Document(members: AsyncAPIMessages.all),
        "messageTraits": Document(members: AsyncAPIMessages.Trait.allCases.map(\.member)),
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

/// What a message has: headers, properties, a body, and an example.
enum AsyncAPIMessages {
  static let deadLetter = "dead-letter"

  /// What all messages of a kind have.
  enum Trait: String, CaseIterable {
    case request, response, command

    var member: (String, Document) {
      switch self {
      case .request: (rawValue, ["headers": AsyncAPIHeaders.request] + correlation + limits)
      case .response: (rawValue, ["headers": AsyncAPIHeaders.response] + correlation)
      case .command: (rawValue, ["headers": AsyncAPIHeaders.command])
      }
    }

    var reference: Document {
      ["traits": [AsyncAPI.reference("components", "messageTraits", rawValue)]]
    }
  }

  static var all: [(String, Document)] {
    let requests = MessageType.allCases.map { type in
      message(
        type.rawValue, type.requestSchema.summary, AsyncAPIHeaders.request(type),
        [
          "headers": MessageFrames.properties(of: type), "payload": MessageExamples.request(type),
        ],
        .request)
    }
    let responses = MessageType.allCases.map { type in
      message(
        "\(type.rawValue).response",
        "\(type.responseSchema.without.summary) Or a failure, which has an `error`.",
        AsyncAPIHeaders.kind(of: "\(type.rawValue).response"),
        ["payload": MessageExamples.response(type)], .response)
    }
    let commands = PaymentCommand.Operation.allCases.map { operation in
      message(
        operation.messageType, operation.schema.summary,
        AsyncAPIHeaders.kind(of: operation.messageType),
        ["payload": MessageFrames.command(operation)], .command)
    }
    let events = [
      event(RideStatusEvent.type, RideStatusEvent.schema, MessageExamples.event),
      event(RideReceiptEvent.type, RideReceiptEvent.schema, MessageExamples.receiptEvent),
      event(RideSOSEvent.type, RideSOSEvent.schema, MessageExamples.sosEvent),
    ]
    let assignment = message(
      VehicleAssignmentMessage.type, VehicleAssignmentMessage.schema.summary,
      AsyncAPIHeaders.kind(of: VehicleAssignmentMessage.type),
      ["payload": MessageExamples.assignment], .command)
    return requests + responses + events + commands + [assignment, (deadLetter, letter)]
  }

  private static func event(
    _ type: String, _ schema: ObjectSchema, _ example: Document
  ) -> (String, Document) {
    let (name, event) = message(
      type, schema.summary, AsyncAPIHeaders.event(type), ["payload": example])
    return (name, event + ["contentType": "application/cloudevents+json"])
  }

  private static func message(
    _ name: String, _ summary: String, _ headers: Document, _ example: Document,
    _ trait: Trait? = nil
  ) -> (String, Document) {
    let message: Document = [
      "name": .text(name), "summary": .text(summary), "headers": headers,
      "payload": ["$ref": .text(ContractFile.readerSchema(of: name))],
      "bindings": ["amqp": ["messageType": .text(name), "bindingVersion": "0.3.0"]],
      "examples": .list([["name": .text(name)] + example]),
    ]
    return (name, message + (trait?.reference ?? [:]))
  }

  private static let letter: Document = [
    "name": .text(deadLetter), "title": "Dead letter",
    "summary": .text(
      "A message that could not be handled, as it came, with the reason in headers. What the "
        + "broker gives up by itself has the broker's headers instead."),
    "headers": AsyncAPIHeaders.deadLetter, "payload": ["description": "As it came."],
  ]

  private static let correlation: Document = [
    "correlationId": ["location": "$message.header#/correlationId"]
  ]

  /// Rules of a request that no schema can express.
  private static let limits: Document = [
    "x-livery-limits": [
      "bodyBytes": .integer(Int64(JSONLimits.message.bytes)),
      "levels": .integer(Int64(JSONLimits.message.depth)),
      "bytesOfANumber": .integer(Int64(JSONLimits.numberLength)),
      "names": "Each once in its object; a repeated name is refused as malformedJSON.",
      "encoding": "UTF-8 without a byte order mark.",
      "texts": .text(
        "x-livery-maxBytes counts bytes of UTF-8, x-livery-maxCharacters grapheme clusters, and "
          + "maxLength code points."),
    ]
  ]
}

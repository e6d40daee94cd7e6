import Messages
import Rides

/// The contract as an AsyncAPI 3.0.0 document: channels, operations, headers, properties and
/// bodies.
enum AsyncAPI {
  /// The whole document, which refers to nothing outside of it.
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

  /// The title of a message is its type; a channel is named for what it carries.
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

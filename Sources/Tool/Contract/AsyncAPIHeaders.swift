import Messages
import Rides

/// The headers and properties of messages.
enum AsyncAPIHeaders {
  static func request(_ type: MessageType) -> Document {
    schema(
      required: ["type"] + (type.needsMessageIdentifier ? ["messageId"] : [])
        + (type.onlyAsks ? ["replyTo"] : []),
      [
        ("type", kind(type.rawValue)),
        messageID("Sent again with the same, it is the same request."),
        (
          "replyTo",
          text("Where the answer goes: a queue of the sender's own.", property: "reply_to")
        ), correlationID, contentType(["application/json"]),
        (
          "schema-version",
          ["description": "The version of the body.", "enum": [1, "1"]]
        ),
        ("strict", strict),
        (
          "requested-at",
          time("When the user asked; an hour ago at most, else it counts as an hour ago.")
        ),
        ("deadline", time("When the answer stops being of use.")),
      ] + trace)
  }

  static func response(_ type: MessageType) -> Document {
    schema(
      required: ["type", "contentType"],
      [
        ("type", kind("\(type.rawValue).response")),
        messageID("That of the request with /response; of a live update one of its own."),
        correlationID, contentType(["application/json"]),
      ] + trace)
  }

  static let event = schema(
    required: ["type", "contentType", "messageId"],
    [
      ("type", kind(RideStatusEvent.type)), messageID("The id of the event."),
      contentType(["application/cloudevents+json"]),
    ] + trace)

  static func command(_ operation: PaymentCommand.Operation) -> Document {
    schema(
      required: ["type", "contentType", "messageId"],
      [
        ("type", kind(operation.messageType)), messageID("The key of the command."),
        contentType(["application/json"]),
      ] + trace)
  }

  static let deadLetter = schema(
    required: [
      "x-livery-reason", "x-livery-message", "x-livery-failed-at", "x-livery-worker",
      "x-livery-exchange", "x-livery-routing-key",
    ],
    [
      (
        "x-livery-reason",
        [
          "type": "string", "description": "Why, in kebab-case.",
          "examples": Document(texts: ErrorReason.allCases.map(\.headerValue)),
        ]
      ), ("x-livery-message", text("Why, for people.")),
      ("x-livery-path", text("The member at fault.")),
      ("x-livery-failed-at", text("When, by RFC 3339.")),
      ("x-livery-worker", text("The worker that gave it up.")),
      ("x-livery-exchange", text("Where it was published to first.")),
      ("x-livery-routing-key", text("With which routing key.")),
    ])

  private static func schema(required: [String], _ members: [(String, Document)]) -> Document {
    [
      "type": "object", "required": Document(texts: required),
      "properties": Document(members: members),
    ]
  }

  private static func text(_ description: String, property: String? = nil) -> Document {
    let own: Document = ["type": "string", "description": .text(description)]
    return property.map { own + ["maxLength": 255, "x-amqp-property": .text($0)] } ?? own
  }

  private static func kind(_ type: String) -> Document {
    ["const": .text(type), "description": "The type of the message.", "x-amqp-property": "type"]
  }

  private static func messageID(_ description: String) -> (String, Document) {
    ("messageId", text(description, property: "message_id"))
  }

  private static let correlationID = (
    "correlationId", text("Comes back unchanged.", property: "correlation_id")
  )

  private static func contentType(_ types: [String]) -> (String, Document) {
    (
      "contentType",
      [
        "enum": Document(texts: types), "description": "How the body is written.",
        "x-amqp-property": "content_type",
      ]
    )
  }

  private static let strict: Document = [
    "description": "Whether a member that Livery does not know is refused, not ignored.",
    "enum": [true, false, "true", "false"],
  ]

  private static func time(_ description: String) -> Document {
    [
      "description": .text(description + " RFC 3339, or a timestamp of AMQP."),
      "type": ["string", "integer"],
    ]
  }

  private static let trace: [(String, Document)] = [
    ("traceparent", text("The trace, by W3C Trace Context.")),
    ("tracestate", text("The state of the trace.")),
  ]
}

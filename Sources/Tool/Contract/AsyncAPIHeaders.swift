import Messages
import Rides

/// The headers and properties of messages.
enum AsyncAPIHeaders {
  /// What every request has.
  static let request = schema(
    [
      messageID("Sent again with the same, it is the same request."),
      ("replyTo", replyTo), correlationID, ("userId", userID),
      ("contentType", requestContentType),
      (
        "schema-version",
        ["description": "The version of the body; absent, it is 1.", "enum": [1, "1"]]
      ),
      ("strict", strict), ("requested-at", time(requestedAt)),
      ("deadline", time("Past it the request is not carried out.")),
    ] + trace)

  /// What is different from request to request.
  static func request(_ type: MessageType) -> Document {
    schema(
      required: (type.needsMessageIdentifier ? ["messageId"] : [])
        + (type.onlyAsks ? ["replyTo"] : []),
      [("type", kind(type.rawValue, "The type of the message; absent, the routing key says it."))])
  }

  /// What every response has.
  static let response = schema(
    required: ["type", "contentType"],
    [
      messageID(
        "That of the request, its first 239 bytes at most, then `/` and 15 characters; absent "
          + "where the request has none. A live update has one of its own."),
      correlationID, contentType(["application/json"]),
    ] + trace)

  /// What every command to a payment system has.
  static let command = schema(
    required: ["type", "contentType", "messageId"],
    [messageID("The key of the command."), contentType(["application/json"])] + trace)

  /// The type of a response or a command.
  static func kind(of type: String) -> Document { schema([("type", kind(type))]) }

  static func event(_ type: String) -> Document {
    schema(
      required: ["type", "contentType", "messageId"],
      [
        ("type", kind(type)), messageID("The id of the event."),
        contentType(["application/cloudevents+json"]),
      ] + trace)
  }

  static let deadLetter = schema(
    [
      (
        "x-livery-reason",
        [
          "type": "string", "description": "Why, in kebab-case.",
          "examples": Document(
            texts: ErrorReason.allCases.filter(\.makesDeadLetters).map(\.headerValue)),
        ]
      ), ("x-livery-message", text("Why, for people.")),
      ("x-livery-path", text("The member, the property or the header at fault.")),
      ("x-livery-failed-at", text("When, by RFC 3339.")),
      ("x-livery-worker", text("The worker that gave it up.")),
      ("x-livery-exchange", text("Where it was published to first.")),
      ("x-livery-routing-key", text("With which routing key.")),
    ])

  private static func schema(
    required: [String] = [], _ members: [(String, Document)]
  ) -> Document {
    ["type": "object"] + (required.isEmpty ? [:] : ["required": Document(texts: required)])
      + ["properties": Document(members: members)]
  }

  private static func text(_ description: String, property: String? = nil) -> Document {
    let own: Document = ["type": "string", "description": .text(description)]
    return property.map { own + ["maxLength": 255, "x-amqp-property": .text($0)] } ?? own
  }

  private static func kind(
    _ type: String, _ description: String = "The type of the message."
  ) -> Document {
    ["const": .text(type), "description": .text(description), "x-amqp-property": "type"]
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

  private static let requestContentType: Document = [
    "type": "string",
    "description":
      "JSON in UTF-8, with charset=utf-8 at most; absent or empty means the same.",
    "examples": ["application/json", "application/json; charset=utf-8", ""],
    "x-amqp-property": "content_type",
  ]

  private static let replyTo: Document =
    text(
      "Where the answer goes: a queue replies.USER.REST of the sender's own, REST without a dot; "
        + "one that the broker or aio-pika has named; or direct reply-to.",
      property: "reply_to") + [
      "pattern": .text(
        #"^(replies\..+\.[^.]+|amq\.gen-.*|amq_(0x)?[0-9a-f]{16,}|"#
          + #"amq\.rabbitmq\.reply-to.*)$"#),
      "examples": ["replies.livery-riders.1", "amq.gen-JzTY20BRgKO-HjmUJj0wLg"],
    ]

  private static let userID = text(
    "The login, or absent; where it is there, USER in reply_to has to be the same.",
    property: "user_id")

  private static let requestedAt =
    "When the user asked. What is older than requestedAtReachSeconds of the catalogue (300 unless "
    + "it says otherwise) counts as that old, what is absent or later as now."

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

import JSON
import Messages
import Rides

/// The contract as files: a document that describes all messages, and schemas of each body.
struct ContractFile: Sendable {
  /// Within the folder of the contract.
  let path: String
  let document: Document

  /// All of them.
  static let all: [ContractFile] =
    [ContractFile(path: "asyncapi.json", document: AsyncAPI.document)]
    + MessageType.allCases.flatMap { type in
      pair(type.rawValue, request(type.requestSchema))
        + pair("\(type.rawValue).response", answer { $0.choice(type.responseSchema) })
    }
    + pair(RideStatusEvent.type, answer { $0.object(RideStatusEvent.schema) })
    + PaymentCommand.Operation.allCases.flatMap { operation in
      pair(operation.messageType, answer { $0.object(operation.schema) })
    } + pair("error", answer { $0.object(.error) })

  /// What makes a schema that is closed or not.
  private typealias Maker = (_ isClosed: Bool) -> Document

  private static func pair(_ name: String, _ make: Maker) -> [ContractFile] {
    [("reader", false), ("writer", true)].map { kind, isClosed in
      ContractFile(
        path: "schemas/\(name).\(kind).json",
        document: [
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": .text("\(name), as \(isClosed ? "its writer" : "a reader") has it"),
        ] + make(isClosed))
    }
  }

  private static func request(_ schema: ObjectSchema) -> Maker {
    { isClosed in
      var writer = SchemaWriter(SchemaStyle(direction: .request, isClosed: isClosed))
      let document = writer.object(schema)
      return document + limits + definitions(of: writer)
    }
  }

  private static func answer(_ make: @escaping (inout SchemaWriter) -> Document) -> Maker {
    { isClosed in
      var writer = SchemaWriter(SchemaStyle(direction: .answer, isClosed: isClosed))
      return make(&writer) + definitions(of: writer)
    }
  }

  private static func definitions(of writer: SchemaWriter) -> Document {
    writer.shapes.isEmpty ? [:] : ["$defs": .object(writer.shapes)]
  }

  /// What no schema can say of a request.
  static let limits: Document = [
    "x-livery-limits": [
      "bodyBytes": .integer(Int64(JSONLimits.message.bytes)),
      "levels": .integer(Int64(JSONLimits.message.depth)),
      "bytesOfANumber": .integer(Int64(JSONLimits.numberLength)),
      "names": "Each once in its object; a repeated name is refused as malformedJSON.",
      "encoding": "UTF-8 without a byte order mark.",
      "texts": "x-livery-maxBytes counts bytes of UTF-8, maxLength characters.",
    ]
  ]
}

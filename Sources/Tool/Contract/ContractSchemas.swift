import Messages
import Rides

/// The schemas of one form: one for each body, and one with the definitions that they share.
struct ContractSchemas {
  private let form: SchemaForm
  private var requests: SchemaWriter
  private var answers: SchemaWriter

  init(_ form: SchemaForm) {
    self.form = form
    requests = SchemaWriter(SchemaStyle(direction: .request, form: form))
    answers = SchemaWriter(SchemaStyle(direction: .answer, form: form))
  }

  static func path(of name: String, _ form: SchemaForm) -> String {
    "schemas/\(name).\(form.rawValue).json"
  }

  /// All files of the form, that of the definitions last.
  var files: [ContractFile] {
    mutating get {
      var files: [ContractFile] = []
      for type in MessageType.allCases {
        files.append(file(type.rawValue, requests.body(type.requestSchema)))
        files.append(file("\(type.rawValue).response", answers.choice(type.responseSchema)))
      }
      files.append(file(RideStatusEvent.type, answers.body(RideStatusEvent.schema)))
      files.append(file(RideReceiptEvent.type, answers.body(RideReceiptEvent.schema)))
      files.append(file(RideSOSEvent.type, answers.body(RideSOSEvent.schema)))
      files.append(
        file(VehicleAssignmentMessage.type, answers.body(VehicleAssignmentMessage.schema)))
      for operation in PaymentCommand.Operation.allCases {
        files.append(file(operation.messageType, answers.body(operation.schema)))
      }
      files.append(file("error", answers.body(.error)))
      return files + [definitions]
    }
  }

  private func file(_ name: String, _ schema: Document) -> ContractFile {
    let header: Document = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .text("\(name), as \(form == .writer ? "its writer" : "a reader") has it"),
    ]
    return ContractFile(path: Self.path(of: name, form), document: header + schema)
  }

  private var definitions: ContractFile {
    let name = SchemaStyle.definitions
    return file(
      name, ["$defs": .object(requests.definitions + answers.definitions)])
  }
}

import Fleet
import Glibc
import Messages

extension Command {
  static let contractWrite = Command(
    name: "contract write",
    summary: "writes the contract as an AsyncAPI document and JSON Schemas",
    notes: [
      "DIRECTORY gets asyncapi.json and, in schemas, two files for each body, named for the type",
      "of its message: *.reader.json for whoever reads it, and *.writer.json for whoever writes",
      "it, with no other members and no other words. What several bodies have is in",
      "definitions.reader.json and definitions.writer.json. They are those of this build.",
    ],
    operand: Operand(name: "DIRECTORY", summary: "where the files go; it is made where it lacks"),
    example: "livery contract write deploy/contract",
    endings: [
      Ending(.success, "all files are written"), Ending(.failure, "a file cannot be written"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let folder = arguments.operand ?? "."
    for directory in [folder, "\(folder)/schemas"] {
      try OutputFile.makeFolder(directory)
    }
    for file in ContractFile.all {
      try OutputFile.make("\(folder)/\(file.path)", file.document.file)
    }
    context.output.line("\(ContractFile.all.count) files in \(folder)")
    return .success
  }

  static let contractCheck = Command(
    name: "contract check",
    summary: "lists the messages of a file that the workers would refuse, without a broker",
    notes: [
      "FILE is what `livery send` takes. The messages are decoded as the workers decode them, so",
      "that their errors are the workers' errors; what the business refuses is not found here.",
    ],
    operand: Operand(name: "FILE", summary: "the messages; - for standard input"),
    options: [.role, .lenient],
    example: "livery contract check rides.jsonl",
    endings: [
      Ending(.success, "every message is taken"),
      Ending(.data, "one is not; each is one line, `line N: reason at path: message`"),
    ]
  ) { (arguments, context) throws(ToolError) in
    let messages = try MessageFile.read(arguments, run: "check")
    let mistakes = messages.compactMap(\.mistake)
    for mistake in mistakes { context.output.line("\(mistake)") }
    guard mistakes.isEmpty else {
      throw ToolError(
        .data, "\(arguments.operand ?? "-"): \(mistakes.count) of \(messages.count) refused")
    }
    context.output.line("\(messages.count) taken")
    return .success
  }
}

extension OutgoingMessage {
  /// Why a worker would refuse the message; nil if it would accept it.
  var mistake: FileMistake? {
    let publication = publication(
      replyTo: role == .fleet ? nil : "\(Role.replyPrefix)producer.check")
    guard let family = MessageType(rawValue: routingKey)?.family else {
      let keys = MessageType.allCases.map(\.rawValue).joined(separator: ", ")
      return FileMistake(
        line: line, message: "expected a routing key of \(keys), got '\(routingKey)'")
    }
    let delivery = Delivery(
      deliveryTag: 1, redelivered: false, exchange: publication.exchange,
      routingKey: routingKey, properties: publication.properties, body: body)
    do throws(RefusedMessage) {
      _ = try MessageDecoder.decode(delivery, family: family)
      return nil
    } catch {
      let place = error.error.path.map { " at \($0)" } ?? ""
      return FileMistake(
        line: line, message: "\(error.error.reason.rawValue)\(place): \(error.error.message)")
    }
  }
}

/// The contract as files: a document that describes all messages, and schemas of each body.
struct ContractFile: Sendable {
  /// Within the folder of the contract.
  let path: String
  let document: Document

  /// All of them.
  static let all: [ContractFile] =
    [ContractFile(path: "asyncapi.json", document: AsyncAPI.document)]
    + SchemaForm.allCases.flatMap { form in
      var schemas = ContractSchemas(form)
      return schemas.files
    }

  /// Where the schema of a body for its readers is, within the folder of the contract.
  static func readerSchema(of body: String) -> String {
    ContractSchemas.path(of: body, .reader)
  }
}

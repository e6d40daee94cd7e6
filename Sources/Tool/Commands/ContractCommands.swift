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
      "it, with no other members and no other words. They are those of this build.",
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
      guard OutputFile.write(file.document.file, to: "\(folder)/\(file.path)") else {
        throw ToolError(.failure, "\(folder)/\(file.path): \(String(cString: strerror(errno)))")
      }
    }
    context.output.line("\(ContractFile.all.count) files in \(folder)")
    return .success
  }

  static let contractCheck = Command(
    name: "contract check",
    summary: "tells which messages of a file the workers would refuse, without a broker",
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
  /// What a worker would refuse the message for; nil for one that it takes.
  var mistake: MessageFile.Mistake? {
    let publication = publication(
      replyTo: role == .fleet ? nil : "\(Role.replyPrefix)producer.check")
    guard let family = MessageType(rawValue: routingKey)?.family else {
      let keys = MessageType.allCases.map(\.rawValue).joined(separator: ", ")
      return MessageFile.Mistake(
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
      return MessageFile.Mistake(
        line: line, message: "\(error.error.reason.rawValue)\(place): \(error.error.message)")
    }
  }
}

/// Files that a command makes.
enum OutputFile {
  /// Makes a folder, unless it is there.
  static func makeFolder(_ path: String) throws(ToolError) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw ToolError(.failure, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a whole file of text.
  static func write(_ text: String, to path: String) throws(ToolError) {
    guard write(Array(text.utf8), to: path) else {
      throw ToolError(.failure, "\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Writes a whole file; false with `errno` when it cannot be.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        let code = errno
        Glibc.close(descriptor)
        errno = code
        return false
      }
      rest = rest.dropFirst(written)
    }
    // Some file systems report only now that there was no room.
    return Glibc.close(descriptor) == 0
  }
}

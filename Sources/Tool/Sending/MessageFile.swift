import JSON
import Messages

/// A file of messages: one JSON object, or JSON Lines with one on each.
enum MessageFile {

  /// The messages in the order of the file.
  ///
  /// Empty lines do not count. Messages without `correlation_id` get one that begins with `run`,
  /// and strict ones the header `strict`, unless they have one; all are sent in the name of the
  /// role, or without one each by the first that may send it.
  static func parse(
    _ bytes: [UInt8], run: String, role: Role? = nil, isStrict: Bool = true
  ) throws(FileMistake) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    for (line, fields) in try objects(bytes) {
      do throws(JSONFault) {
        let reader = MessageReader(
          line: line, correlationID: "\(run)-\(messages.count + 1)", role: role, isStrict: isStrict)
        messages.append(try reader.read(fields))
      } catch {
        throw FileMistake(line: line, message: error.description)
      }
    }
    guard !messages.isEmpty else {
      throw FileMistake(line: 1, message: "expected a message, got none")
    }
    return messages
  }

  /// A message may be longer than the fleet accepts, so that its refusal can be tested.
  private static let limits = JSONLimits(bytes: 64 << 20, depth: 256)

  private static func objects(_ bytes: [UInt8]) throws(FileMistake) -> [(line: Int, JSONFields)] {
    // A JSON text over several lines is one message; a text with several messages is not one JSON
    // text.
    if let whole = try? JSONFields(parsing: bytes, limits: limits) {
      return [(line: 1 + bytes.prefix(while: isBlank).count { $0 == newline }, whole)]
    }
    var objects: [(line: Int, JSONFields)] = []
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy(isBlank) {
      do throws(JSONFault) {
        objects.append((index + 1, try JSONFields(parsing: Array(line), limits: limits)))
      } catch {
        throw FileMistake(line: index + 1, message: error.description)
      }
    }
    return objects
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

/// One message of a file, ready to be sent except for the address of its answer.
struct OutgoingMessage: Hashable, Sendable {
  /// The reply address.
  enum Answer: Hashable, Sendable {
    /// To the queue of this run, which waits for it.
    case ours
    /// To a queue that the message names.
    case elsewhere(String)
    case nowhere
  }

  /// The line of the file on which the message begins, from 1.
  var line: Int
  /// In whose name it is sent.
  var role: Role
  var routingKey: String
  var answer: Answer
  /// Without `reply_to`.
  var properties: MessageProperties
  var body: [UInt8]

  /// What the message is called in output.
  var title: String { properties.type ?? routingKey }

  /// The message for the exchange of its role.
  func publication(replyTo queue: String?) -> Publication {
    var properties = properties
    switch answer {
    case .ours: properties.replyTo = queue
    case .elsewhere(let other): properties.replyTo = other
    case .nowhere: break
    }
    return Publication(
      exchange: role.exchange, routingKey: routingKey, mandatory: true,
      properties: properties, body: body)
  }
}

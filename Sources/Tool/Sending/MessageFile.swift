import JSON
import Messages

/// A file of messages: one JSON object, or JSON Lines with one on each.
enum MessageFile {
  /// A line that is not a message.
  struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    let line: Int
    let message: String

    var description: String { "line \(line): \(message)" }
  }

  /// The messages in the order of the file.
  ///
  /// Empty lines do not count. Messages without `correlation_id` get one that begins with `run`,
  /// and strict ones the header `strict`, unless they have one; all are sent in the name of the
  /// role, or without one each by the first that may send it.
  static func parse(
    _ bytes: [UInt8], run: String, role: Role? = nil, isStrict: Bool = true
  ) throws(Mistake) -> [OutgoingMessage] {
    var messages: [OutgoingMessage] = []
    for (line, fields) in try objects(bytes) {
      do throws(JSONFault) {
        let reader = MessageReader(
          line: line, correlationID: "\(run)-\(messages.count + 1)", role: role, isStrict: isStrict)
        messages.append(try reader.read(fields))
      } catch {
        throw Mistake(line: line, message: error.description)
      }
    }
    guard !messages.isEmpty else { throw Mistake(line: 1, message: "expected a message, got none") }
    return messages
  }

  /// A message may be longer than the fleet takes, so that its refusal can be tried.
  private static let limits = JSONLimits(bytes: 64 << 20, depth: 256)

  private static func objects(_ bytes: [UInt8]) throws(Mistake) -> [(line: Int, JSONFields)] {
    // A text over several lines is one message; one of several messages is no JSON text.
    if let whole = try? JSONFields(parsing: bytes, limits: limits) {
      return [(line: 1 + bytes.prefix(while: isBlank).count { $0 == newline }, whole)]
    }
    var objects: [(line: Int, JSONFields)] = []
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy(isBlank) {
      do throws(JSONFault) {
        objects.append((index + 1, try JSONFields(parsing: Array(line), limits: limits)))
      } catch {
        throw Mistake(line: index + 1, message: error.description)
      }
    }
    return objects
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

import Fleet
import JSON
import Messages
import Recordings

/// Which recorded messages are replayed.
struct ReplayFilter: Sendable {
  /// What a member of a body, or a header, has to be.
  struct Condition: Hashable, Sendable {
    let name: String
    let value: String

    /// Reads `name=value`.
    init?(_ text: String) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { return nil }
      name = String(parts[0])
      value = String(parts[1])
    }
  }

  /// Types, of which one has to be the message's; empty for any.
  var types: [String] = []
  /// All have to hold.
  var headers: [Condition] = []
  var members: [Condition] = []

  /// Reads the options of a command.
  init(_ arguments: Arguments) throws(ToolError) {
    types = arguments.texts("--type")
    headers = try Self.conditions("--header", arguments)
    members = try Self.conditions("--body", arguments)
  }

  private static func conditions(
    _ option: String, _ arguments: Arguments
  ) throws(ToolError) -> [Condition] {
    var conditions: [Condition] = []
    for text in arguments.texts(option) {
      guard let condition = Condition(text) else {
        throw ToolError(.usage, "\(option): expected NAME=VALUE, got '\(text)'")
      }
      conditions.append(condition)
    }
    return conditions
  }

  /// The options that it reads.
  static let options = [
    OptionRow("--type", "TYPE", .text, repeats: true, "only messages of this type"),
    OptionRow(
      "--header", "NAME=VALUE", .text, repeats: true, "only messages with this header"),
    OptionRow(
      "--body", "PATH=VALUE", .text, repeats: true,
      "only messages with this member, such as pickupLocation.name=Home"),
  ]

  /// Whether it lets every message through.
  var takesAll: Bool { types.isEmpty && headers.isEmpty && members.isEmpty }

  /// Whether a message is to be replayed.
  func takes(_ message: RecordedMessage) -> Bool {
    guard types.isEmpty || types.contains(message.routingKey) else { return false }
    guard headers.allSatisfy({ Self.text(message.properties.header($0.name)) == $0.value }) else {
      return false
    }
    guard !members.isEmpty else { return true }
    guard let body = try? JSONValue(parsing: message.body, limits: .stored) else { return false }
    return members.allSatisfy { Self.text(at: $0.name, in: body) == $0.value }
  }

  private static func text(_ value: HeaderValue?) -> String? {
    switch value {
    case .string(let text): text
    case .bool(let flag): "\(flag)"
    case .integer(let number, _): "\(number)"
    case .unsigned(let number, _), .timestamp(let number): "\(number)"
    default: nil
    }
  }

  /// The text of a member, or how JSON writes a value that is no text.
  static func text(at path: String, in body: JSONValue) -> String? {
    var value: JSONValue? = body
    for name in path.split(separator: ".") {
      value = Int(name).flatMap { value?[$0] } ?? value?[String(name)]
    }
    return value.map { $0.string ?? String(decoding: $0.text, as: UTF8.self) }
  }
}

import Fleet
import JSON
import Messages
import Replay

/// Which recorded messages are replayed.
struct ReplayFilter: Sendable {
  /// What a header has to be.
  struct HeaderCondition: Hashable, Sendable {
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

  /// The allowed types of a message; empty for any.
  var types: [String] = []
  /// All have to hold.
  var headers: [HeaderCondition] = []
  var members: [BodyCondition] = []

  /// Reads the options of a command.
  init(_ arguments: Arguments) throws(ToolError) {
    types = arguments.texts("--type")
    headers = try arguments.values("--header", expected: "NAME=VALUE", HeaderCondition.init)
    members = try arguments.values("--body", expected: "NAME=VALUE", BodyCondition.init)
  }

  /// The options that it reads.
  static let options = [
    OptionRow("--type", "TYPE", .text, repeats: true, "only messages of this type"),
    OptionRow("--header", "NAME=VALUE", .text, repeats: true, "only messages with this header"),
    OptionRow(
      "--body", "PATH=VALUE", .text, repeats: true,
      "only messages with this member, such as pickupLocation.name=Home"),
  ]

  /// Whether it lets every message through.
  var acceptsAll: Bool { types.isEmpty && headers.isEmpty && members.isEmpty }

  /// Whether a message is to be replayed.
  func accepts(_ message: RecordedMessage) -> Bool {
    guard types.isEmpty || types.contains(message.routingKey) else { return false }
    guard headers.allSatisfy({ Self.text(message.properties.header($0.name)) == $0.value }) else {
      return false
    }
    guard !members.isEmpty else { return true }
    let body = try? JSONValue(parsing: message.body, limits: .stored)
    return members.allSatisfy { $0.holds(in: body) }
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
}

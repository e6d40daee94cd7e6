import JSON
import Rides

/// Values as reports show them: exact, and clipped so that a report stays small.
enum ValueText {
  static let limit = 160

  static func of(_ value: JSONValue) -> String {
    switch value {
    case .string(""): "\"\""
    case .string(let text): clipped(text)
    case .array, .object: clipped(String(decoding: value.text, as: UTF8.self))
    case .number(let number) where number == 0: "-0"
    case .null, .bool, .integer, .number: String(decoding: value.text, as: UTF8.self)
    }
  }

  /// What is not JSON, as text where it is UTF-8.
  static func of(_ body: [UInt8]) -> String {
    guard let text = String(validating: body.prefix(limit * 4), as: UTF8.self) else {
      return "\(body.count) bytes, not UTF-8"
    }
    return text.isEmpty ? "\"\"" : clipped(text)
  }

  /// The distance of an instant from the request, such as `+310 s`.
  static func distance(_ microseconds: Int64) -> String {
    let seconds = DecimalNumber(microseconds: microseconds)
    return microseconds < 0 ? "\(seconds) s" : "+\(seconds) s"
  }

  static func clipped(_ text: String, to limit: Int = limit) -> String {
    guard text.utf8.count > limit else { return text }
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

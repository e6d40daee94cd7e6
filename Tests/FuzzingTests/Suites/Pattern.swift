import Foundation
import JSON
import Messages

extension SchemaCheck {
  /// A check by Foundation's regular expressions.
  init(_ body: JSONValue, _ schema: ObjectSchema) {
    self.init(body, schema) { Pattern.named($0).fits($1) }
  }
}

/// A regular expression, made once.
struct Pattern {
  private let expression: NSRegularExpression?

  /// Whether the whole of a text is as the pattern says; never, where it is no pattern.
  func fits(_ text: String) -> Bool {
    let whole = NSRange(text.startIndex..., in: text)
    return expression?.firstMatch(in: text, range: whole)?.range == whole
  }

  static func named(_ pattern: String) -> Pattern {
    if let known = Thread.current.threadDictionary[pattern] as? NSRegularExpression {
      return Pattern(expression: known)
    }
    let made = try? NSRegularExpression(pattern: pattern)
    Thread.current.threadDictionary[pattern] = made
    return Pattern(expression: made)
  }
}

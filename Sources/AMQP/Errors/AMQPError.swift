/// A failed exchange with the broker.
///
/// Whatever failed, the connection it failed on is of no more use.
package struct AMQPError: Error, Hashable, Sendable {
  package var code: Code
  /// What was attempted, and where: "declare queue 'x'".
  package var operation: String
  /// What the broker or the library said about it; holds no password.
  package var detail: String
  /// Whether the same attempt on a new connection can succeed without anyone changing anything.
  package var isRetriable: Bool

  /// Makes an error that is retriable if its code is, unless told otherwise.
  package init(code: Code, operation: String, detail: String, isRetriable: Bool? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.isRetriable = isRetriable ?? code.isRetriable
  }
}

extension AMQPError {
  /// What the broker does not let the user do, in the broker's words: `access to exchange
  /// 'amq.default' in vhost '/'`; nil for another failure.
  package var missingPermission: String? {
    guard code == .accessRefused, let start = detail.firstRange(of: "ACCESS_REFUSED - "),
      let end = detail.firstRange(of: " refused for user"), start.upperBound < end.lowerBound
    else { return nil }
    return String(detail[start.upperBound..<end.lowerBound])
  }
}

extension AMQPError: CustomStringConvertible {
  package var description: String {
    let advice = isRetriable ? "a retry may help" : "a retry will not help"
    return "\(operation): \(code): \(detail) (\(advice))"
  }
}

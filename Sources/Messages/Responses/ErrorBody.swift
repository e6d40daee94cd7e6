/// Why a request was not carried out: the `error` of a response.
package struct ErrorBody: Error, Hashable, Sendable {
  package var reason: ErrorReason
  /// What was expected and what came, for a person; never a secret.
  package var message: String
  /// The field at fault, such as `pickupLocation.latitude`.
  package var path: String?
  /// Whether the same request can succeed later.
  package var retryable: Bool
  package var retryAfterSeconds: Int?

  package init(
    _ reason: ErrorReason, _ message: String, path: String? = nil, retryable: Bool = false,
    retryAfterSeconds: Int? = nil
  ) {
    self.reason = reason
    self.message = message
    self.path = path
    self.retryable = retryable
    self.retryAfterSeconds = retryAfterSeconds
  }
}

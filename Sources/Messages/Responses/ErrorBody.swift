import JSON
package import Rides

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

extension ErrorBody {
  /// What the business refuses; only a service that is unavailable for now can grant the same
  /// request later.
  package init(_ refusal: Refusal) {
    let passes = refusal.reason == .serviceTemporarilyUnavailable
    self.init(
      ErrorReason(refusal.reason), refusal.message, path: refusal.path, retryable: passes,
      retryAfterSeconds: passes ? 30 : nil)
  }

  /// What is wrong with a body; no retry mends it.
  init(_ fault: JSONFault) {
    let reason: ErrorReason =
      switch fault.kind {
      case .malformed: .malformedJSON
      case .wrongType: .wrongType
      case .missing: .missingField
      case .outOfRange: .outOfRange
      case .tooDeep: .bodyTooDeep
      case .tooLarge: .bodyTooLarge
      }
    self.init(reason, fault.message, path: fault.path.isEmpty ? nil : fault.path)
  }
}

import JSON
package import Rides

/// Why a request was not carried out: the `error` of a response.
package struct RequestError: Error, Hashable, Sendable {
  package var reason: ErrorReason
  /// What was expected and what came, for a person; never a secret.
  package var message: String
  /// The field at fault, such as `pickupLocation.latitude`.
  package var path: String?
  /// The price now, where it is why.
  package var price: Money?

  package init(
    _ reason: ErrorReason, _ message: String, path: String? = nil, price: Money? = nil
  ) {
    self.reason = reason
    self.message = message
    self.path = path
    self.price = price
  }

  /// What the sender can do.
  package var retry: RetryAdvice { .advice(for: reason) }
}

extension RequestError {
  /// What the business refuses.
  package init(_ refusal: Refusal) {
    self.init(
      ErrorReason(refusal.reason), refusal.message, path: refusal.path, price: refusal.price)
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
      case .unknownMember: .unknownMember
      }
    self.init(reason, fault.message, path: fault.path.isEmpty ? nil : fault.path)
  }
}

import JSON
package import Rides

/// Why a request failed: the `error` of a response.
package struct RequestError: Error, Hashable, Sendable {
  package var reason: ErrorReason
  /// The expected and the actual value, for a person; never a secret.
  package var message: String
  /// The invalid field, such as `pickupLocation.latitude`.
  package var path: String?
  /// The current price, if it is the reason.
  package var price: Money?
  /// What a rider is told, in the rider's language; nil where the catalogue has no words for it.
  package var prompt: String?

  package init(
    _ reason: ErrorReason, _ message: String, path: String? = nil, price: Money? = nil,
    prompt: String? = nil
  ) {
    self.reason = reason
    self.message = message
    self.path = path
    self.price = price
    self.prompt = prompt
  }

  /// The advice to the sender.
  package var retry: RetryAdvice { .advice(for: reason) }
}

extension RequestError {
  /// A refusal of the domain.
  package init(_ refusal: Refusal) {
    self.init(
      ErrorReason(refusal.reason), refusal.message, path: refusal.path, price: refusal.price,
      prompt: refusal.prompt)
  }

  /// A fault of the body; a retry cannot help.
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

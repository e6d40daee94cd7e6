package import JSON
package import Rides

/// The bodies of responses: each is one object, and has always `code` first.
package enum ResponseCoding {
  /// The answer to `list-ride-options`: `count` options, each written by `writeOption`, their
  /// expiry, and the ways to pay, as `PaymentMethodCoding.encode` returns them.
  ///
  /// An empty list is no success (rule L1); its code says that the service is not available now.
  package static func writeList(
    of count: Int, paymentMethods: [UInt8]?, expirationDate: Instant,
    into writer: inout JSONWriter, writeOption: (Int, inout JSONWriter) -> Void
  ) {
    guard count > 0 else {
      return writeFailure(
        RequestError(Refusal(.serviceTemporarilyUnavailable, "nothing can be offered now")),
        code: .failureRequiringAppLaunchServiceTemporarilyUnavailable, into: &writer)
    }
    writer.beginObject()
    writer.member("code", ResponseCode.success.rawValue)
    writer.member("expirationDate", expirationDate)
    writer.key("rideOptions")
    writer.beginArray()
    for index in 0..<count { writeOption(index, &writer) }
    writer.endArray()
    writer.member("paymentMethods", raw: paymentMethods)
    writer.endObject()
  }

  /// The range of the status in a body, whose last member it is; nil for any other body.
  package static func place(ofStatus status: [UInt8], in body: [UInt8]) -> Range<Int>? {
    let end = body.count - 1
    guard end > status.count else { return nil }
    let place = (end - status.count)..<end
    let isThere = body.withUnsafeBytes { body in
      status.withUnsafeBytes {
        UnsafeRawBufferPointer(rebasing: body[place]).hasSameBytes(as: $0)
      }
    }
    return isThere ? place : nil
  }

  /// The answer to a failed request; it has the existing ride (rule B6), and the cancellation fee
  /// where the fee was the reason.
  package static func writeFailure(
    _ error: RequestError, code: ResponseCode = .failure, status: [UInt8]? = nil,
    cancellation: CancellationCost? = nil, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.key("error")
    writer.beginObject()
    writer.member("reason", error.reason.rawValue)
    writer.member("message", error.message)
    writer.member("prompt", error.prompt)
    writer.member("path", error.path)
    writer.member("price", error.price, by: MoneyCoding.write)
    writer.member("retry", error.retry.action.rawValue)
    writer.member("retryAfterSeconds", error.retry.afterSeconds)
    writer.endObject()
    writer.member("cancellationFee", cancellation?.fee, by: MoneyCoding.write)
    writer.member("cancellationFeeThreshold", cancellation?.threshold)
    writer.member("rideStatus", raw: status)
    writer.endObject()
  }
}

extension ResponseCoding {
  /// The answer to a stage `resolve`: each requested parameter, and the status of the ride that the
  /// request has already created.
  package static func writeResolutions(
    _ resolutions: [(RequestParameter, Resolution)], status: [UInt8]?,
    into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", ResponseCode.success.rawValue)
    writer.key("resolutions")
    writer.beginObject()
    for (parameter, resolution) in resolutions {
      writer.key(dynamic: parameter.rawValue)
      ResolutionCoding.write(resolution, into: &writer)
    }
    writer.endObject()
    writer.member("rideStatus", raw: status)
    writer.endObject()
  }
}

/// The wire form of the resolution of a parameter: SiriKit's name for it, and its value, values, or
/// reason.
enum ResolutionCoding {
  static func write(_ resolution: Resolution, into writer: inout JSONWriter) {
    writer.beginObject()
    switch resolution {
    case .needsValue: writer.member("result", "needsValue")
    case .notRequired: writer.member("result", "notRequired")
    case .unsupported(let refusal):
      writer.member("result", "unsupported")
      writer.member("reason", refusal.reason.rawValue)
      writer.member("message", refusal.message)
      writer.member("prompt", refusal.prompt)
    case .success(let value): write("success", value, into: &writer)
    case .confirmationRequired(let value): write("confirmationRequired", value, into: &writer)
    case .disambiguation(let values):
      writer.member("result", "disambiguation")
      writer.key("values")
      writer.array(values, write)
    }
    writer.endObject()
  }

  private static func write(
    _ result: String, _ value: Resolution.Value, into writer: inout JSONWriter
  ) {
    writer.member("result", result)
    writer.key("value")
    write(value, into: &writer)
  }

  private static func write(_ value: Resolution.Value, into writer: inout JSONWriter) {
    switch value {
    case .place(let place): PlaceCoding.write(place, into: &writer)
    case .optionName(let name): writer.string(name)
    case .partySize(let size): writer.integer(size)
    case .pickupWindow(let window): PickupWindowCoding.write(window, into: &writer)
    // The requester sent the token.
    case .paymentMethod(let method):
      PaymentMethodCoding.write(method, withToken: true, into: &writer)
    }
  }
}

/// The codes of SiriKit's responses by name.
///
/// Their raw values differ between intents, so none are on the wire.
package enum ResponseCode: String, Sendable, CaseIterable {
  case ready
  case inProgress
  case success
  case failure
  case failureRequiringAppLaunch
  case failureRequiringAppLaunchMustVerifyCredentials
  case failureRequiringAppLaunchNoServiceInArea
  case failureRequiringAppLaunchServiceTemporarilyUnavailable
  case failureRequiringAppLaunchPreviousRideNeedsCompletion
  case failurePreviousRideNeedsFeedback
  case failureRequiringAppLaunchRideScheduledTooFar
}

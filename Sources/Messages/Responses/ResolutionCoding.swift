package import JSON
package import Rides

extension ResponseCoding {
  /// The answer to a stage `resolve`: each parameter that was asked about; the status is that of
  /// the ride that the request has already made.
  package static func writeResolutions(
    _ resolutions: [(ResolveIntent.Parameter, Resolution)], status: [UInt8]?,
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

/// The wire form of what a parameter has come to: SiriKit's name for it, and its value, values, or
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
    // The token came from whoever is answered.
    case .paymentMethod(let method):
      PaymentMethodCoding.write(method, withToken: true, into: &writer)
    }
  }
}

import JSON
import Messages
import Rides

/// Encodes the bodies of responses into one buffer that is used again and again.
struct ResponseEncoder {
  private var writer = JSONWriter(capacity: 4096)

  /// The body of a list whose options are encoded from templates; `token` returns the token of a
  /// quote.
  mutating func optionList(
    _ list: OptionList, _ templates: inout OptionTemplates, token: (ListedQuote) -> [UInt8]?
  ) -> [UInt8] {
    templates.write(list, token: token, into: &writer)
    return writer.finish()
  }

  /// The body of an answer that shows a ride; its status is already encoded.
  mutating func ride(code: ResponseCode, rideStatus: [UInt8]?) -> [UInt8] {
    ResponseCoding.writeRide(code, status: rideStatus, into: &writer)
    return writer.finish()
  }

  /// The body that the writer of an answer writes.
  mutating func body(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    write(&writer)
    return writer.finish()
  }

  /// The body of a query's answer; no ride is a success too (rule A1).
  mutating func getRideStatus(
    _ status: RideStatus?, code: ResponseCode = .success, updatesUntil: Instant? = nil
  ) -> [UInt8] {
    ResponseCoding.writeRide(
      code, status: status.map { rideStatus($0) }, updatesUntil: updatesUntil, into: &writer)
    return writer.finish()
  }

  /// The body of the resolutions of a request's parameters.
  mutating func resolutions(
    _ resolutions: [(RequestParameter, Resolution)], rideStatus: [UInt8]? = nil
  ) -> [UInt8] {
    ResponseCoding.writeResolutions(resolutions, status: rideStatus, into: &writer)
    return writer.finish()
  }

  /// The one form of a ride's status.
  func rideStatus(_ status: RideStatus) -> [UInt8] { RideStatusCoding.encode(status) }

  /// The body of a failure, with the existing ride.
  mutating func failure(
    code: ResponseCode, error: RequestError, rideStatus: [UInt8]? = nil,
    cancellation: CancellationCost? = nil
  ) -> [UInt8] {
    ResponseCoding.writeFailure(
      error, code: code, status: rideStatus, cancellation: cancellation, into: &writer)
    return writer.finish()
  }

  /// The body of an answer with only a code; for a report also whether it was newer than the stored
  /// one.
  mutating func acknowledgement(code: ResponseCode, applied: Bool? = nil) -> [UInt8] {
    writer.beginObject()
    writer.key("code")
    writer.string(code.rawValue)
    if let applied {
      writer.key("applied")
      writer.bool(applied)
    }
    writer.endObject()
    return writer.finish()
  }
}

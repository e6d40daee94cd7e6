// Written from Answers by Tests/Lab/messages: change that, not this.

package import JSON
package import Rides

extension ResponseCoding {
  /// The answer to `cancel-ride`: the fee, the time from which it applies, and the ride.
  package static func writeCancellation(
    _ code: ResponseCode, fee: Money? = nil, threshold: Instant? = nil, status: [UInt8]?,
    into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("cancellationFee", fee, by: MoneyCoding.write)
    writer.member("cancellationFeeThreshold", threshold)
    writer.member("rideStatus", raw: status)
    writer.endObject()
  }

  /// The answer to `get-shared-status`.
  package static func writeSharedStatus(
    _ code: ResponseCode, sharedStatus: SharedStatus, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("sharedStatus", sharedStatus, by: SharedStatusCoding.write)
    writer.endObject()
  }

  /// The answer to `get-ride-receipt`.
  package static func writeReceipt(
    _ code: ResponseCode, receipt: RideReceipt, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("receipt", receipt, by: RideReceiptCoding.write)
    writer.endObject()
  }

  /// The answer to `list-rides`.
  package static func writeRides(
    _ code: ResponseCode, rides: [UInt8]?, hasMore: Bool, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("rides", raw: rides)
    writer.member("hasMore", hasMore)
    writer.endObject()
  }

  /// The answer to `share-ride`.
  package static func writeShare(
    _ code: ResponseCode, shareToken: String, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("shareToken", shareToken)
    writer.endObject()
  }

  /// The answer to `request-ride` and `get-ride-status`; one that starts live updates has their
  /// expiry.
  package static func writeRide(
    _ code: ResponseCode, status: [UInt8]?, updatesUntil: Instant? = nil,
    into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("code", code.rawValue)
    writer.member("rideStatus", raw: status)
    writer.member("updatesUntil", updatesUntil)
    writer.endObject()
  }
}

package import JSON
import Rides

/// The JSON body of an intent, in its canonical form: one order of members, absent ones left out,
/// locales and instants normalised.
///
/// So the digest of the body tells whether a message with a known id is the same message.
package enum IntentCoding {
  /// Writes one object.
  package static func write(_ intent: Intent, into writer: inout JSONWriter) {
    writer.beginObject()
    switch intent {
    case .listRideOptions(let intent): writeMembers(of: intent, into: &writer)
    case .requestRide(let intent): writeMembers(of: intent, into: &writer)
    case .resolve(let intent): writeMembers(of: intent, into: &writer)
    case .cancelRide(let intent): writeMembers(of: intent, into: &writer)
    case .sendRideFeedback(let intent): writeMembers(of: intent, into: &writer)
    case .getRideStatus(let intent): writeMembers(of: intent, into: &writer)
    case .updatesDue(let due): writeMembers(of: due, into: &writer)
    case .vehicleUpdate(let update): writeMembers(of: update, into: &writer)
    case .rideUpdate(let report): writeMembers(of: report, into: &writer)
    case .rideDue(let due): writer.member("rideIdentifier", due.rideIdentifier.rawValue)
    case .rideRefund(let refund): writeMembers(of: refund, into: &writer)
    case .rideSettlement(let settlement): writeMembers(of: settlement, into: &writer)
    case .paymentResult(let report): writeMembers(of: report, into: &writer)
    }
    writer.endObject()
  }

  /// The intent as a JSON text of its own.
  package static func encode(_ intent: Intent) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(intent, into: &writer)
    return writer.finish()
  }
}

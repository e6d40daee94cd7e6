import Messages
import Rides

/// The newest status of each ride that a batch has changed, as JSON: it is written once, for the
/// event, and is the same in the ride's document.
struct EncodedStatuses {
  private var texts: [RideIdentifier: (status: RideStatus, text: [UInt8])] = [:]

  /// The status as a change of its ride tells it.
  mutating func change(_ status: RideStatus) -> [UInt8] {
    let text = RideStatusCoding.encodeChange(status)
    texts[status.rideIdentifier] = (status, text)
    return text
  }

  /// The whole status, if it was told just so; nil for a vehicle that was only asked, which the
  /// text has in another place, and for a status that has changed without being told.
  func whole(_ status: RideStatus) -> [UInt8]? {
    guard !status.isVehicleAsked, let known = texts[status.rideIdentifier], known.status == status
    else { return nil }
    return known.text
  }
}

// Written from Operations/share-ride.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "Let them follow my ride": a token that shows an unfinished ride to whoever has it.
package struct ShareRideIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// The ride.
  package var rideIdentifier: RideIdentifier

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RiderIdentifier, String?, RideIdentifier) {
    (riderIdentifier, locale, rideIdentifier)
  }
}

extension ShareRideIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride())
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("locale", locale)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("riderIdentifier", riderIdentifier.rawValue)
  }
}

// Written from Operations/sos.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "I need help": a rider's call for help, during the ride or after it.
package struct SOSIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Where the caller is.
  package var location: Place?
  /// What has happened, in words.
  package var note: String?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier,
    location: Place? = nil, note: String? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.location = location
    self.note = note
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RiderIdentifier, String?, RideIdentifier, Place?, String?) {
    (riderIdentifier, locale, rideIdentifier, location, note)
  }
}

extension SOSIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride(),
      location: try fields.object("location").map(PlaceCoding.read),
      note: try fields.text("note", atMost: 512))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("locale", locale)
    writer.member("location", location, by: PlaceCoding.write)
    writer.member("note", note)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("riderIdentifier", riderIdentifier.rawValue)
  }
}

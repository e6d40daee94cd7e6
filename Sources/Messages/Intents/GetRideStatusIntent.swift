import JSON
package import Rides

/// "Where is my ride?": SiriKit's `INGetRideStatusIntent`.
package struct GetRideStatusIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  /// Nil asks for the rider's current ride.
  package var rideIdentifier: RideIdentifier?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
  }
}

extension GetRideStatusIntent {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.identifier("rideIdentifier").map { RideIdentifier($0) })
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideIdentifier", rideIdentifier?.rawValue)
  }
}

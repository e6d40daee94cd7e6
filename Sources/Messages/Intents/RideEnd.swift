// Written from Operations/ride-end.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The operator's word that a ride has ended whose driver does not report it.
package struct RideEnd: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Who decides, as the operator names its staff.
  package var author: String
  /// Why, in words.
  package var reason: String
  /// The cost, without charges of places, extras and tolls; else the agreed price.
  package var fare: Money?
  /// With a fare: the tolls of the ride.
  package var tolls: [PaidToll]

  package init(
    rideIdentifier: RideIdentifier, author: String, reason: String, fare: Money? = nil,
    tolls: [PaidToll] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
    self.fare = fare
    self.tolls = tolls
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, String, Money?, [PaidToll]) {
    (rideIdentifier, author, reason, fare, tolls)
  }
}

extension RideEnd {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      author: try fields.require("author", try fields.line("author", atMost: 128)),
      reason: try fields.require("reason", try fields.text("reason", atMost: 256)),
      fare: try fields.object("fare").map(MoneyCoding.fare),
      tolls: try fields.objects("tolls", PaidTollCoding.read))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("author", author)
    writer.member("fare", fare, by: MoneyCoding.write)
    writer.member("reason", reason)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("tolls", each: tolls, by: PaidTollCoding.write)
  }
}

// Written from Operations/ride-settlement.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The operator's statement that the open amount of a ride was paid in another way or is waived,
/// or the cost of a ride whose meter reading is held for review.
package struct RideSettlement: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// How, in words.
  package var reason: String
  /// The fare or fee, where it is held; 0 waives it.
  package var fare: Money?
  /// With a fare: the tolls of the ride, in the place of those that its driver has reported.
  package var tolls: [PaidToll]
  /// Who decides, as the operator names its staff.
  package var author: String?

  package init(
    rideIdentifier: RideIdentifier, reason: String, fare: Money? = nil, tolls: [PaidToll] = [],
    author: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.reason = reason
    self.fare = fare
    self.tolls = tolls
    self.author = author
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, Money?, [PaidToll], String?) {
    (rideIdentifier, reason, fare, tolls, author)
  }
}

extension RideSettlement {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      reason: try fields.require("reason", try fields.text("reason", atMost: 256)),
      fare: try fields.object("fare").map(MoneyCoding.fare),
      tolls: try fields.objects("tolls", PaidTollCoding.read),
      author: try fields.line("author", atMost: 128))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("reason", reason)
    writer.member("fare", fare, by: MoneyCoding.write)
    writer.member("tolls", each: tolls, by: PaidTollCoding.write)
    writer.member("author", author)
  }
}

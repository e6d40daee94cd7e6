// Written from Operations/ride-adjustment.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The operator's word that a ride that is billed costs something else.
package struct RideAdjustment: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Who decides, as the operator names its staff.
  package var author: String
  /// Why, in words.
  package var reason: String
  /// What the ride costs, without charges of places, extras and tolls.
  package var fare: Money
  /// The tolls of the ride, in the place of those that its driver has reported.
  package var tolls: [PaidToll]

  package init(
    rideIdentifier: RideIdentifier, author: String, reason: String, fare: Money,
    tolls: [PaidToll] = []
  ) {
    self.rideIdentifier = rideIdentifier
    self.author = author
    self.reason = reason
    self.fare = fare
    self.tolls = tolls
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, String, String, Money, [PaidToll]) {
    (rideIdentifier, author, reason, fare, tolls)
  }
}

extension RideAdjustment {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      author: try fields.require("author", try fields.line("author", atMost: 128)),
      reason: try fields.require("reason", try fields.text("reason", atMost: 256)),
      fare: try MoneyCoding.fare(try fields.requiredObject("fare")),
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

// Written from Operations/ride-refund.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// The operator's order to refund a part of the cost of a ride.
package struct RideRefund: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// How much.
  package var amount: Money
  /// Why, in words.
  package var reason: String
  /// Who decides, as the operator names its staff.
  package var author: String?

  package init(rideIdentifier: RideIdentifier, amount: Money, reason: String, author: String? = nil)
  {
    self.rideIdentifier = rideIdentifier
    self.amount = amount
    self.reason = reason
    self.author = author
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RideIdentifier, Money, String, String?) {
    (rideIdentifier, amount, reason, author)
  }
}

extension RideRefund {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      amount: try MoneyCoding.amountAboveZero(try fields.requiredObject("amount")),
      reason: try fields.require("reason", try fields.text("reason", atMost: 256)),
      author: try fields.line("author", atMost: 128))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("amount", amount, by: MoneyCoding.write)
    writer.member("reason", reason)
    writer.member("author", author)
  }
}

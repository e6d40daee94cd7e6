// Written from Operations/send-ride-feedback.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// SiriKit's `INSendRideFeedbackIntent`: a rating, a tip, or both (rules A7 and A8).
package struct SendRideFeedbackIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// From 0, the worst, to 10.
  package var rating: Int?
  /// What the driver is given.
  package var tip: Money?
  /// In words.
  package var comment: String?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier,
    rating: Int? = nil, tip: Money? = nil, comment: String? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.rating = rating
    self.tip = tip
    self.comment = comment
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members: (RiderIdentifier, String?, RideIdentifier, Int?, Money?, String?) {
    (riderIdentifier, locale, rideIdentifier, rating, tip, comment)
  }
}

extension SendRideFeedbackIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride(),
      rating: try fields.count("rating", in: 0...10),
      tip: try fields.object("tip").map(MoneyCoding.amountAboveZero),
      comment: try fields.text("comment", atMost: 1024))
    guard rating != nil || tip != nil else {
      throw JSONFault(
        .missing, path: fields.path(to: "rating"),
        "expected a rating, a tip or both, got neither")
    }
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("rating", rating)
    writer.member("tip", tip, by: MoneyCoding.write)
    writer.member("comment", comment)
  }
}

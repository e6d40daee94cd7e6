import JSON
package import Rides

/// SiriKit's `INSendRideFeedbackIntent`: a rating, a tip, or both.
package struct SendRideFeedbackIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  package var rideIdentifier: RideIdentifier
  /// 0 to 10, both included (rule A7).
  package var rating: Int?
  /// Above zero (rule A8).
  package var tip: Money?
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
}

extension SendRideFeedbackIntent {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride(),
      rating: try fields.count("rating", in: 0...10),
      tip: try fields.object("tip").map(MoneyCoding.amountAboveZero),
      comment: try fields.text("comment", atMost: CharacterLimit.comment))
    guard rating != nil || tip != nil else {
      throw JSONFault(
        .missing, path: fields.path(to: "rating"), "expected a rating, a tip or both, got neither")
    }
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("rating", rating)
    writer.member("tip", tip, by: MoneyCoding.write)
    writer.member("comment", comment)
  }
}

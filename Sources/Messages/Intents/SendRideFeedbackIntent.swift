package import Rides

/// "It was like this": SiriKit's `INSendRideFeedbackIntent`; a rating, a tip, or both.
package struct SendRideFeedbackIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  package var rideIdentifier: RideIdentifier
  /// 0 to 10, both included (rule A7).
  package var rating: Int?
  /// More than nothing (rule A8).
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

import JSON
package import Rides

/// "Cancel it": SiriKit's `INCancelRideIntent`, plus who cancels and why.
package struct CancelRideIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  package var rideIdentifier: RideIdentifier
  /// Who cancels: the rider, or the service on the rider's behalf, free of charge.
  ///
  /// It follows from the role that sent the message.
  package var actor: Cancellation.Actor
  /// The reason, as the canceling person wrote it.
  package var reason: String?
  /// The highest fee that the rider accepts; nil accepts the fee of the ride.
  package var maximumCancellationFee: Money?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier,
    actor: Cancellation.Actor = .user, reason: String? = nil, maximumCancellationFee: Money? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.actor = actor
    self.reason = reason
    self.maximumCancellationFee = maximumCancellationFee
  }
}

extension CancelRideIntent {
  /// Reads the members of a body.
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride(),
      reason: try fields.text("reason", atMost: CharacterLimit.place),
      maximumCancellationFee: try fields.object("maximumCancellationFee").map(
        MoneyCoding.amountFromZero))
  }

  /// Writes the members of a body.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    // Not read, but part of the digest: a cancellation by the service is no repeat of the rider's.
    // No member of a request: it follows from the role that sent it.
    if actor != .user { writer.member("actor", actor.rawValue) }
    writer.member("reason", reason)
    writer.member("maximumCancellationFee", maximumCancellationFee, by: MoneyCoding.write)
  }
}

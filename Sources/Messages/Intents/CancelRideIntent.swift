package import Rides

/// "Cancel it": SiriKit's `INCancelRideIntent`, with who cancels and why, which Apple's lacks.
package struct CancelRideIntent: Hashable, Sendable {
  package var riderIdentifier: RiderIdentifier
  package var locale: String?
  package var rideIdentifier: RideIdentifier
  /// Who cancels: the rider, or somebody of the service on the rider's behalf, which costs nothing.
  ///
  /// It follows from the role that sent the message.
  package var actor: Cancellation.Actor
  /// Why, in the words of whoever cancels.
  package var reason: String?
  /// The fee that the rider has agreed to, above which none is taken; nil agrees to the ride's own.
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

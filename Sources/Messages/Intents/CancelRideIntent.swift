// Written from Operations/cancel-ride.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "Cancel it": SiriKit's `INCancelRideIntent`, plus who cancels and why.
package struct CancelRideIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// Who cancels: the rider, or the service on the rider's behalf, free of charge; it follows
  /// from the role that sent the message.
  package var actor: Cancellation.Actor
  /// Why, in words.
  package var reason: String?
  /// The most that the rider agrees to pay: what costs more is not canceled.
  package var maximumCancellationFee: Money?
  /// Why, of a closed list; the catalogue may set a fee for it.
  package var cause: CancellationCause?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, rideIdentifier: RideIdentifier,
    actor: Cancellation.Actor = .user, reason: String? = nil, maximumCancellationFee: Money? = nil,
    cause: CancellationCause? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.rideIdentifier = rideIdentifier
    self.actor = actor
    self.reason = reason
    self.maximumCancellationFee = maximumCancellationFee
    self.cause = cause
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (
      RiderIdentifier, String?, RideIdentifier, Cancellation.Actor, String?, Money?,
      CancellationCause?
    )
  {
    (riderIdentifier, locale, rideIdentifier, actor, reason, maximumCancellationFee, cause)
  }
}

extension CancelRideIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.ride(),
      reason: try fields.text("reason", atMost: 256),
      maximumCancellationFee: try fields.object("maximumCancellationFee").map(
        MoneyCoding.amountFromZero),
      cause: try fields.word("cause", of: CancellationCause.self))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("riderIdentifier", riderIdentifier.rawValue)
    writer.member("locale", locale)
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    if actor != .user { writer.member("actor", actor.rawValue) }
    writer.member("reason", reason)
    writer.member("maximumCancellationFee", maximumCancellationFee, by: MoneyCoding.write)
    writer.member("cause", cause?.rawValue)
  }
}

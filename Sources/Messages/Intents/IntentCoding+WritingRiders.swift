import JSON
import Rides

/// The bodies of what riders ask, in their canonical form.
extension IntentCoding {
  static func writeMembers(
    of intent: ListRideOptionsIntent, into writer: inout JSONWriter
  ) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.member("locale", intent.locale)
    writer.member("pickupLocation", intent.pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", intent.dropOffLocation, by: PlaceCoding.write)
    if intent.requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }

  static func writeMembers(of intent: RequestRideIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.member("locale", intent.locale)
    writer.member("rideOptionName", intent.rideOptionName)
    writer.member("optionIdentifier", intent.optionIdentifier?.rawValue)
    writer.member("quoteIdentifier", intent.quoteIdentifier)
    writer.member("maximumPrice", intent.maximumPrice, by: MoneyCoding.write)
    writer.member("partySize", intent.partySize)
    writer.member("pickupLocation", intent.pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", intent.dropOffLocation, by: PlaceCoding.write)
    writer.member("paymentMethod", intent.paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member(
      "scheduledPickupTime", intent.scheduledPickupTime, by: RequestedPickupCoding.write)
    if intent.requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }

  static func writeMembers(of intent: GetRideStatusIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.member("locale", intent.locale)
    writer.member("rideIdentifier", intent.rideIdentifier?.rawValue)
  }

  static func writeMembers(of intent: ResolveIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.member("locale", intent.locale)
    if let parameters = intent.parameters {
      writer.key("parameters")
      writer.array(parameters) { $1.string($0.rawValue) }
    }
    writer.member("rideOptionName", intent.rideOptionName)
    writer.member("optionIdentifier", intent.optionIdentifier?.rawValue)
    writer.member("quoteIdentifier", intent.quoteIdentifier)
    writer.member("partySize", intent.partySize)
    writer.member("pickupLocation", intent.pickupLocation, by: PlaceCoding.write)
    writer.member("dropOffLocation", intent.dropOffLocation, by: PlaceCoding.write)
    writer.member("paymentMethod", intent.paymentMethod, by: PaymentMethodCoding.writeWhole)
    writer.member(
      "scheduledPickupTime", intent.scheduledPickupTime, by: RequestedPickupCoding.write)
    if intent.requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }

  static func writeMembers(of intent: CancelRideIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.member("locale", intent.locale)
    writer.member("rideIdentifier", intent.rideIdentifier.rawValue)
    // It is not read; but a cancellation by the service is not the rider's own sent again.
    // No member of a request: it follows from the role that sent it.
    if intent.actor != .user { writer.member("actor", intent.actor.rawValue) }
    writer.member("reason", intent.reason)
    writer.member("maximumCancellationFee", intent.maximumCancellationFee, by: MoneyCoding.write)
  }

  static func writeMembers(of intent: SendRideFeedbackIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.member("locale", intent.locale)
    writer.member("rideIdentifier", intent.rideIdentifier.rawValue)
    writer.member("rating", intent.rating)
    writer.member("tip", intent.tip, by: MoneyCoding.write)
    writer.member("comment", intent.comment)
  }
}

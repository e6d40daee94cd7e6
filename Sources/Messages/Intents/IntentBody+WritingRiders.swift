import JSON
import Rides

/// The bodies of what riders ask, in their canonical form.
extension IntentBody {
  static func writeMembers(
    of intent: ListRideOptionsIntent, into writer: inout JSONWriter
  ) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.key("pickupLocation")
    PlaceBody.write(intent.pickupLocation, into: &writer)
    writer.key("dropOffLocation")
    PlaceBody.write(intent.dropOffLocation, into: &writer)
    if intent.requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }

  static func writeMembers(of intent: RequestRideIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.memberIfPresent("rideOptionName", intent.rideOptionName)
    writer.memberIfPresent("optionIdentifier", intent.optionIdentifier?.rawValue)
    writer.memberIfPresent("quoteIdentifier", intent.quoteIdentifier)
    writer.memberIfPresent("partySize", intent.partySize)
    writer.key("pickupLocation")
    PlaceBody.write(intent.pickupLocation, into: &writer)
    if let place = intent.dropOffLocation {
      writer.key("dropOffLocation")
      PlaceBody.write(place, into: &writer)
    }
    if let method = intent.paymentMethod {
      writer.key("paymentMethod")
      PaymentMethodBody.write(method, withToken: true, into: &writer)
    }
    if let pickup = intent.scheduledPickupTime {
      writer.key("scheduledPickupTime")
      RequestedPickupBody.write(pickup, into: &writer)
    }
    if intent.requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }

  static func writeMembers(of intent: GetRideStatusIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.memberIfPresent("rideIdentifier", intent.rideIdentifier?.rawValue)
  }

  static func writeMembers(of intent: ResolveIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    if let parameters = intent.parameters {
      writer.key("parameters")
      writer.array(parameters) { $1.string($0.rawValue) }
    }
    writer.memberIfPresent("rideOptionName", intent.rideOptionName)
    writer.memberIfPresent("optionIdentifier", intent.optionIdentifier?.rawValue)
    writer.memberIfPresent("quoteIdentifier", intent.quoteIdentifier)
    writer.memberIfPresent("partySize", intent.partySize)
    write(intent.pickupLocation, "pickupLocation", into: &writer)
    write(intent.dropOffLocation, "dropOffLocation", into: &writer)
    if let method = intent.paymentMethod {
      writer.key("paymentMethod")
      PaymentMethodBody.write(method, withToken: true, into: &writer)
    }
    if let pickup = intent.scheduledPickupTime {
      writer.key("scheduledPickupTime")
      RequestedPickupBody.write(pickup, into: &writer)
    }
    if intent.requiresWheelchairAccess { writer.member("wheelchairAccessible", true) }
  }

  static func writeMembers(of intent: CancelRideIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.member("rideIdentifier", intent.rideIdentifier.rawValue)
    writer.member("actor", intent.actor.rawValue)
    writer.memberIfPresent("reason", intent.reason)
    write(intent.cancellationFee, "cancellationFee", into: &writer)
  }

  static func writeMembers(of intent: SendRideFeedbackIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.member("rideIdentifier", intent.rideIdentifier.rawValue)
    writer.memberIfPresent("rating", intent.rating)
    write(intent.tip, "tip", into: &writer)
    writer.memberIfPresent("comment", intent.comment)
  }

  private static func write(
    _ place: Place?, _ name: StaticString, into writer: inout JSONWriter
  ) {
    guard let place else { return }
    writer.key(name)
    PlaceBody.write(place, into: &writer)
  }

  static func write(_ amount: Money?, _ name: StaticString, into writer: inout JSONWriter) {
    guard let amount else { return }
    writer.key(name)
    MoneyBody.write(amount, into: &writer)
  }
}

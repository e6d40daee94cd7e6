import JSON
import Rides

/// The bodies of what riders ask.
extension IntentCoding {
  static func listRideOptions(
    _ fields: JSONFields
  ) throws(JSONFault) -> ListRideOptionsIntent {
    ListRideOptionsIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      pickupLocation: try fields.require("pickupLocation", try place("pickupLocation", of: fields)),
      dropOffLocation: try place("dropOffLocation", of: fields),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false)
  }

  static func requestRide(_ fields: JSONFields) throws(JSONFault) -> RequestRideIntent {
    try refuseWaypoints(fields)
    return RequestRideIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      pickupLocation: try fields.require("pickupLocation", try place("pickupLocation", of: fields)),
      dropOffLocation: try place("dropOffLocation", of: fields),
      rideOptionName: try fields.line("rideOptionName", atMost: TextLimit.name),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: TextLimit.token),
      maximumPrice: try fields.object("maximumPrice").map(positiveAmount),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false)
  }

  /// A trip with stops is neither priced nor driven here; without them it would be another trip
  /// than was asked for.
  private static func refuseWaypoints(_ fields: JSONFields) throws(JSONFault) {
    let waypoints: [Void]? = try fields.array("waypoints") { (elements) throws(JSONFault) in
      _ = try elements.object()
    }
    guard let waypoints, !waypoints.isEmpty else { return }
    throw JSONFault(
      .outOfRange, path: fields.path(to: "waypoints"),
      "expected no stops on the way, got \(waypoints.count)")
  }

  static func getRideStatus(
    _ fields: JSONFields
  ) throws(JSONFault) -> GetRideStatusIntent {
    GetRideStatusIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      rideIdentifier: try fields.identifier("rideIdentifier").map { RideIdentifier($0) })
  }

  static func resolve(_ fields: JSONFields) throws(JSONFault) -> ResolveIntent {
    ResolveIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      parameters: try fields.array("parameters") { (elements) throws(JSONFault) in
        try elements.word(of: ResolveIntent.Parameter.self)
      },
      pickupLocation: try place("pickupLocation", of: fields),
      dropOffLocation: try place("dropOffLocation", of: fields),
      rideOptionName: try fields.line("rideOptionName", atMost: TextLimit.name),
      optionIdentifier: try fields.identifier("optionIdentifier").map { ProductKey($0) },
      quoteIdentifier: try fields.line("quoteIdentifier", atMost: TextLimit.token),
      partySize: try fields.count("partySize"),
      paymentMethod: try fields.object("paymentMethod").map(PaymentMethodCoding.read),
      scheduledPickupTime: try fields.object("scheduledPickupTime").map(RequestedPickupCoding.read),
      requiresWheelchairAccess: try fields.bool("wheelchairAccessible") ?? false)
  }

  static func cancelRide(_ fields: JSONFields) throws(JSONFault) -> CancelRideIntent {
    CancelRideIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      rideIdentifier: try ride(of: fields),
      reason: try fields.text("reason", atMost: TextLimit.place),
      maximumCancellationFee: try fields.object("maximumCancellationFee").map(feeAmount))
  }

  /// An amount of nothing or more.
  private static func feeAmount(_ fields: JSONFields) throws(JSONFault) -> Money {
    let amount = try MoneyCoding.amount(fields)
    guard amount.minorUnits >= 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "amount"),
        "expected at least nothing, got \(amount.decimalString)")
    }
    return amount
  }

  static func sendRideFeedback(_ fields: JSONFields) throws(JSONFault) -> SendRideFeedbackIntent {
    let intent = SendRideFeedbackIntent(
      riderIdentifier: try rider(of: fields),
      locale: try fields.locale("locale"),
      rideIdentifier: try ride(of: fields),
      rating: try fields.count("rating", in: 0...10),
      tip: try fields.object("tip").map(positiveAmount),
      comment: try fields.text("comment", atMost: TextLimit.comment))
    guard intent.rating != nil || intent.tip != nil else {
      throw JSONFault(
        .missing, path: fields.path(to: "rating"), "expected a rating, a tip or both, got neither")
    }
    return intent
  }
}

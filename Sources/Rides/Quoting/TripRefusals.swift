extension TripTerms {
  /// Why a list would be empty: another hour or a vehicle helps only if a product has a price.
  func nothingToOffer(at now: Instant) -> Refusal {
    let suitable = suitable
    if suitable.isEmpty {
      guard !trip.requiresWheelchairAccess else { return Self.noWheelchair }
      return Refusal(
        .notAvailableHere, "nothing here is sold without a drop-off", path: "dropOffLocation")
    }
    guard suitable.contains(where: { listed($0, pickup: now, free: 0) != nil }) else {
      return Self.unpriceable
    }
    guard suitable.contains(where: isOpen) else {
      return Refusal(.serviceTemporarilyUnavailable, "nothing is sold here at this hour")
    }
    return Refusal(.serviceTemporarilyUnavailable, "no vehicle is on duty near the pickup")
  }

  /// Refuses a product that this trip cannot have: in the app alone, or without room for a
  /// wheelchair.
  func checkBookable(_ product: PricedProduct) throws(Refusal) {
    if let activity = appBooking(of: product) {
      throw Refusal(
        .bookInAppOnly, "\(product.product.key) is booked in the app from here: \(activity.title)",
        path: "rideOptionName")
    }
    if trip.requiresWheelchairAccess, !product.product.isWheelchairAccessible {
      throw Refusal(
        .notAvailableHere,
        "expected a product that carries a wheelchair, \(product.product.key) does not",
        path: "wheelchairAccessible")
    }
  }

  /// Refuses a product that is not sold at the time of the pickup.
  func checkHours(_ product: PricedProduct) throws(Refusal) {
    guard !isOpen(product) else { return }
    guard trip.scheduledPickup == nil else {
      throw Refusal(
        .outsideOperatingHours, "\(product.product.key) is not sold at this time",
        path: "scheduledPickupTime.start")
    }
    throw Refusal(
      .serviceTemporarilyUnavailable, "\(product.product.key) is not sold at this hour")
  }

  static let unpriceable = Refusal(
    .notAvailableHere, "the price of this trip is beyond what can be booked")

  private static let noWheelchair = Refusal(
    .notAvailableHere, "expected a product that carries a wheelchair, there is none here",
    path: "wheelchairAccessible")
}

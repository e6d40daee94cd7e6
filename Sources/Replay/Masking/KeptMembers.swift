/// The members of messages that name no person, by which a masked recording stays what it was.
///
/// Every other text is masked, so that a member that is new, or that is a producer's own, is masked
/// until its description, or this file, keeps it.
enum KeptMembers {
  /// Texts that come from lists, from the catalogue or from a clock; the last three are those of a
  /// resolution, whose form differs by parameter.
  static let texts = KeptNames.texts.union(["result", "value", "values"])

  /// Numbers that say nothing of a place or a person.
  static let numbers = KeptNames.numbers.union(["tip", "value", "values"])

  /// Further texts in a stored ride and a stored vehicle, most of them moments and money.
  static let documentTexts: Set<String> = [
    "account", "accounts", "actor", "area", "arrivedAt", "at", "authorised", "awaitedUntil",
    "awaySince", "backAt", "basis", "capture", "captured", "causes", "collected", "createdAt",
    "deed", "direction", "distance", "distanceTitle", "endedAt", "endElsewhere", "estimatedPickup",
    "excess", "fate", "freeUntil", "from", "heldUntil", "lastIgnoredAt", "leftAt", "leftPickupAt",
    "lookAgainAt", "lookAt", "maximumFare", "maximumFareTitle", "minimumCover", "minimumFare",
    "minimumFareTitle", "nearerAt", "nextDue", "onTop", "parties", "product", "purpose",
    "quotedMaximum", "ratingDueBy", "refunded", "remindAt", "requested", "requestedAt",
    "searchFrom", "searchUntil", "settledOutside", "silentSince", "since", "startedAt", "threshold",
    "timeTitle", "toldAt", "tolls",
  ]

  /// Further numbers there.
  static let documentNumbers: Set<String> = [
    "authorisations", "basisPoints", "captures", "circuity", "costLimit", "costPerMetre",
    "costPerSecond", "countedBefore", "degrees", "dropOuts", "extraLines", "form", "freeMinutes",
    "freeSeconds", "freeSecondsPerStop", "fromAmount", "fromMetres", "ignoredInARow",
    "includedMetres", "includedSeconds", "line", "longestGap", "metres", "metresByPosition",
    "metresPerUnit", "nearestMetres", "nullIsland", "number", "outdated", "perKilometre", "perMile",
    "perMinute", "pickupCharges", "place", "positions", "rate", "refunds", "round", "routeSeconds",
    "seconds", "secondsPerUnit", "slot", "slowBelow", "slowMetres", "slowSeconds",
    "standingSeconds", "step", "stopsBefore", "target", "timesAsked", "toleratedDelaySeconds",
    "tooFast", "transactionCount", "voids", "withinSeconds", "wrongCodes",
  ]

  /// The objects of a document whose `name` is that of a payment method.
  static let documentObjects: Set<String> = ["method", "payer"]

  /// The objects whose `name` and `image` are the catalogue's.
  static let catalogueObjects: Set<String> = [
    "rideOption", "rideOptions", "paymentMethods", "paymentMethod",
  ]

  /// The objects that are the places of a trip, and the list of further ones.
  static let tripPlaces: Set<String> = ["pickupLocation", "dropOffLocation", "waypoints"]

  /// Members that hold the identifier of a ride, alone or within a longer name.
  static let rides: Set<String> = ["id", "key", "rideIdentifier", "source", "subject"]

  /// Headers that the contract knows.
  static let headers: Set<String> = [
    "deadline", "requested-at", "schema-version", "strict", "traceparent", "tracestate",
    "x-delivery-count", "x-livery-exchange", "x-livery-failed-at", "x-livery-path",
    "x-livery-reason", "x-livery-redrive-from", "x-livery-routing-key", "x-livery-worker",
    "CC", "BCC", "x-death",
  ]
}

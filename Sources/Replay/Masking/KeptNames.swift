// Written from Messages by Tests/Lab/messages: change that, not this.

/// The members that the descriptions of the messages keep in a masked recording, by name: they
/// name no person and no place.
enum KeptNames {
  static let texts: Set<String> = [
    "activityType", "amount", "arrivedAt", "atFault", "availablePartySizeOptionsSelectionPrompt",
    "bookedBefore", "bookedFrom", "calledAt", "caller", "cancellationFeeThreshold", "cause", "code",
    "countsFrom", "currencyCode", "datacontenttype", "disclaimerMessage", "end", "endedAt",
    "estimatedDropOffDate", "estimatedPickupDate", "estimatedPickupEndDate", "event",
    "expirationDate", "expiresAt", "extraIdentifier", "feedback", "isoCountryCode", "kind",
    "locale", "manufacturer", "mapAnnotationImage", "maximumPrice", "means", "minimumPrice",
    "model", "occurredAt", "operation", "optionIdentifier", "outcome", "parameters", "path",
    "phase", "phases", "price", "products", "rating", "remindedAt", "requestedAt", "retry",
    "rideOptionName", "sequence", "sizeDescription", "specialPricing", "specialPricingMultiplier",
    "specversion", "sponsor", "start", "startedAt", "state", "time", "timeZone", "timestamp",
    "title", "tollIdentifier", "traceparent", "tracestate", "type", "updatedAt", "updatesUntil",
  ]

  static let numbers: Set<String> = [
    "accuracyMetres", "atMost", "capacity", "count", "course", "drivenMetres", "luggage", "maximum",
    "maximumRides", "minimum", "number", "odometer", "partySize", "rating", "retryAfterSeconds",
    "sequence",
  ]
}

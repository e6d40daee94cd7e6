// Written from Messages by Tests/Lab/messages: change that, not this.

/// The members that the descriptions of the messages keep in a masked recording, by name: they
/// name no person and no place.
enum KeptNames {
  static let texts: Set<String> = [
    "activityType", "amount", "availablePartySizeOptionsSelectionPrompt",
    "cancellationFeeThreshold", "code", "currencyCode", "datacontenttype", "disclaimerMessage",
    "end", "estimatedDropOffDate", "estimatedPickupDate", "estimatedPickupEndDate", "event",
    "expirationDate", "extraIdentifier", "feedback", "isoCountryCode", "kind", "locale",
    "manufacturer", "mapAnnotationImage", "maximumPrice", "minimumPrice", "model", "occurredAt",
    "operation", "optionIdentifier", "outcome", "parameters", "path", "phase", "price", "products",
    "rating", "retry", "rideOptionName", "sequence", "sizeDescription", "specialPricing",
    "specialPricingMultiplier", "specversion", "sponsor", "start", "state", "time", "timeZone",
    "timestamp", "title", "tollIdentifier", "traceparent", "tracestate", "type", "updatedAt",
    "updatesUntil",
  ]

  static let numbers: Set<String> = [
    "accuracyMetres", "atMost", "capacity", "count", "course", "luggage", "maximum", "minimum",
    "odometer", "partySize", "rating", "retryAfterSeconds", "sequence",
  ]
}

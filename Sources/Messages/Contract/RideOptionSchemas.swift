import Rides

/// What Livery writes of an option.
extension ObjectSchema {
  static let activity = ObjectSchema(
    "userActivity", "Something to go on with in the operator's app.",
    [
      .required(
        "activityType", .text(.any("org.example.rides.share")),
        "The name under which the app knows it."),
      .required("title", .text(.any("Share the ride")), "What people read."),
      .optional("userInfo", .map(.text(.any("lj5ags4lxxp7noxni56u6ztvx4"))), "What the app needs."),
    ])

  static let priceRange = ObjectSchema(
    "priceRange", "A price, where both are the same, or the bounds of one.",
    [
      .optional("minimumPrice", .text(.amount), "The least."),
      .optional("maximumPrice", .text(.amount), "The most."),
      .required("currencyCode", .text(.currency), "The currency of both."),
    ])

  private static let partySize = ObjectSchema(
    "partySizeRange", "Sizes of a party, both ends included.",
    [
      .required("minimum", .integer(1 ... .max, example: 2), "The smallest."),
      .optional(
        "maximum", .integer(1 ... .max, example: 3), "The largest; absent up to the capacity."),
    ])

  private static let partySizeOption = ObjectSchema(
    "partySizeOption", "The price for parties of some sizes.",
    [
      .required("partySize", .object(partySize), "The sizes."),
      .required("sizeDescription", .text(.any("2-3 people")), "The sizes in words."),
      .required("priceRange", .object(priceRange), "The price."),
    ])

  private static let fareLineItem = ObjectSchema(
    "fareLineItem", "A line of how a fare is composed.",
    [
      .required("title", .text(.any("Base charge")), "What people read."),
      .required(
        "kind", .word(of: FareLineItem.Kind.self, isOpen: true),
        "What the price is: the kinds `amount` and `discount` add up to the fare."),
      .required("price", .text(.amount), "The price; that of a discount is negative."),
      .required("currencyCode", .text(.currency), "Its currency."),
      .optional("sponsor", .text(.any("Airport Council")), "Who bears a discount."),
    ])

  /// The option of a ride that is booked.
  static let rideOption = ObjectSchema(
    "rideOption", "An option as a ride has it.",
    [
      .required("name", .text(.any("SUV")), "What people call it, in the locale of the answer."),
      .required("optionIdentifier", .text(.identifier("suv")), "Its key, the same in each locale."),
      .optional("estimatedPickupDate", .text(.writtenInstant), "When a vehicle could come."),
      .optional("priceRange", .object(priceRange), "The price; absent by the meter."),
      .required("usesMeteredFare", .boolean, "Whether a meter makes the price."),
      .optional(
        "specialPricing", .text(.any("High demand")), "Why the price is higher than usual."),
      .optional(
        "specialPricingMultiplier",
        .text(TextSchema(example: "1.50", patterns: [#"^[0-9]+(\.[0-9]+)?$"#])),
        "How many times the usual price it is."),
      .optional("disclaimerMessage", .text(.any("Tolls are extra")), "What people have to know."),
      .optional("fareLineItems", .list(.object(fareLineItem)), "How the price is composed."),
      .required("wheelchairAccessible", .boolean, "Whether it carries a wheelchair."),
    ])

  /// The option of a list, with what serves to choose and book it.
  static let listedOption = ObjectSchema(
    "listedOption", "An option as a list offers it.",
    rideOption.members + [
      .optional(
        "quoteIdentifier", .text(.any("q2.k1.Y2hp.z9to")),
        "What locks the price of a list until it expires; opaque."),
      .optional(
        "availablePartySizeOptionsSelectionPrompt", .text(.any("Choose a party size")),
        "What to ask where there are several sizes."),
      .optional(
        "availablePartySizeOptions", .list(.object(partySizeOption)), "The prices by party size."),
      .optional(
        "userActivityForBookingInApplication", .object(activity),
        "Where the option is booked in the operator's app alone."),
    ])
}

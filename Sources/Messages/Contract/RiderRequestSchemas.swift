import Rides

/// The bodies of what riders ask.
extension ObjectSchema {
  private static let rider: [Member] = [
    .required(
      "riderIdentifier", .text(.identifier("rider-42")),
      "The person who asks, as the producer has authenticated them."),
    .optional(
      "locale", .text(.locale), "The language of the answer; the catalogue's where it is absent."),
  ]

  private static let ride = Member.required(
    "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")

  private static let wheelchair = Member.optional(
    "wheelchairAccessible", .boolean, "Whether only vehicles will do that carry a wheelchair.")

  static let listRequest = ObjectSchema(
    "listRequest", "A trip whose options are asked for.",
    rider + [
      .required("pickupLocation", .object(.place), "Where the trip begins."),
      .optional(
        "dropOffLocation", .object(.place),
        "Where the trip ends; while it is open only what has no price is listed."), wheelchair,
    ])

  /// What a booking and the stage before it know of the ride beside its pickup.
  private static let wishes: [Member] = [
    .optional("dropOffLocation", .object(.place), "Where the trip ends."),
    .optional(
      "rideOptionName", .text(.line("SUV", atMost: TextLimit.name)),
      "The option by its name in any locale of the catalogue."),
    .optional("optionIdentifier", .text(.identifier("suv")), "The option by its key."),
    .optional(
      "quoteIdentifier", .text(.line("q2.k1.Y2hp.z9to", atMost: TextLimit.token)),
      "The quote of a list, which locks its price for its rider."),
    .optional(
      "partySize", .integer(example: 3), "All passengers; what no vehicle holds is refused."),
    .optional("paymentMethod", .object(.paymentMethod), "How it is paid; in cash where absent."),
    .optional(
      "scheduledPickupTime", .object(.requestedPickup), "For a pickup later than now."),
    wheelchair,
  ]

  static let booking = ObjectSchema(
    "booking", "A ride to be booked.",
    rider + [.required("pickupLocation", .object(.place), "Where the trip begins.")] + wishes + [
      .optional(
        "maximumPrice", .object(.positiveMoney),
        "The most that the rider agrees to pay: what costs more is not booked."),
      .optional(
        "waypoints", .array(.object(ObjectSchema.place), 0...0),
        "Stops on the way, of which there can be none."),
    ])

  static let resolveRequest = ObjectSchema(
    "resolveRequest", "A request as far as it is known.",
    rider + [
      .optional(
        "parameters", .list(.word(of: ResolveIntent.Parameter.self)),
        "What is asked about; all where it is absent."),
      .optional("pickupLocation", .object(.place), "Where the trip begins."),
    ] + wishes + [.optional("waypoints", .anything, "Not read at this stage.")])

  static let cancellation = ObjectSchema(
    "cancellation", "A ride to be canceled.",
    rider + [
      ride,
      .optional(
        "reason", .text(.lines("changed my mind", atMost: TextLimit.place)), "Why, in words."),
      .optional(
        "maximumCancellationFee", .object(.unsignedMoney),
        "The most that the rider agrees to pay: what costs more is not canceled."),
    ])

  static let feedback = ObjectSchema(
    "feedback", "What a rider says of a ride that was driven.",
    rider + [
      ride,
      .optional("rating", .integer(0...10, example: 9), "From 0, the worst, to 10."),
      .optional("tip", .object(.positiveMoney), "What the driver is given."),
      .optional(
        "comment", .text(.lines("swift and friendly", atMost: TextLimit.comment)), "In words."),
    ], needsOneOf: ["rating", "tip"])

  static let statusRequest = ObjectSchema(
    "statusRequest", "A ride that is asked about.",
    rider + [
      .optional(
        "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")),
        "The ride; the rider's current one where it is absent.")
    ])
}

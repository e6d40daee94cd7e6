import Rides

/// What Livery answers.
extension ObjectSchema {
  private static let code = Member.required(
    "code", .word(of: ResponseCode.self),
    "SiriKit's name for how it went; a closed list.")

  private static let ride = Member.required(
    "rideStatus", .object(.rideStatus), "The ride as it stands.")

  package static let error = ObjectSchema(
    "error", "Why a request was not carried out.",
    [
      .required(
        "reason", .word(of: ErrorReason.self, isOpen: true),
        "Why, for programs; treat one that you do not know by `retry`."),
      .required("message", .text(.any("expected a string, got a number")), "Why, for people."),
      .optional(
        "path", .text(.any("pickupLocation.latitude")),
        "The member, the property (`message_id`) or the header (`headers.deadline`) at fault."),
      .optional("price", .object(money), "The price now, where it is above the `maximumPrice`."),
      .required(
        "retry", .word(of: RetryAdvice.Action.self),
        "Whether to send it again, and with which `message_id`; a closed list."),
      .optional("retryAfterSeconds", .count(example: 30), "When to try again."),
    ])

  static let failure = ObjectSchema(
    "failure", "The answer to what was not carried out.",
    [
      code, .required("error", .object(error), "Why not."),
      .optional("rideStatus", .object(rideStatus), "The ride that there is all the same."),
    ] + cancellationCost)

  /// What canceling costs.
  private static let cancellationCost: [Member] = [
    .optional("cancellationFee", .object(money), "What can be taken, or was; absent for nothing."),
    .optional("cancellationFeeThreshold", .text(.writtenInstant), "Before which it is free."),
  ]

  static let acknowledgement = ObjectSchema(
    "acknowledgement", "The answer that says how it went and no more.", [code])

  static let applied = ObjectSchema(
    "applied", "The answer to a report.",
    [code, .optional("applied", .boolean, "Whether it was newer than what was known.")])

  static let optionList = ObjectSchema(
    "optionList", "The options of a trip.",
    [
      code, .required("expirationDate", .text(.writtenInstant), "Until when the quotes count."),
      .required(
        "rideOptions", .array(.object(listedOption), 1...Int.max), "What can be had, best first."),
      .optional("paymentMethods", .list(.object(paymentMethod)), "How it can be paid."),
    ])

  static let shownRide = ObjectSchema("shownRide", "A ride.", [code, ride])

  static let prospectOrRide = ObjectSchema(
    "prospectOrRide", "What a booking would make; or the ride, where it was booked already.",
    [
      code,
      .required("rideStatus", .either([prospect, rideStatus]), "The ride."),
    ])

  static let foundRide = ObjectSchema(
    "foundRide", "A ride, or that there is none.",
    [code, .optional("rideStatus", .object(rideStatus), "The ride; absent where there is none.")])

  static let updates = ObjectSchema(
    "updates", "A ride that is followed.",
    foundRide.members + [
      .optional(
        "updatesUntil", .text(.writtenInstant), "Until when it is followed; in the first answer.")
    ])

  static let canceled = ObjectSchema(
    "canceledRide", "What canceling costs.",
    [code, ride] + cancellationCost)
}

/// What each parameter of a request has come to.
extension ObjectSchema {
  static let resolved = ObjectSchema(
    "resolved", "What each parameter has come to.",
    [
      code, .required("resolutions", .object(resolutions), "By parameter, those asked about."),
      .optional("rideStatus", .object(rideStatus), "The ride that the request has made already."),
    ])

  private static let resolutions = ObjectSchema(
    "resolutions", "What was asked about has a member each.",
    [
      parameter("pickupLocation", "placeResolution", .object(place)),
      parameter("dropOffLocation", "placeResolution", .object(place)),
      parameter("rideOptionName", "optionResolution", .text(.any("Sedan"))),
      parameter("partySize", "partySizeResolution", .integer(example: 3)),
      parameter("scheduledPickupTime", "pickupResolution", .object(pickupWindow)),
      parameter("paymentMethod", "paymentResolution", .object(paymentMethod)),
    ])

  private static let results = [
    "success", "confirmationRequired", "disambiguation", "needsValue", "notRequired", "unsupported",
  ]

  private static func parameter(
    _ name: String, _ shape: String, _ value: BodySchema
  ) -> Member {
    let schema = ObjectSchema(
      shape, "What a parameter has come to.",
      [
        .required(
          "result", .word(WordSchema(words: results, isOpen: true)), "SiriKit's name for it."),
        .optional("value", value, "The value to go on with, or to confirm."),
        .optional("values", .list(value), "The values to choose from."),
        .optional(
          "reason", .word(of: Refusal.Reason.self, isOpen: true), "Why it cannot be used."),
        .optional("message", .text(.any("expected 1 to 6 passengers, got 7")), "Why, for people."),
      ])
    return .optional(name, .object(schema), "What \(name) has come to.")
  }
}

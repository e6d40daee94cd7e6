import Rides

extension MessageType {
  /// The body of the answer: a failure if it has an `error`, else the requested values.
  package var responseSchema: ChoiceSchema {
    ChoiceSchema(member: "error", with: .failure, without: successSchema)
  }
}

/// The bodies of responses.
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

  /// The cancellation fee.
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

/// The resolution of each parameter of a request.
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

/// The bodies of messages that Livery publishes without a request.
extension RideStatusEvent {
  /// The body of an event.
  package static let schema = ObjectSchema(
    "rideStatusChanged", "One change of a ride: a CloudEvent 1.0 in structured mode.",
    [
      .required("specversion", .only("1.0"), "The version of CloudEvents."),
      .required(
        "id", .text(.any("lj5ags4lxxp7noxni56u6ztvx4/2")),
        "The same whenever the change is published again."),
      .required(
        "source", .text(.any("/livery/rides/lj5ags4lxxp7noxni56u6ztvx4")),
        "The ride, within which `sequence` counts."),
      .required("type", .only(type), "The type of the event."),
      .required("subject", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride."),
      .required("time", .text(.writtenInstant), "When the ride changed."),
      .required("datacontenttype", .only(ContentType.json), "What `data` is."),
      .required(
        "sequence", .text(TextSchema(example: "0000000002", patterns: ["^[0-9]{10,19}$"])),
        "The sequence of the ride as a text that sorts as the numbers do; without a gap."),
      .optional(
        "traceparent",
        .text(.any("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")),
        "The trace of the request, by W3C Trace Context."),
      .optional("tracestate", .text(.any("a=1")), "The state of that trace."),
      .optional(
        "askedvehicle", .text(.identifier("veh-3")), "The vehicle whose driver is asked."),
      .required("data", .object(.rideStatus), "The whole ride after the change."),
    ])
}

extension PaymentCommand.Operation {
  /// The `type` of the messages that ask for it.
  package var messageType: String { "payment.\(rawValue)" }

  /// The body of the command.
  package var schema: ObjectSchema {
    let amount: [ObjectSchema.Member] = [
      .required("amount", .text(.amount), "How much."),
      .required("currencyCode", .text(.currency), "The currency."),
    ]
    return ObjectSchema(
      "\(rawValue)Command", "A command to the payment system.",
      [
        .required(
          "key", .text(.any("lj5ags4lxxp7noxni56u6ztvx4:fare:\(rawValue):1")),
          "Two commands with the same key are to be done once."),
        .required("operation", .only(rawValue), "What is asked."),
        .required("rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride."),
      ] + (self == .void ? [] : amount) + [
        .required("paymentMethod", .object(.paymentMethod), "How it is paid."),
        .optional(
          "reference", .text(.any("auth-9")), "The payment system's name for the hold or payment."),
      ])
  }
}

import Rides

/// The bodies of reports, orders, results of payments and the fleet's own commands.
extension ObjectSchema {
  private static let ride = Member.required(
    "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")

  private static let vehicle = Member.required(
    "vehicleIdentifier", .text(.identifier("veh-3")), "The vehicle, as its operator calls it.")

  private static let position = ObjectSchema(
    "position", "Where a vehicle is.",
    coordinate + [
      .optional(
        "course", .number(NumberSchema(limit: 360, example: 90)),
        "Degrees clockwise from north; below 0 it is not known."),
      .optional(
        "timestamp", .text(.instant), "When it was there; the time of arrival where absent."),
    ])

  static let vehicleUpdate = ObjectSchema(
    "vehicleUpdate", "What a vehicle reports of itself; what has not changed may be left out.",
    [
      vehicle,
      .required(
        "sequence", .count(example: 1),
        "Counted by the vehicle; at most an hour ahead of the microseconds since 1970."),
      .optional("onDuty", .boolean, "Whether it takes rides."),
      .optional(
        "products", .array(.text(.identifier("suv")), 1...16), "What it drives for, by key."),
      .optional("capacity", .integer(1...64, example: 6), "How many passengers it holds."),
      .optional("location", .object(position), "Where it is."),
      .optional(
        "registrationPlate", .text(.line("LV 1003", atMost: TextLimit.name)), "Its plate."),
      .optional("manufacturer", .text(.line("Toyota", atMost: TextLimit.name)), "Who made it."),
      .optional("model", .text(.line("Sienna", atMost: TextLimit.name)), "Which one it is."),
      .optional("mapAnnotationImage", .text(.link), "The picture that stands for it on a map."),
      .optional("driver", .object(.driver), "Who drives it."),
    ])

  static let rideUpdate = ObjectSchema(
    "rideUpdate", "What a driver reports of a ride.",
    [
      ride, vehicle,
      .required("event", .word(of: RideReport.self), "What has happened."),
      .required("occurredAt", .text(.instant), "When, by the clock of the vehicle."),
      .optional("meteredFare", .object(.unsignedMoney), "What the meter shows at the end."),
    ])

  static let refund = ObjectSchema(
    "refund", "An order to give money back.",
    [
      ride, .required("amount", .object(.positiveMoney), "How much."),
      .required("reason", .text(.lines("detour", atMost: TextLimit.place)), "Why, in words."),
    ])

  static let settlement = ObjectSchema(
    "settlement", "What a ride owes was paid otherwise, or is let go.",
    [
      ride,
      .required(
        "reason", .text(.lines("paid in cash at the office", atMost: TextLimit.place)),
        "How, in words."),
      .optional(
        "fare", .object(.unsignedMoney), "What the meter should have shown, where it is held."),
    ])

  static let paymentResult = ObjectSchema(
    "paymentResult", "What a payment system answers to a command.",
    [
      ride,
      .required(
        "key",
        .text(.line("lj5ags4lxxp7noxni56u6ztvx4:fare:capture:1", atMost: TextLimit.place)),
        "The key of the command."),
      .required("outcome", .word(of: PaymentResult.Outcome.self), "What has become of it."),
      .optional(
        "reference", .text(.line("pay-17", atMost: TextLimit.place)),
        "The payment system's name for the hold or the payment."),
      .optional(
        "message", .text(.lines("3-D Secure", atMost: TextLimit.comment)),
        "For a person who looks into it."),
    ])

  static let rideDue = ObjectSchema("rideDue", "A ride whose time has come.", [ride])

  static let updatesDue = ObjectSchema(
    "updatesDue", "An observer whose time has come.",
    [
      ride,
      .required(
        "replyTo", .text(.line("replies-1", atMost: ShortString.limit)), "The observer's queue."),
      .optional(
        "correlationIdentifier",
        .text(
          TextSchema(
            example: "c-1", maximumBytes: ShortString.limit, patterns: [#"^[^\x00]*$"#])),
        "The observer's correlation id."),
      .optional("wasRefused", .boolean, "Whether the queue has refused the last message."),
    ])
}

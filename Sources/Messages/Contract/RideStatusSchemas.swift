import Rides

/// What Livery writes of a ride.
extension ObjectSchema {
  static let rideStatus = ride(
    "rideStatus", "A ride as it stands.",
    phase: .required(
      "phase", .word(of: RidePhase.self), "How far the ride has come; a closed list."))

  /// What a confirmation shows.
  static let prospect = ride(
    "prospectiveRide", "The ride that a booking would create; it does not exist yet.",
    phase: .required("phase", .only("unknown"), "What no booked ride has."))

  private static func ride(_ name: String, _ summary: String, phase: Member) -> ObjectSchema {
    ObjectSchema(
      name, summary,
      [
        .required(
          "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride; opaque."),
        .required("riderIdentifier", .text(.identifier("rider-42")), "Who has booked it."),
        .required("sequence", .count(example: 2), "Counts the changes of the ride from 1 on."),
        phase,
        .required("updatedAt", .text(.writtenInstant), "When it changed last."),
        .optional("completionStatus", .object(completionStatus), "How it ended; absent before."),
        .optional("vehicle", .object(vehicle), "The vehicle that drives it."),
        .optional("driver", .object(shownDriver), "The person who drives it."),
      ] + trip)
  }

  private static let trip: [Member] = [
    .optional("estimatedPickupDate", .text(.writtenInstant), "When the vehicle comes."),
    .optional("estimatedDropOffDate", .text(.writtenInstant), "When the trip ends."),
    .optional(
      "estimatedPickupEndDate", .text(.writtenInstant), "Until when the vehicle waits."),
    .optional("scheduledPickupTime", .object(pickupWindow), "The window that was booked ahead."),
    .required("pickupLocation", .object(place), "Where the trip begins."),
    .optional("waypoints", .list(.object(place)), "Stops on the way; today there are none."),
    .optional("dropOffLocation", .object(place), "Where the trip ends."),
    .required("rideOption", .object(rideOption), "What was booked."),
    .optional(
      "userActivityForCancelingInApplication", .object(activity), "Where the app cancels it."),
    .optional(
      "additionalActionActivities", .list(.object(activity)), "What else the app does with it."),
  ]

  private static let completionStatus = ObjectSchema(
    "completionStatus", "How a ride ended, what was paid and what is still asked.",
    [
      .required(
        "outcome", .word(of: CompletionStatus.Outcome.self), "How it ended; a closed list."),
      .optional("payment", .object(payment), "What the ride costs."),
      .optional("refunds", .list(.object(transfer)), "What is given back."),
      .optional("tip", .object(transfer), "The newest tip."),
      .optional(
        "feedback", .list(.word(of: CompletionStatus.Feedback.self)), "What the rider is asked."),
      .optional("defaultTippingOptions", .list(.object(money)), "Tips to choose from."),
      .optional(
        "completionUserActivity", .object(activity), "Where the app takes what is outstanding."),
    ])

  private static let payment = ObjectSchema(
    "payment", "What a ride costs.",
    [
      .required(
        "state", .word(of: CompletionStatus.Payment.State.self), "Whether it has been paid."),
      .required("amount", .text(.amount), "How much."),
      .required("currencyCode", .text(.currency), "The currency."),
    ])

  private static let transfer = ObjectSchema(
    "transfer", "Money that moves after the ride.",
    [
      .required("state", .word(of: RideAccount.Order.State.self), "How far it has come."),
      .required("amount", .text(.amount), "How much."),
      .required("currencyCode", .text(.currency), "The currency."),
      .optional("isOverpayment", .boolean, "Whether it was taken in excess of the debt."),
    ])

  private static let vehicle = ObjectSchema(
    "vehicle", "The vehicle of a ride.",
    [
      .required("vehicleIdentifier", .text(.identifier("veh-3")), "Its operator's name for it."),
      .optional("location", .object(shownPosition), "Where it is."),
      .optional("registrationPlate", .text(.any("LV 1003")), "Its plate."),
      .optional("manufacturer", .text(.any("Toyota")), "Who made it."),
      .optional("model", .text(.any("Sienna")), "Which one it is."),
      .optional(
        "mapAnnotationImage", .text(.any("https://example.org/van.png")),
        "The picture that stands for it on a map."),
    ])

  private static let shownPosition = ObjectSchema(
    "vehicleLocation", "Where the vehicle of a ride is.",
    coordinate + [
      .optional(
        "course", .number(NumberSchema(minimum: 0, limit: 360, example: 90)),
        "Degrees clockwise from north."),
      .optional("timestamp", .text(.writtenInstant), "When it was there."),
    ])

  private static let shownDriver = ObjectSchema(
    "driver", "The person who drives.",
    [
      .required("name", .text(.any("Sam R.")), "What riders may call them."),
      .optional("rating", .text(.any("4.9")), "What riders have said."),
      .optional("phoneNumber", .text(.any("+13125550103")), "Absent once the ride has ended."),
      .optional("image", .text(.any("https://example.org/sam.png")), "A picture."),
    ])
}

// Written from Operations by Tests/Lab/messages: change that, not this.

import Rides

/// The bodies of what vehicles, payment systems and the operator's staff send.
enum DispatchSchemas {
  private static let vehicleIdentifier = ObjectSchema.Member.required(
    "vehicleIdentifier", .text(.identifier("veh-3")), "The vehicle, as its operator calls it.")
  private static let author = ObjectSchema.Member.required(
    "author", .text(.line("dispatcher-7", atMost: 128)),
    "Who decides, as the operator names its staff.")
  private static let rideIdentifier = ObjectSchema.Member.required(
    "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")

  static let vehicleUpdate = ObjectSchema(
    "vehicleUpdate", "What a vehicle reports of itself; what has not changed may be left out.",
    [
      vehicleIdentifier,
      .required(
        "sequence", .count(example: 1),
        "Counted by the vehicle; at most an hour ahead of the microseconds since 1970."),
      .optional("onDuty", .boolean, "Whether it takes rides."),
      .optional(
        "products", .array(.text(.identifier("suv")), 1...16), "What it drives for, by key."),
      .optional("capacity", .integer(1...64, example: 6), "How many passengers it holds."),
      .optional("location", .object(.position), "Where it is."),
      .optional(
        "odometer", .number(NumberSchema(minimum: 0, example: 48251300.5)),
        "The meters that it has driven so far; they count between two positions of a ride."),
      .optional("registrationPlate", .text(.printable("LV 1003")), "Its plate."),
      .optional("manufacturer", .text(.printable("Toyota")), "Who made it."),
      .optional("model", .text(.printable("Sienna")), "Which one it is."),
      .optional("mapAnnotationImage", .text(.link), "The picture that stands for it on a map."),
      .optional("driver", .object(.driver), "Who drives it."),
      .optional(
        "extras", .array(.object(.extraCount), 0...16),
        "What it has of the extras for which a vehicle is needed."),
      .optional(
        "countsFrom", .text(.instant),
        "When its present count began, as with a new phone; in each update of that count."),
    ])

  static let rideUpdate = ObjectSchema(
    "rideUpdate", "What a driver reports of a ride.",
    [
      rideIdentifier,
      vehicleIdentifier,
      .required("event", .word(of: RideReport.self), "What has happened."),
      .required("occurredAt", .text(.instant), "When, by the clock of the vehicle."),
      .optional("meteredFare", .object(.unsignedMoney), "What the meter shows at the end."),
      .optional(
        "tolls", .list(.object(.paidToll)),
        "The tolls and fees that were paid on the way, at the end."),
      .optional(
        "startCode", .text(.startCode),
        "What the rider was shown, with `started`, or with `ended` where no start was reported."),
    ])

  static let rideDue = ObjectSchema(
    "rideDue", "A ride whose time has come.",
    [
      rideIdentifier
    ])

  static let refund = ObjectSchema(
    "refund", "An order to give money back.",
    [
      rideIdentifier,
      .required("amount", .object(.positiveMoney), "How much."),
      .required("reason", .text(.lines("detour", atMost: 256)), "Why, in words."),
      .optional(
        "author", .text(.line("dispatcher-7", atMost: 128)),
        "Who decides, as the operator names its staff."),
    ])

  static let settlement = ObjectSchema(
    "settlement", "What a ride owes was paid otherwise, or is let go.",
    [
      rideIdentifier,
      .required(
        "reason", .text(.lines("paid in cash at the office", atMost: 256)), "How, in words."),
      .optional("fare", .object(.unsignedMoney), "The fare or fee, where it is held; 0 waives it."),
      .optional(
        "tolls", .list(.object(.paidToll)),
        "With a fare: the tolls of the ride, in the place of those that its driver has reported."),
      .optional(
        "author", .text(.line("dispatcher-7", atMost: 128)),
        "Who decides, as the operator names its staff."),
    ])

  static let paymentResult = ObjectSchema(
    "paymentResult", "What a payment system answers to a command.",
    [
      rideIdentifier,
      .required(
        "key", .text(.line("lj5ags4lxxp7noxni56u6ztvx4:fare:capture:1", atMost: 256)),
        "The key of the command."),
      .required("outcome", .word(of: PaymentResult.Outcome.self), "What has become of it."),
      .optional(
        "reference", .text(.line("pay-17", atMost: 256)),
        "The payment system's name for the hold or the payment."),
      .optional(
        "message", .text(.lines("3-D Secure", atMost: 1024)), "For a person who looks into it."),
    ])

  static let waiver = ObjectSchema(
    "waiver", "A fee for canceling or missing a ride that is let go.",
    [
      rideIdentifier,
      author,
      .required("reason", .text(.lines("the street was flooded", atMost: 256)), "Why, in words."),
    ])

  static let adjustment = ObjectSchema(
    "adjustment", "Another fare, or another fee, than the one that was billed.",
    [
      rideIdentifier,
      author,
      .required("reason", .text(.lines("the driver took a detour", atMost: 256)), "Why, in words."),
      .required(
        "fare", .object(.unsignedMoney),
        "What the ride costs, without charges of places, extras and tolls."),
      .optional(
        "tolls", .list(.object(.paidToll)),
        "The tolls of the ride, in the place of those that its driver has reported."),
    ])

  static let endOfRide = ObjectSchema(
    "endOfRide", "A ride that has ended, though its driver does not say so.",
    [
      rideIdentifier,
      author,
      .required(
        "reason", .text(.lines("the driver's phone is broken", atMost: 256)), "Why, in words."),
      .optional(
        "fare", .object(.unsignedMoney),
        "The cost, without charges of places, extras and tolls; else the agreed price."),
      .optional("tolls", .list(.object(.paidToll)), "With a fare: the tolls of the ride."),
    ])

  static let reassignment = ObjectSchema(
    "reassignment", "A ride that is to get another vehicle.",
    [
      rideIdentifier,
      author,
      .required("reason", .text(.lines("the vehicle stands still", atMost: 256)), "Why, in words."),
      .optional(
        "plannedVehicleIdentifier", .text(.identifier("veh-3")),
        "The vehicle that gets it before all others, if it can take it."),
    ])

  static let riderSOS = ObjectSchema(
    "riderSOS", "A rider who calls for help.",
    [
      .required(
        "riderIdentifier", .text(.identifier("rider-42")),
        "The person who asks, as the producer has authenticated them."),
      .optional(
        "locale", .text(.locale),
        "The language of the answer; the catalogue's where it is absent."),
      rideIdentifier,
      .optional("location", .object(.place), "Where the caller is."),
      .optional(
        "note", .text(.lines("the doors are locked", atMost: 512)), "What has happened, in words."),
    ])

  static let driverSOS = ObjectSchema(
    "driverSOS", "A driver who calls for help.",
    [
      rideIdentifier,
      vehicleIdentifier,
      .optional("location", .object(.place), "Where the caller is."),
      .optional(
        "note", .text(.lines("the doors are locked", atMost: 512)), "What has happened, in words."),
    ])

  static let vehiclePosition = ObjectSchema(
    "vehiclePosition", "Where a vehicle is: a report that may be lost, since a newer one follows.",
    [
      vehicleIdentifier,
      .required("sequence", .count(example: 2), "In the same count as `vehicle.update`."),
      .required("location", .object(.position), "Where it is."),
      .optional(
        "odometer", .number(NumberSchema(minimum: 0, example: 48251300.5)),
        "The meters that it has driven so far; they count between two positions of a ride."),
      .optional(
        "countsFrom", .text(.instant),
        "When its present count began, as `vehicle.update` says it."),
    ])
}

// Written from Objects by Tests/Lab/messages: change that, not this.

import Rides

/// The objects of requests and answers.
extension ObjectSchema {
  private static let rideIdentifier = ObjectSchema.Member.required(
    "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")

  static let driver = ObjectSchema(
    "driver", "The person who drives.",
    [
      .required("name", .text(.printable("Sam R.")), "What riders call them."),
      .optional("rating", .text(.printable("4.9")), "What riders have said."),
      .optional(
        "phoneNumber", .text(.phoneNumber), "Best in E.164; shown until the ride has ended."),
      .optional("image", .text(.link), "A picture."),
    ])

  static let extraCount = ObjectSchema(
    "extraCount", "So many of an extra.",
    [
      .required("extraIdentifier", .text(.identifier("childSeat")), "Its key."),
      .required("count", .integer(1...99, example: 1), "How many."),
    ])

  static let helpCall = ObjectSchema(
    "helpCall", "A call for help of a rider or a driver.",
    [
      .required("number", .count(example: 1), "Counts the calls of the ride from 1 on."),
      .required("caller", .word(of: HelpCall.Caller.self), "Who calls; a closed list."),
      .optional(
        "vehicleIdentifier", .text(.identifier("veh-3")), "The vehicle of the driver who calls."),
      .required("messageIdentifier", .text(.any("5f0a")), "The `message_id` of the call."),
      .required("calledAt", .text(.writtenInstant), "When the call came."),
      .optional("location", .object(.place), "Where the caller is, as the caller says."),
      .optional("note", .text(.any("the doors are locked")), "What has happened, in words."),
    ])

  static let paidToll = ObjectSchema(
    "paidToll", "A toll or a fee that was paid for the rider.",
    [
      .required(
        "tollIdentifier", .text(.line("skyway", atMost: 128)),
        "The toll, by its key in the catalogue."),
      .required("amount", .object(.positiveMoney), "What was paid."),
    ])

  static let paymentCommand = ObjectSchema(
    "paymentCommand", "A command to the payment system.",
    [
      .required(
        "key", .text(.any("lj5ags4lxxp7noxni56u6ztvx4:fare:capture:1")),
        "Two commands with the same key are to be done once."),
      .required("operation", .word(of: PaymentCommand.Operation.self), "What is asked."),
      rideIdentifier,
      .optional("amount", .text(.amount), "How much."),
      .optional("currencyCode", .text(.currency), "The currency."),
      .required("paymentMethod", .object(.paymentMethod), "How it is paid."),
      .optional(
        "reference", .text(.any("auth-9")), "The payment system's name for the hold or payment."),
    ])

  static let paymentMethod = ObjectSchema(
    "paymentMethod", "A way to pay.",
    [
      .required(
        "type", .word(of: PaymentMethod.Kind.self, isOpen: true), "What kind of method it is."),
      .optional("name", .text(.line("Apple Pay", atMost: 128)), "What people call it."),
      .optional(
        "identificationHint", .text(.line("4242", atMost: 128)),
        "What tells two methods of a kind apart, such as the last digits."),
      .optional(
        "token", .text(.line("pm_1", atMost: 2048)),
        "The payment system's name for the method; only the rider and that system are shown it."),
      .optional("expirationDate", .text(.instant), "From when on the method no longer pays."),
      .optional("image", .text(.link), "A picture of a method of the list."),
    ])

  static let position = ObjectSchema(
    "position", "Where a vehicle is.",
    [
      .required(
        "latitude", .number(NumberSchema(minimum: -90, maximum: 90, example: 41.8796)),
        "Degrees north of the equator, in WGS 84."),
      .required(
        "longitude", .number(NumberSchema(minimum: -180, maximum: 180, example: -87.6237)),
        "Degrees east of Greenwich, in WGS 84."),
      .optional(
        "course", .number(NumberSchema(limit: 360, example: 90)),
        "Degrees clockwise from north; below 0 it is not known."),
      .optional(
        "accuracyMetres", .number(NumberSchema(example: 8)),
        "How far it may be from there, in meters; below 0 it is not known."),
      .optional(
        "timestamp", .text(.instant), "When it was there; the time of arrival where absent."),
    ])

  static let positiveMoney = ObjectSchema(
    "positiveMoney", "An amount of money, more than nothing.",
    [
      .required("amount", .text(.positiveAmount), "A decimal number."),
      .required("currencyCode", .text(.currency), "The currency."),
    ])

  static let receiptPayment = ObjectSchema(
    "receiptPayment", "A payment by one means.",
    [
      .required(
        "means", .word(of: RideReceipt.Means.self, isOpen: true),
        "How it was paid: by a payment method, to the driver, or in another way after the ride."),
      .required("amount", .text(.amount), "How much."),
      .required("currencyCode", .text(.currency), "The currency."),
      .optional(
        "type", .word(of: PaymentMethod.Kind.self, isOpen: true), "What kind of method it is."),
      .optional("name", .text(.any("Apple Pay")), "What people call the method."),
      .optional(
        "identificationHint", .text(.any("4242")), "What tells two methods of a kind apart."),
    ])

  static let requestedPickup = ObjectSchema(
    "requestedPickup", "When a rider asks to be picked up.",
    [
      .required("start", .text(.instantOrLocalTime), "The earliest moment."),
      .optional("end", .text(.instantOrLocalTime), "The latest moment; the usual where absent."),
      .optional(
        "recurrenceRule", .anything, "Any value makes a pickup that repeats, which is refused."),
      .optional("timeZone", .anything, "Not read: the pickup has its own."),
    ])

  static let rideReceipt = ObjectSchema(
    "rideReceipt", "What a ride that has ended costs, and how it was paid.",
    [
      rideIdentifier,
      .required("riderIdentifier", .text(.identifier("rider-42")), "Who has booked it."),
      .required(
        "number", .count(example: 3),
        "Of two receipts of a ride the one with the higher number is newer."),
      .required(
        "outcome", .word(of: CompletionStatus.Outcome.self), "How the ride ended; a closed list."),
      .required("price", .object(.money), "The sum of the lines."),
      .optional(
        "fareLineItems", .list(.object(.fareLineItem)),
        "What it consists of: the fare, waiting, extras, charges, tolls, discounts, or a fee."),
      .optional("payments", .list(.object(.receiptPayment)), "What was paid of it."),
      .optional("outstanding", .object(.unsignedMoney), "What is not paid; absent where all is."),
      .optional(
        "overpaid", .object(.unsignedMoney), "What was taken in excess and is not given back yet."),
      .optional("tip", .object(.receiptPayment), "What the driver was given besides."),
      .optional("refunds", .list(.object(.unsignedMoney)), "What was given back."),
      .optional(
        "drivenMetres", .count(example: 27350),
        "How long the way with the rider was, where Livery has measured it."),
      .required("requestedAt", .text(.writtenInstant), "When the ride was booked."),
      .optional("arrivedAt", .text(.writtenInstant), "When the vehicle was at the pickup."),
      .optional("startedAt", .text(.writtenInstant), "When the trip began."),
      .optional("endedAt", .text(.writtenInstant), "When the trip ended."),
      .optional(
        "timeZone", .text(.any("America/Chicago")), "The time zone of the pickup, by IANA."),
    ])

  static let rideSos = ObjectSchema(
    "rideSos", "A call for help, and the ride.",
    [
      rideIdentifier,
      .required("riderIdentifier", .text(.identifier("rider-42")), "Who has booked it."),
      .required("phase", .word(of: RidePhase.self), "How far the ride had come; a closed list."),
      .required("call", .object(.helpCall), "The call."),
      .optional("vehicle", .object(.vehicleOfRide), "The vehicle of the ride, where it was last."),
      .optional("driver", .object(.driverOfRide), "The person who drives it."),
    ])

  static let sharedDriver = ObjectSchema(
    "sharedDriver", "The person who drives, as those with whom the ride is shared see them.",
    [
      .required("name", .text(.any("Sam")), "The first of their names."),
      .optional("image", .text(.any("https://example.org/sam.png")), "A picture."),
    ])

  static let sharedStatus = ObjectSchema(
    "sharedStatus", "A shared ride, without rider, money, phone numbers and start code.",
    [
      .required("phase", .word(of: RidePhase.self), "How far the ride has come; a closed list."),
      .required("updatedAt", .text(.writtenInstant), "When it changed last."),
      .optional("vehicle", .object(.vehicleOfRide), "The vehicle that drives it."),
      .optional("driver", .object(.sharedDriver), "The person who drives it."),
      .optional("estimatedPickupDate", .text(.writtenInstant), "When the vehicle comes."),
      .optional("estimatedDropOffDate", .text(.writtenInstant), "When the trip ends."),
      .optional("scheduledPickupTime", .object(.pickupWindow), "The window that was booked ahead."),
      .required("pickupLocation", .object(.place), "Where the trip begins."),
      .optional("waypoints", .list(.object(.place)), "Stops on the way, in their order."),
      .optional("dropOffLocation", .object(.place), "Where the trip ends."),
    ])

  static let unsignedMoney = ObjectSchema(
    "unsignedMoney", "An amount of money, nothing or more.",
    [
      .required("amount", .text(.unsignedAmount), "A decimal number."),
      .required("currencyCode", .text(.currency), "The currency."),
    ])

  static let vehicleAssignment = ObjectSchema(
    "vehicleAssignment", "What the vehicle of a ride is told.",
    [
      .required(
        "vehicleIdentifier", .text(.identifier("veh-3")), "The vehicle, which alone is told."),
      rideIdentifier,
      .required(
        "sequence", .count(example: 2),
        "The sequence of the ride: what has a lower one than was read already is old."),
      .required(
        "state", .word(of: VehicleAssignment.State.self),
        "Whether the vehicle drives the ride; a closed list."),
      .required("phase", .word(of: RidePhase.self), "How far the ride has come; a closed list."),
      .required("updatedAt", .text(.writtenInstant), "When the ride changed."),
      .required(
        "expiresAt", .text(.writtenInstant), "After this time the assignment is to be ignored."),
      .optional("riderName", .text(.any("Jane")), "The first name of whom the driver meets."),
      .optional(
        "riderPhone", .text(.any("+13125550177")),
        "Where they can be called, best by a masking number."),
      .optional("isGuest", .boolean, "Whether somebody else has booked and pays."),
      .optional("note", .text(.any("by the side door")), "What the driver should know."),
      .optional("partySize", .count(example: 3), "All passengers."),
      .optional("scheduledPickupTime", .object(.pickupWindow), "The window that was booked ahead."),
      .optional("pickupLocation", .object(.place), "Where the trip begins."),
      .optional("waypoints", .list(.object(.place)), "Stops on the way."),
      .optional("dropOffLocation", .object(.place), "Where the trip ends."),
      .optional("extras", .list(.object(.bookedExtra)), "What the rider has chosen."),
    ])

  static let vehicleLocation = ObjectSchema(
    "vehicleLocation", "Where the vehicle of a ride is.",
    [
      .required(
        "latitude", .number(NumberSchema(minimum: -90, maximum: 90, example: 41.8796)),
        "Degrees north of the equator, in WGS 84."),
      .required(
        "longitude", .number(NumberSchema(minimum: -180, maximum: 180, example: -87.6237)),
        "Degrees east of Greenwich, in WGS 84."),
      .optional(
        "course", .number(NumberSchema(minimum: 0, limit: 360, example: 90)),
        "Degrees clockwise from north."),
      .optional(
        "accuracyMetres", .number(NumberSchema(minimum: 0, example: 8)),
        "How far it may be from there, in meters; absent where its phone has not said it."),
      .optional("timestamp", .text(.writtenInstant), "When it was there."),
    ])
}

// Written from Operations by Tests/Lab/messages: change that, not this.

import Rides

extension MessageType {
  /// The body of a request.
  package var requestSchema: ObjectSchema {
    switch self {
    case .listRideOptionsResolve, .requestRideResolve: RequestSchemas.resolveRequest
    case .listRideOptionsConfirm, .listRideOptions: RequestSchemas.listRequest
    case .requestRideConfirm, .requestRide: RequestSchemas.booking
    case .cancelRideConfirm, .cancelRide: RequestSchemas.cancellation
    case .sendRideFeedbackConfirm, .sendRideFeedback: RequestSchemas.feedback
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates:
      RequestSchemas.statusRequest
    case .updatesDue: RequestSchemas.updatesDue
    case .vehicleUpdate: RequestSchemas.vehicleUpdate
    case .rideUpdate: RequestSchemas.rideUpdate
    case .rideDue: RequestSchemas.rideDue
    case .rideRefund: RequestSchemas.refund
    case .rideSettlement: RequestSchemas.settlement
    case .paymentResult: RequestSchemas.paymentResult
    case .getRideReceipt: RequestSchemas.receiptRequest
    case .listRides: RequestSchemas.ridesRequest
    }
  }

  /// The body of the answer to a request that succeeds.
  package var successSchema: ObjectSchema {
    switch self {
    case .listRideOptionsResolve, .requestRideResolve: .resolved
    case .listRideOptionsConfirm, .sendRideFeedbackConfirm, .sendRideFeedback, .updatesDue,
      .rideDue, .rideRefund, .rideSettlement, .paymentResult:
      .acknowledgement
    case .listRideOptions: .optionList
    case .requestRideConfirm: .prospectOrRide
    case .requestRide: .shownRide
    case .cancelRideConfirm, .cancelRide: .canceled
    case .getRideStatusConfirm, .getRideStatus, .stopUpdates: .foundRide
    case .startUpdates: .updates
    case .vehicleUpdate, .rideUpdate: .applied
    case .getRideReceipt: .receipt
    case .listRides: .rideList
    }
  }
}

/// The bodies of requests.
enum RequestSchemas {
  private static let wheelchairAccessible = ObjectSchema.Member.optional(
    "wheelchairAccessible", .boolean, "Whether only vehicles will do that carry a wheelchair.")
  private static let waypoints = ObjectSchema.Member.optional(
    "waypoints", .array(.object(.place), 0...3), "Stops on the way to the drop-off, in their order."
  )
  private static let riderIdentifier = ObjectSchema.Member.required(
    "riderIdentifier", .text(.identifier("rider-42")),
    "The person who asks, as the producer has authenticated them.")
  private static let locale = ObjectSchema.Member.optional(
    "locale", .text(.locale), "The language of the answer; the catalogue's where it is absent.")
  private static let rideIdentifier = ObjectSchema.Member.required(
    "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")

  static let listRequest = ObjectSchema(
    "listRequest", "A trip whose options are asked for.",
    [
      riderIdentifier,
      locale,
      .required("pickupLocation", .object(.place), "Where the trip begins."),
      .optional(
        "dropOffLocation", .object(.place),
        "Where the trip ends; while it is open only what has no price is listed."),
      wheelchairAccessible,
      waypoints,
    ])

  static let resolveRequest = ObjectSchema(
    "resolveRequest", "A request as far as it is known.",
    [
      riderIdentifier,
      locale,
      .optional(
        "parameters", .list(.word(of: RequestParameter.self)),
        "What is asked about; all where it is absent."),
      .optional("pickupLocation", .object(.place), "Where the trip begins."),
      .optional("dropOffLocation", .object(.place), "Where the trip ends."),
      .optional(
        "rideOptionName", .text(.line("SUV", atMost: 128)),
        "The option by its name in any locale of the catalogue."),
      .optional("optionIdentifier", .text(.identifier("suv")), "The option by its key."),
      .optional(
        "quoteIdentifier", .text(.line("q3.k1.A1Jpz9to", atMost: 2048)),
        "The quote of a list, which locks its price for its rider."),
      .optional(
        "partySize", .integer(example: 3), "All passengers; what no vehicle holds is refused."),
      .optional("paymentMethod", .object(.paymentMethod), "How it is paid; in cash where absent."),
      .optional("scheduledPickupTime", .object(.requestedPickup), "For a pickup later than now."),
      wheelchairAccessible,
      waypoints,
      .optional("maximumPrice", .anything, "Not read at this stage."),
      .optional("extras", .anything, "Not read at this stage."),
    ])

  static let booking = ObjectSchema(
    "booking", "A ride to be booked.",
    [
      riderIdentifier,
      locale,
      .required("pickupLocation", .object(.place), "Where the trip begins."),
      .optional("dropOffLocation", .object(.place), "Where the trip ends."),
      .optional(
        "rideOptionName", .text(.line("SUV", atMost: 128)),
        "The option by its name in any locale of the catalogue."),
      .optional("optionIdentifier", .text(.identifier("suv")), "The option by its key."),
      .optional(
        "quoteIdentifier", .text(.line("q3.k1.A1Jpz9to", atMost: 2048)),
        "The quote of a list, which locks its price for its rider."),
      .optional(
        "maximumPrice", .object(.positiveMoney),
        "The most that the rider agrees to pay: what costs more is not booked."),
      .optional(
        "partySize", .integer(example: 3), "All passengers; what no vehicle holds is refused."),
      .optional("paymentMethod", .object(.paymentMethod), "How it is paid; in cash where absent."),
      .optional("scheduledPickupTime", .object(.requestedPickup), "For a pickup later than now."),
      wheelchairAccessible,
      .optional(
        "extras", .array(.object(.extraCount), 0...16),
        "What is chosen of the option's extras, each once."),
      waypoints,
    ])

  static let cancellation = ObjectSchema(
    "cancellation", "A ride to be canceled.",
    [
      riderIdentifier,
      locale,
      rideIdentifier,
      .optional("reason", .text(.lines("changed my mind", atMost: 256)), "Why, in words."),
      .optional(
        "maximumCancellationFee", .object(.unsignedMoney),
        "The most that the rider agrees to pay: what costs more is not canceled."),
      .optional(
        "cause", .word(of: CancellationCause.self),
        "Why, of a closed list; the catalogue may set a fee for it."),
    ])

  static let feedback = ObjectSchema(
    "feedback", "What a rider says of a ride that was driven.",
    [
      riderIdentifier,
      locale,
      rideIdentifier,
      .optional("rating", .integer(0...10, example: 9), "From 0, the worst, to 10."),
      .optional("tip", .object(.positiveMoney), "What the driver is given."),
      .optional("comment", .text(.lines("swift and friendly", atMost: 1024)), "In words."),
    ], needsOneOf: ["rating", "tip"])

  static let statusRequest = ObjectSchema(
    "statusRequest", "A ride that is asked about.",
    [
      riderIdentifier,
      locale,
      .optional(
        "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")),
        "The ride; the rider's current one where it is absent."),
    ])

  static let updatesDue = ObjectSchema(
    "updatesDue", "An observer whose time has come.",
    [
      rideIdentifier,
      .required("replyTo", .text(.line("replies-1", atMost: 255)), "The observer's queue."),
      .optional("correlationIdentifier", .text(.correlation), "The observer's correlation id."),
      .optional("wasRefused", .boolean, "Whether the queue has refused the last message."),
    ])

  static let vehicleUpdate = ObjectSchema(
    "vehicleUpdate", "What a vehicle reports of itself; what has not changed may be left out.",
    [
      .required(
        "vehicleIdentifier", .text(.identifier("veh-3")), "The vehicle, as its operator calls it."),
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
      .required(
        "vehicleIdentifier", .text(.identifier("veh-3")), "The vehicle, as its operator calls it."),
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

  static let receiptRequest = ObjectSchema(
    "receiptRequest", "A ride whose receipt is asked for.",
    [
      riderIdentifier,
      locale,
      rideIdentifier,
    ])

  static let ridesRequest = ObjectSchema(
    "ridesRequest", "Which rides of a rider are asked for.",
    [
      riderIdentifier,
      locale,
      .optional(
        "phases", .list(.word(of: RidePhase.self)),
        "Only rides in these phases; all of them where it is absent."),
      .optional("bookedFrom", .text(.instant), "Only rides that were booked then or later."),
      .optional("bookedBefore", .text(.instant), "Only rides that were booked before."),
      .optional(
        "afterRideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")),
        "The last ride of the page before."),
      .optional(
        "maximumRides", .integer(1...20, example: 5), "How many at most, 10 where it is absent."),
    ])
}

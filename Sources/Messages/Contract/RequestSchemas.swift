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
    case .vehicleUpdate: DispatchSchemas.vehicleUpdate
    case .rideUpdate: DispatchSchemas.rideUpdate
    case .rideDue: DispatchSchemas.rideDue
    case .rideRefund: DispatchSchemas.refund
    case .rideSettlement: DispatchSchemas.settlement
    case .paymentResult: DispatchSchemas.paymentResult
    case .getRideReceipt: RequestSchemas.receiptRequest
    case .listRides: RequestSchemas.ridesRequest
    case .rideWaiver: DispatchSchemas.waiver
    case .rideAdjustment: DispatchSchemas.adjustment
    case .rideEnd: DispatchSchemas.endOfRide
    case .rideReassignment: DispatchSchemas.reassignment
    case .changeRideConfirm, .changeRide: RequestSchemas.rideChange
    case .shareRide: RequestSchemas.shareRequest
    case .getSharedStatus: RequestSchemas.sharedStatusRequest
    case .sos: DispatchSchemas.riderSOS
    case .rideSOS: DispatchSchemas.driverSOS
    case .vehiclePosition: DispatchSchemas.vehiclePosition
    }
  }

  /// The body of the answer to a request that succeeds.
  package var successSchema: ObjectSchema {
    switch self {
    case .listRideOptionsResolve, .requestRideResolve: .resolved
    case .listRideOptionsConfirm, .sendRideFeedbackConfirm, .sendRideFeedback, .updatesDue,
      .rideDue, .rideRefund, .rideSettlement, .paymentResult, .rideWaiver, .rideAdjustment,
      .rideEnd, .rideReassignment, .sos, .rideSOS:
      .acknowledgement
    case .listRideOptions: .optionList
    case .requestRideConfirm, .changeRideConfirm: .prospectOrRide
    case .requestRide, .changeRide: .shownRide
    case .cancelRideConfirm, .cancelRide: .canceled
    case .getRideStatusConfirm, .getRideStatus, .stopUpdates: .foundRide
    case .startUpdates: .updates
    case .vehicleUpdate, .rideUpdate, .vehiclePosition: .applied
    case .getRideReceipt: .receipt
    case .listRides: .rideList
    case .shareRide: .sharedRide
    case .getSharedStatus: .foundShare
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
  private static let rideIdentifier = ObjectSchema.Member.required(
    "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")
  private static let riderIdentifier = ObjectSchema.Member.required(
    "riderIdentifier", .text(.identifier("rider-42")),
    "The person who asks, as the producer has authenticated them.")
  private static let locale = ObjectSchema.Member.optional(
    "locale", .text(.locale), "The language of the answer; the catalogue's where it is absent.")

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
      .optional("riderName", .anything, "Not read at this stage."),
      .optional("riderPhone", .anything, "Not read at this stage."),
      .optional("guestName", .anything, "Not read at this stage."),
      .optional("guestPhone", .anything, "Not read at this stage."),
      .optional("note", .anything, "Not read at this stage."),
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
      .optional(
        "riderName", .text(.printable("Jane Roe")),
        "The rider; the driver is told the first word."),
      .optional("riderPhone", .text(.phoneNumber), "Where the driver can call the rider."),
      .optional("guestName", .text(.printable("Max")), "Who rides in the place of the rider."),
      .optional("guestPhone", .text(.phoneNumber), "Where the driver can call that guest."),
      .optional(
        "note", .text(.lines("by the side door", atMost: 256)), "What the driver should know."),
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

  static let rideChange = ObjectSchema(
    "rideChange", "What is changed of a ride; what is absent stays as it is.",
    [
      riderIdentifier,
      locale,
      rideIdentifier,
      .optional(
        "pickupLocation", .object(.place),
        "Where the trip begins, before a vehicle has been asked."),
      .optional("dropOffLocation", .object(.place), "Where the trip ends."),
      .optional(
        "waypoints", .array(.object(.place), 0...3),
        "All stops on the way, in their order; none where it is empty."),
      .optional(
        "scheduledPickupTime", .object(.requestedPickup),
        "When the pickup is, of a ride that is booked ahead."),
      .optional(
        "maximumPrice", .object(.positiveMoney),
        "The most that the rider agrees to pay; what the ride costs already where it is absent."),
    ])

  static let shareRequest = ObjectSchema(
    "shareRequest", "A ride that others may follow.",
    [
      riderIdentifier,
      locale,
      rideIdentifier,
    ])

  static let sharedStatusRequest = ObjectSchema(
    "sharedStatusRequest", "A shared ride that is asked about.",
    [
      .required(
        "shareToken", .text(.line("s1.k1.c2xqNWFn", atMost: 1024)),
        "The token that the rider has passed on.")
    ])
}

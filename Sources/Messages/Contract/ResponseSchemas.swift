// Written from Answers by Tests/Lab/messages: change that, not this.

import Rides

/// The bodies of answers and events.
extension ObjectSchema {
  private static let subject = ObjectSchema.Member.required(
    "subject", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride.")
  private static let traceparent = ObjectSchema.Member.optional(
    "traceparent", .text(.any("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")),
    "The trace of the request, by W3C Trace Context.")
  private static let code = ObjectSchema.Member.required(
    "code", .word(of: ResponseCode.self), "SiriKit's name for how it went; a closed list.")

  static let acknowledgement = ObjectSchema(
    "acknowledgement", "The answer that says how it went and no more.",
    [
      code
    ])

  static let applied = ObjectSchema(
    "applied", "The answer to a report.",
    [
      code,
      .optional("applied", .boolean, "Whether it was newer than what was known."),
    ])

  static let canceled = ObjectSchema(
    "canceledRide", "What canceling costs.",
    [
      code,
      .required("rideStatus", .object(.rideStatus), "The ride as it stands."),
      .optional(
        "cancellationFee", .object(.money), "What can be taken, or was; absent for nothing."),
      .optional("cancellationFeeThreshold", .text(.writtenInstant), "Before which it is free."),
    ])

  package static let error = ObjectSchema(
    "error", "Why a request was not carried out.",
    [
      .required(
        "reason", .word(of: ErrorReason.self, isOpen: true),
        "Why, for programs; treat one that you do not know by `retry`."),
      .required("message", .text(.any("expected a string, got a number")), "Why, for people."),
      .optional(
        "prompt", .text(.any("We do not drive there yet")),
        "Words of the catalogue for the rider."),
      .optional(
        "path", .text(.any("pickupLocation.latitude")),
        "The member, the property (`message_id`) or the header (`headers.deadline`) at fault."),
      .optional("price", .object(.money), "The price now, where it is above the `maximumPrice`."),
      .required(
        "retry", .word(of: RetryAdvice.Action.self),
        "Whether to send it again, and with which `message_id`; a closed list."),
      .optional("retryAfterSeconds", .count(example: 30), "When to try again."),
    ])

  static let failure = ObjectSchema(
    "failure", "The answer to what was not carried out.",
    [
      code,
      .required("error", .object(.error), "Why not."),
      .optional("rideStatus", .object(.rideStatus), "The ride that there is all the same."),
      .optional(
        "cancellationFee", .object(.money), "What can be taken, or was; absent for nothing."),
      .optional("cancellationFeeThreshold", .text(.writtenInstant), "Before which it is free."),
    ])

  static let foundRide = ObjectSchema(
    "foundRide", "A ride, or that there is none.",
    [
      code,
      .optional("rideStatus", .object(.rideStatus), "The ride; absent where there is none."),
    ])

  static let foundShare = ObjectSchema(
    "foundShare", "A shared ride.",
    [
      code,
      .required("sharedStatus", .object(.sharedStatus), "The ride as who follows it may see it."),
    ])

  static let optionList = ObjectSchema(
    "optionList", "The options of a trip.",
    [
      code,
      .required("expirationDate", .text(.writtenInstant), "Until when the quotes count."),
      .required(
        "rideOptions", .array(.object(listedOption), 1...Int.max), "What can be had, best first."),
      .optional("paymentMethods", .list(.object(.paymentMethod)), "How it can be paid."),
    ])

  static let prospectOrRide = ObjectSchema(
    "prospectOrRide", "What a booking would make; or the ride, where it was booked already.",
    [
      code,
      .required("rideStatus", .either([prospect, rideStatus]), "The ride."),
    ])

  static let receipt = ObjectSchema(
    "receipt", "The receipt of a ride that has ended.",
    [
      code,
      .required("receipt", .object(.rideReceipt), "The receipt."),
    ])

  static let resolutions = ObjectSchema(
    "resolutions", "What was asked about has a member each.",
    [
      .optional(
        "pickupLocation", .object(.resolution("placeResolution", .object(.place))),
        "What pickupLocation has come to."),
      .optional(
        "dropOffLocation", .object(.resolution("placeResolution", .object(.place))),
        "What dropOffLocation has come to."),
      .optional(
        "rideOptionName", .object(.resolution("optionResolution", .text(.any("Sedan")))),
        "What rideOptionName has come to."),
      .optional(
        "partySize", .object(.resolution("partySizeResolution", .integer(example: 3))),
        "What partySize has come to."),
      .optional(
        "scheduledPickupTime", .object(.resolution("pickupResolution", .object(.pickupWindow))),
        "What scheduledPickupTime has come to."),
      .optional(
        "paymentMethod", .object(.resolution("paymentResolution", .object(.paymentMethod))),
        "What paymentMethod has come to."),
    ])

  static let resolved = ObjectSchema(
    "resolved", "What each parameter has come to.",
    [
      code,
      .required("resolutions", .object(.resolutions), "By parameter, those asked about."),
      .optional("rideStatus", .object(.rideStatus), "The ride that the request has made already."),
    ])

  static let rideList = ObjectSchema(
    "rideList", "A page of the rides of a rider.",
    [
      code,
      .optional(
        "rides", .list(.object(.rideStatus)), "The rides, those that were booked last first."),
      .required("hasMore", .boolean, "Whether another page follows."),
    ])

  static let rideReceiptIssued = ObjectSchema(
    "rideReceiptIssued", "A receipt of a ride: a CloudEvent 1.0 in structured mode.",
    [
      .required("specversion", .only("1.0"), "The version of CloudEvents."),
      .required(
        "id", .text(.any("lj5ags4lxxp7noxni56u6ztvx4/receipt/3")),
        "The same whenever the receipt is published again; its last part is the `number`."),
      .required("source", .text(.any("/livery/rides/lj5ags4lxxp7noxni56u6ztvx4")), "The ride."),
      .required("type", .only("livery.ride.receipt.v1"), "The type of the event."),
      subject,
      .required("time", .text(.writtenInstant), "When the ride came to cost this."),
      .required("datacontenttype", .only("application/json"), "What `data` is."),
      traceparent,
      .optional("tracestate", .text(.any("a=1")), "The state of that trace."),
      .required("data", .object(.rideReceipt), "The whole receipt."),
    ])

  static let rideSosCalled = ObjectSchema(
    "rideSosCalled", "A call for help: a CloudEvent 1.0 in structured mode.",
    [
      .required("specversion", .only("1.0"), "The version of CloudEvents."),
      .required(
        "id", .text(.any("lj5ags4lxxp7noxni56u6ztvx4/sos/1")),
        "The same whenever the call is published again; its last part is the `number`."),
      .required("source", .text(.any("/livery/rides/lj5ags4lxxp7noxni56u6ztvx4")), "The ride."),
      .required("type", .only("livery.ride.sos.v1"), "The type of the event."),
      subject,
      .required("time", .text(.writtenInstant), "When the call came."),
      .required("datacontenttype", .only("application/json"), "What `data` is."),
      traceparent,
      .optional("tracestate", .text(.any("a=1")), "The state of that trace."),
      .required("data", .object(.rideSos), "The call, and the ride."),
    ])

  static let rideStatusChanged = ObjectSchema(
    "rideStatusChanged", "One change of a ride: a CloudEvent 1.0 in structured mode.",
    [
      .required("specversion", .only("1.0"), "The version of CloudEvents."),
      .required(
        "id", .text(.any("lj5ags4lxxp7noxni56u6ztvx4/2")),
        "The same whenever the change is published again."),
      .required(
        "source", .text(.any("/livery/rides/lj5ags4lxxp7noxni56u6ztvx4")),
        "The ride, within which `sequence` counts."),
      .required("type", .only("livery.ride.status-changed.v1"), "The type of the event."),
      subject,
      .required("time", .text(.writtenInstant), "When the ride changed."),
      .required("datacontenttype", .only("application/json"), "What `data` is."),
      .required(
        "sequence", .text(TextSchema(example: "0000000002", patterns: [#"^[0-9]{10,19}$"#])),
        "The sequence of the ride as a text that sorts as the numbers do; without a gap."),
      traceparent,
      .optional("tracestate", .text(.any("a=1")), "The state of that trace."),
      .optional("askedvehicle", .text(.identifier("veh-3")), "The vehicle whose driver is asked."),
      .required("data", .object(.rideStatus), "The whole ride after the change."),
    ])

  static let sharedRide = ObjectSchema(
    "sharedRide", "What lets others follow a ride until it ends.",
    [
      code,
      .required(
        "shareToken", .text(.any("s1.k1.c2xqNWFn")),
        "What to pass on: who has it can follow the ride."),
    ])

  static let shownRide = ObjectSchema(
    "shownRide", "A ride.",
    [
      code,
      .required("rideStatus", .object(.rideStatus), "The ride as it stands."),
    ])

  static let updates = ObjectSchema(
    "updates", "A ride that is followed.",
    [
      code,
      .optional("rideStatus", .object(.rideStatus), "The ride; absent where there is none."),
      .optional(
        "updatesUntil", .text(.writtenInstant), "Until when it is followed; in the first answer."),
    ])
}

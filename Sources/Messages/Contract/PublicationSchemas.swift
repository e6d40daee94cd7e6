import Rides

/// What Livery publishes by itself.
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

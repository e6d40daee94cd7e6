import Rides

/// The objects that several messages share.
extension ObjectSchema {
  static let place = ObjectSchema(
    "place", "A place: a point on the earth, and what people call it.",
    coordinate + [
      .optional(
        "accuracyMetres", .number(NumberSchema(minimum: 0, example: 65)),
        "How far the place may be from the point, in meters; exact where it is absent."),
      .optional("name", .text(.lines("Art Institute", atMost: CharacterLimit.place)), "Its name."),
      .optional(
        "addressLines",
        .array(.text(.lines("111 S Michigan Ave", atMost: CharacterLimit.place)), 0...16),
        "The lines of its address."),
      .optional("locality", .text(.lines("Chicago", atMost: CharacterLimit.place)), "The city."),
      .optional(
        "administrativeArea", .text(.lines("IL", atMost: CharacterLimit.place)),
        "The state or province."),
      .optional(
        "postalCode", .text(.lines("60603", atMost: CharacterLimit.place)), "The postal code."),
      .optional(
        "isoCountryCode", .text(.lines("US", atMost: CharacterLimit.place)),
        "The country by ISO 3166-1 alpha-2."),
      .optional(
        "timeZone", .text(.lines("America/Chicago", atMost: CharacterLimit.place)),
        "The time zone by its IANA name."),
    ])

  /// The members `latitude` and `longitude`.
  static let coordinate: [Member] = [
    .required(
      "latitude", .number(NumberSchema(minimum: -90, maximum: 90, example: 41.8796)),
      "Degrees north of the equator, in WGS 84."),
    .required(
      "longitude", .number(NumberSchema(minimum: -180, maximum: 180, example: -87.6237)),
      "Degrees east of Greenwich, in WGS 84."),
  ]

  static let money = amount("money", "An amount of money.", .amount)
  static let unsignedMoney = amount(
    "unsignedMoney", "An amount of money, nothing or more.", .unsignedAmount)
  static let positiveMoney = amount(
    "positiveMoney", "An amount of money, more than nothing.", .positiveAmount)

  private static func amount(_ name: String, _ summary: String, _ text: TextSchema) -> ObjectSchema
  {
    ObjectSchema(
      name, summary,
      [
        .required("amount", .text(text), "A decimal number."),
        .required("currencyCode", .text(.currency), "The currency."),
      ])
  }

  static let paymentMethod = ObjectSchema(
    "paymentMethod", "A way to pay.",
    [
      .required(
        "type", .word(of: PaymentMethod.Kind.self, isOpen: true),
        "What kind of method it is."),
      .optional("name", .text(.line("Apple Pay", atMost: TextLimit.name)), "What people call it."),
      .optional(
        "identificationHint", .text(.line("4242", atMost: TextLimit.name)),
        "What tells two methods of a kind apart, such as the last digits."),
      .optional(
        "token", .text(.line("pm_1", atMost: TextLimit.token)),
        "The payment system's name for the method; only the rider and that system are shown it."),
      .optional(
        "expirationDate", .text(.instant), "From when on the method no longer pays."),
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

  static let pickupWindow = ObjectSchema(
    "pickupWindow", "When a vehicle comes that was booked ahead.",
    [
      .required("start", .text(.writtenInstant), "The earliest moment."),
      .required("end", .text(.writtenInstant), "The latest moment."),
      .optional(
        "timeZone", .text(.any("America/Chicago")), "The time zone of the pickup, an IANA name."),
    ])

  static let position = ObjectSchema(
    "position", "Where a vehicle is.",
    coordinate + [
      .optional(
        "course", .number(NumberSchema(limit: 360, example: 90)),
        "Degrees clockwise from north; below 0 it is not known."),
      .optional(
        "timestamp", .text(.instant), "When it was there; the time of arrival where absent."),
    ])

  static let driver = ObjectSchema(
    "driver", "The person who drives.",
    [
      .required("name", .text(.printable("Sam R.")), "What riders call them."),
      .optional("rating", .text(.printable("4.9")), "What riders have said."),
      .optional(
        "phoneNumber", .text(.phoneNumber), "Best in E.164; shown until the ride has ended."),
      .optional("image", .text(.link), "A picture."),
    ])
}

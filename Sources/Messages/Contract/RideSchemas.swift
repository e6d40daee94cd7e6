// Written from Objects by Tests/Lab/messages: change that, not this.

import Rides

/// The objects that describe a ride.
extension ObjectSchema {
  static let bookedExtra = ObjectSchema(
    "bookedExtra", "What was chosen to a ride; its price is among the lines.",
    [
      .required(
        "extraIdentifier", .text(.identifier("childSeat")), "Its key, the same in each locale."),
      .required(
        "name", .text(.any("Child seat")), "What people call it, in the locale of the ride."),
      .required("count", .integer(1 ... .max, example: 1), "How many."),
    ])

  static let completionStatus = ObjectSchema(
    "completionStatus", "How a ride ended, what was paid and what is still asked.",
    [
      .required(
        "outcome", .word(of: CompletionStatus.Outcome.self), "How it ended; a closed list."),
      .optional(
        "cause", .word(of: CancellationCause.self),
        "Why it was canceled or missed, if that is known; a closed list."),
      .optional(
        "atFault", .word(of: FaultParty.self),
        "Who is at fault for that, by rules; a closed list, with a cause only."),
      .optional(
        "causeText", .text(.any("No driver was free")),
        "The cause in words of the catalogue, in the rider's language."),
      .optional("payment", .object(.payment), "What the ride costs."),
      .optional("refunds", .list(.object(.transfer)), "What is given back."),
      .optional("tip", .object(.transfer), "The newest tip."),
      .optional(
        "startedAt", .text(.writtenInstant),
        "When the trip began, if its driver has reported that."),
      .optional(
        "endedAt", .text(.writtenInstant),
        "When the trip ended; absent for a ride that was not driven."),
      .optional(
        "drivenMetres", .count(example: 27350),
        "How long the way with the rider was, where Livery has measured it."),
      .optional(
        "timeZone", .text(.any("America/Chicago")),
        "The time zone of the pickup, by IANA, of a ride that was driven."),
      .optional(
        "feedback", .list(.word(of: CompletionStatus.Feedback.self)), "What the rider is asked."),
      .optional("defaultTippingOptions", .list(.object(.money)), "Tips to choose from."),
      .optional(
        "completionUserActivity", .object(.userActivity),
        "Where the app takes what is outstanding."),
    ])

  static let driverOfRide = ObjectSchema(
    "driver", "The person who drives.",
    [
      .required("name", .text(.any("Sam R.")), "What riders may call them."),
      .optional("rating", .text(.any("4.9")), "What riders have said."),
      .optional("phoneNumber", .text(.any("+13125550103")), "Absent once the ride has ended."),
      .optional("image", .text(.any("https://example.org/sam.png")), "A picture."),
    ])

  static let fareLineItem = ObjectSchema(
    "fareLineItem", "A line of how a fare is composed.",
    [
      .required("title", .text(.any("Base charge")), "What people read."),
      .required(
        "kind", .word(of: FareLineItem.Kind.self, isOpen: true),
        "What the price is: the kinds `amount` and `discount` add up to the fare."),
      .required("price", .text(.amount), "The price; that of a discount is negative."),
      .required("currencyCode", .text(.currency), "Its currency."),
      .optional("sponsor", .text(.any("Airport Council")), "Who bears a discount."),
    ])

  static let money = ObjectSchema(
    "money", "An amount of money.",
    [
      .required("amount", .text(.amount), "A decimal number."),
      .required("currencyCode", .text(.currency), "The currency."),
    ])

  static let offeredExtra = ObjectSchema(
    "offeredExtra", "What a rider may choose to an option, at its own price.",
    [
      .required(
        "extraIdentifier", .text(.identifier("childSeat")), "Its key, the same in each locale."),
      .required(
        "name", .text(.any("Child seat")), "What people call it, in the locale of the answer."),
      .required("price", .text(.amount), "The price of one."),
      .required("currencyCode", .text(.currency), "Its currency."),
      .required("atMost", .integer(1 ... .max, example: 2), "How many of it a ride may have."),
    ])

  static let partySizeOption = ObjectSchema(
    "partySizeOption", "The price for parties of some sizes.",
    [
      .required("partySize", .object(.partySizeRange), "The sizes."),
      .required("sizeDescription", .text(.any("2-3 people")), "The sizes in words."),
      .required("priceRange", .object(.priceRange), "The price."),
      .optional("fareLineItems", .list(.object(.fareLineItem)), "How this price is composed."),
    ])

  static let partySizeRange = ObjectSchema(
    "partySizeRange", "Sizes of a party, both ends included.",
    [
      .required("minimum", .integer(1 ... .max, example: 2), "The smallest."),
      .optional(
        "maximum", .integer(1 ... .max, example: 3), "The largest; absent up to the capacity."),
    ])

  static let payment = ObjectSchema(
    "payment", "What a ride costs.",
    [
      .required(
        "state", .word(of: CompletionStatus.Payment.State.self), "Whether it has been paid."),
      .required("amount", .text(.amount), "How much."),
      .required("currencyCode", .text(.currency), "The currency."),
    ])

  static let pickupWindow = ObjectSchema(
    "pickupWindow", "When a vehicle comes that was booked ahead.",
    [
      .required("start", .text(.writtenInstant), "The earliest moment."),
      .required("end", .text(.writtenInstant), "The latest moment."),
      .optional(
        "timeZone", .text(.any("America/Chicago")), "The time zone of the pickup, an IANA name."),
    ])

  static let place = ObjectSchema(
    "place", "A place: a point on the earth, and what people call it.",
    [
      .required(
        "latitude", .number(NumberSchema(minimum: -90, maximum: 90, example: 41.8796)),
        "Degrees north of the equator, in WGS 84."),
      .required(
        "longitude", .number(NumberSchema(minimum: -180, maximum: 180, example: -87.6237)),
        "Degrees east of Greenwich, in WGS 84."),
      .optional(
        "accuracyMetres", .number(NumberSchema(minimum: 0, example: 65)),
        "How far the place may be from the point, in meters; exact where it is absent."),
      .optional("name", .text(.lines("Art Institute", atMost: 256)), "Its name."),
      .optional(
        "addressLines", .array(.text(.lines("111 S Michigan Ave", atMost: 256)), 0...16),
        "The lines of its address."),
      .optional("locality", .text(.lines("Chicago", atMost: 256)), "The city."),
      .optional("administrativeArea", .text(.lines("IL", atMost: 256)), "The state or province."),
      .optional("postalCode", .text(.lines("60603", atMost: 256)), "The postal code."),
      .optional(
        "isoCountryCode", .text(.lines("US", atMost: 256)), "The country by ISO 3166-1 alpha-2."),
      .optional(
        "timeZone", .text(.lines("America/Chicago", atMost: 256)),
        "The time zone by its IANA name."),
    ])

  static let priceRange = ObjectSchema(
    "priceRange", "A price, where both are the same, or the bounds of one.",
    [
      .optional("minimumPrice", .text(.amount), "The least."),
      .optional("maximumPrice", .text(.amount), "The most."),
      .required("currencyCode", .text(.currency), "The currency of both."),
    ])

  static let rideOption = ObjectSchema(
    "rideOption", "An option as a ride has it.",
    [
      .required("name", .text(.any("SUV")), "What people call it, in the locale of the answer."),
      .required("optionIdentifier", .text(.identifier("suv")), "Its key, the same in each locale."),
      .optional("estimatedPickupDate", .text(.writtenInstant), "When a vehicle could come."),
      .optional("priceRange", .object(.priceRange), "The price; absent by the meter."),
      .required("usesMeteredFare", .boolean, "Whether a meter makes the price."),
      .optional(
        "specialPricing", .text(.any("High demand")), "Why the price is higher than usual."),
      .optional(
        "specialPricingMultiplier",
        .text(TextSchema(example: "1.50", patterns: [#"^[0-9]+(\.[0-9]+)?$"#])),
        "How many times the usual price it is."),
      .optional("disclaimerMessage", .text(.any("Tolls are extra")), "What people have to know."),
      .optional("fareLineItems", .list(.object(.fareLineItem)), "How the price is composed."),
      .required("wheelchairAccessible", .boolean, "Whether it carries a wheelchair."),
      .optional("capacity", .integer(1 ... .max, example: 6), "How many passengers it carries."),
      .optional("luggage", .count(example: 2), "How many pieces of luggage it carries."),
      .optional("image", .text(.any("https://example.org/suv.png")), "A picture."),
      .optional(
        "estimatedPriceRange", .object(.priceRange),
        "What the meter is likely to show; no promise."),
    ])

  static let listedOption = ObjectSchema(
    "listedOption", "An option as a list offers it.",
    rideOption.members + [
      .optional(
        "quoteIdentifier", .text(.any("q3.k1.A1Jpz9to")),
        "What locks the price of a list until it expires; opaque."),
      .optional(
        "availablePartySizeOptionsSelectionPrompt", .text(.any("Choose a party size")),
        "What to ask where there are several sizes."),
      .optional(
        "availablePartySizeOptions", .list(.object(.partySizeOption)), "The prices by party size."),
      .optional(
        "extras", .list(.object(.offeredExtra)),
        "What the rider may choose to it; none in the app's own options."),
      .optional(
        "userActivityForBookingInApplication", .object(.userActivity),
        "Where the option is booked in the operator's app alone."),
    ])

  static let rideStatus = ObjectSchema(
    "rideStatus", "A ride as it stands.",
    [
      .required(
        "rideIdentifier", .text(.identifier("lj5ags4lxxp7noxni56u6ztvx4")), "The ride; opaque."),
      .required("riderIdentifier", .text(.identifier("rider-42")), "Who has booked it."),
      .required("sequence", .count(example: 2), "Counts the changes of the ride from 1 on."),
      .required("phase", .word(of: RidePhase.self), "How far the ride has come; a closed list."),
      .required("updatedAt", .text(.writtenInstant), "When it changed last."),
      .optional("completionStatus", .object(.completionStatus), "How it ended; absent before."),
      .optional("vehicle", .object(.vehicleOfRide), "The vehicle that drives it."),
      .optional("driver", .object(.driverOfRide), "The person who drives it."),
      .optional(
        "startCode", .text(.startCode),
        "What the driver has to report to start the ride; only answers have it."),
      .optional(
        "isStartHeld", .boolean,
        "Whether too many wrong start codes were reported: the operator decides."),
      .optional("estimatedPickupDate", .text(.writtenInstant), "When the vehicle comes."),
      .optional("estimatedDropOffDate", .text(.writtenInstant), "When the trip ends."),
      .optional("estimatedPickupEndDate", .text(.writtenInstant), "Until when the vehicle waits."),
      .optional("scheduledPickupTime", .object(.pickupWindow), "The window that was booked ahead."),
      .optional(
        "remindedAt", .text(.writtenInstant),
        "When the rider was reminded of a pickup that is booked ahead."),
      .required("pickupLocation", .object(.place), "Where the trip begins."),
      .optional("waypoints", .list(.object(.place)), "Stops on the way, in their order."),
      .optional("dropOffLocation", .object(.place), "Where the trip ends."),
      .required("rideOption", .object(.rideOption), "What was booked."),
      .optional("extras", .list(.object(.bookedExtra)), "What the rider has chosen to it."),
      .optional(
        "userActivityForCancelingInApplication", .object(.userActivity),
        "Where the app cancels it."),
      .optional(
        "additionalActionActivities", .list(.object(.userActivity)),
        "What else the app does with it."),
    ])

  static let prospect = ObjectSchema(
    "prospectiveRide", "The ride that a booking would create; it does not exist yet.",
    rideStatus.members.map {
      $0.name == "phase"
        ? .required("phase", .only("unknown"), "What no booked ride has.") : $0
    })

  static let transfer = ObjectSchema(
    "transfer", "Money that moves after the ride.",
    [
      .required("state", .word(of: RideAccount.Order.State.self), "How far it has come."),
      .required("amount", .text(.amount), "How much."),
      .required("currencyCode", .text(.currency), "The currency."),
      .optional("isOverpayment", .boolean, "Whether it was taken in excess of the debt."),
    ])

  static let userActivity = ObjectSchema(
    "userActivity", "Something to go on with in the operator's app.",
    [
      .required(
        "activityType", .text(.any("org.example.rides.share")),
        "The name under which the app knows it."),
      .required("title", .text(.any("Share the ride")), "What people read."),
      .optional("userInfo", .map(.text(.any("lj5ags4lxxp7noxni56u6ztvx4"))), "What the app needs."),
    ])

  static let vehicleOfRide = ObjectSchema(
    "vehicle", "The vehicle of a ride.",
    [
      .required("vehicleIdentifier", .text(.identifier("veh-3")), "Its operator's name for it."),
      .optional("location", .object(.vehicleLocation), "Where it is."),
      .optional("registrationPlate", .text(.any("LV 1003")), "Its plate."),
      .optional("manufacturer", .text(.any("Toyota")), "Who made it."),
      .optional("model", .text(.any("Sienna")), "Which one it is."),
      .optional(
        "mapAnnotationImage", .text(.any("https://example.org/van.png")),
        "The picture that stands for it on a map."),
    ])
}

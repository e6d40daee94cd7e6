import Messages
import Rides

/// Values that many tests share, taken from the examples of the contract.
enum Samples {
  static let chicago = Place(coordinate: point(41.8786, -87.6251), name: "Art Institute")
  static let airport = Place(
    coordinate: point(41.9742, -87.9073), name: "O'Hare",
    addressLines: ["10000 W Balmoral Ave", "Terminal 1"], locality: "Chicago",
    administrativeArea: "IL", postalCode: "60666", isoCountryCode: "US",
    timeZone: "America/Chicago")

  static let now = instant("2026-11-21T05:04:00Z")

  static let list = ListRideOptionsIntent(
    riderIdentifier: RiderIdentifier("rider-42"), locale: "en_US", pickupLocation: chicago,
    dropOffLocation: airport)

  static let booking = RequestRideIntent(
    riderIdentifier: RiderIdentifier("rider-42"), locale: "en_US", pickupLocation: chicago,
    dropOffLocation: airport, rideOptionName: "SUV", optionIdentifier: ProductKey("suv"),
    quoteIdentifier: "q1.abc", partySize: 3,
    paymentMethod: PaymentMethod(kind: .credit, identificationHint: "4242", token: "pm_1"),
    scheduledPickupTime: RequestedPickup(
      start: .instant(instant("2026-11-22T13:00:00Z")),
      end: .instant(instant("2026-11-22T13:10:00Z"))))

  static let resolve = ResolveIntent(
    riderIdentifier: RiderIdentifier("rider-42"), parameters: [.rideOptionName, .partySize],
    pickupLocation: Place(coordinate: point(41.8786, -87.6251), accuracyMetres: 65),
    rideOptionName: "SUV",
    scheduledPickupTime: RequestedPickup(start: localTime("2026-11-22T07:00:00"), recurs: true))

  static let vehicleUpdate = VehicleUpdate(
    vehicleIdentifier: VehicleIdentifier("veh-7"), sequence: 17, onDuty: true,
    products: [ProductKey("suv")], capacity: 6, location: point(41.88, -87.63), course: 90,
    locatedAt: now, registrationPlate: "AB 1234", manufacturer: "Toyota", model: "Sienna",
    mapAnnotationImage: "https://example.org/van.png", driver: driver)

  static let driver = Driver(
    name: "Sam R.", rating: "4.9", phoneNumber: "+13125550100",
    image: "https://example.org/sam.png")

  static let report = RideUpdateReport(
    rideIdentifier: RideIdentifier("ride-9"), vehicleIdentifier: VehicleIdentifier("veh-7"),
    event: .arrived, occurredAt: instant("2026-11-21T05:05:00Z"))

  /// An option with tiers and lines, as tiered products have them.
  static func option(_ name: String, key: String) -> RideOption {
    RideOption(
      name: name, optionIdentifier: ProductKey(key), quoteIdentifier: "q1.abc",
      estimatedPickupDate: instant("2026-11-21T05:04:10Z"),
      priceRange: PriceRange(dollars(4175), dollars(4975)),
      availablePartySizeOptionsSelectionPrompt: "Choose a party size",
      availablePartySizeOptions: [
        tier(1, 1, "1 person", 4175), tier(2, 3, "2 or 3 people", 4575),
        tier(4, nil, "4 or more", 4975),
      ],
      fareLineItems: [
        FareLineItem(title: "Base charge", kind: .amount, price: dollars(500)),
        FareLineItem(title: "Airport", kind: .amount, price: dollars(400)),
        FareLineItem(title: "Promotion", kind: .discount, price: dollars(-100), sponsor: "Museum"),
      ])
  }

  static let metered = RideOption(
    name: "Taxi", optionIdentifier: ProductKey("taxi"), estimatedPickupDate: now, priceRange: nil,
    usesMeteredFare: true, specialPricing: "Night",
    specialPricingMultiplier: Multiplier(basisPoints: 15_000),
    disclaimerMessage: "Tolls are extra", isWheelchairAccessible: true,
    userActivityForBookingInApplication: UserActivity(
      activityType: "example.livery.book", title: "Choose the gate",
      userInfo: ["terminal": "1", "zone": "ohare"]))

  static let received = RideStatus(
    rideIdentifier: RideIdentifier("ride-9"), riderIdentifier: RiderIdentifier("rider-42"),
    sequence: 1, phase: .received, updatedAt: now, pickupLocation: chicago,
    rideOption: metered.booked,
    cancelingActivity: UserActivity(activityType: "org.example.cancel", title: "Cancel the ride"),
    additionalActivities: [
      UserActivity(
        activityType: "org.example.share", title: "Share", userInfo: ["rideIdentifier": "ride-9"])
    ])

  static let completed = RideStatus(
    rideIdentifier: RideIdentifier("ride-9"), riderIdentifier: RiderIdentifier("rider-42"),
    sequence: 6, phase: .completed, updatedAt: now,
    completionStatus: CompletionStatus(
      outcome: .completed,
      payment: CompletionStatus.Payment(state: .outstanding, amount: dollars(4175)),
      refunds: [
        CompletionStatus.Transfer(state: .declined, amount: dollars(100)),
        CompletionStatus.Transfer(state: .inProgress, amount: dollars(4175), isOverpayment: true),
      ], tip: CompletionStatus.Transfer(state: .declined, amount: dollars(500)),
      feedback: [.rate, .tip], defaultTippingOptions: [dollars(500), dollars(1000)],
      userActivity: UserActivity(activityType: "org.example.pay", title: "Pay")),
    vehicle: Vehicle(
      identifier: VehicleIdentifier("veh-7"), location: point(41.9742, -87.9073), course: 271.5,
      locatedAt: now, registrationPlate: "AB 1234", manufacturer: "Toyota", model: "Sienna",
      mapAnnotationImage: "https://example.org/van.png"),
    driver: driver, estimatedPickupDate: now, estimatedDropOffDate: now.advanced(bySeconds: 1800),
    estimatedPickupEndDate: now.advanced(bySeconds: 300),
    scheduledPickupTime: PickupWindow(start: now, end: now.advanced(bySeconds: 600)),
    pickupLocation: chicago, waypoints: [Place(coordinate: point(41.9, -87.7))],
    dropOffLocation: airport, rideOption: option("SUV", key: "suv").booked)

  static let ride: Ride = {
    var ride = unpromised
    ride.commitment = Ride.Commitment(
      since: now.advanced(bySeconds: 30), estimatedPickup: now.advanced(bySeconds: 240))
    return ride
  }()

  private static let unpromised = Ride(
    status: completed, area: "chicago", product: ProductKey("suv"), locale: "en_US", slot: 0,
    partySize: 3, paymentMethod: booking.paymentMethod, requiresAcceptance: true, createdAt: now,
    declinedBy: [VehicleIdentifier("veh-1"), VehicleIdentifier("veh-2")], routeSeconds: 1800,
    searchFrom: now, searchUntil: now.advanced(bySeconds: 1800), dropOuts: 1,
    arrivedAt: now.advanced(bySeconds: 300), startedAt: now.advanced(bySeconds: 360),
    endedAt: now.advanced(bySeconds: 2160),
    cancellationTerms: CancellationTerms(
      fee: dollars(500), threshold: now.advanced(bySeconds: 120), freeSeconds: 120,
      toleratedDelaySeconds: 240, missedPickupFee: dollars(700)),
    cancellation: Cancellation(
      actor: .user, reason: "changed my mind", requestedAt: now, fee: dollars(500),
      threshold: now.advanced(bySeconds: 150)),
    rating: 9, comment: "swift", ratingDueBy: now.advanced(bySeconds: 86_400), account: account)

  static let card = PaymentMethod(kind: .credit, identificationHint: "4242", token: "pm_1")

  static let capture = PaymentCommand(
    key: "\(completed.rideIdentifier):fare:capture:2", operation: .capture,
    rideIdentifier: completed.rideIdentifier,
    amount: dollars(500), method: card, reference: "auth-9")

  /// A fee whose second capture is awaited.
  static let account = RideAccount(
    rideIdentifier: completed.rideIdentifier, currency: dollars(0).currency,
    quotedMaximum: dollars(4175),
    bill: [
      RideAccount.BilledLine(
        item: FareLineItem(title: "Cancellation", kind: .amount, price: dollars(500)),
        account: .cancellationFees)
    ],
    charges: [
      Charge(
        rideIdentifier: completed.rideIdentifier, purpose: .fare, number: 1, method: card,
        goal: .capture(dollars(500)), requested: dollars(5010),
        attempts: [
          Charge.Attempt(
            operation: .authorize, number: 1, amount: dollars(5010), fate: .approved,
            timesAsked: 1, reference: "auth-9", heldUntil: now.advanced(bySeconds: 604_800)),
          Charge.Attempt(
            operation: .capture, number: 1, amount: dollars(500), target: 1, fate: .failed,
            timesAsked: 1),
          Charge.Attempt(
            operation: .capture, number: 2, amount: dollars(500), target: 1, fate: .asked,
            timesAsked: 1, nextDue: now.advanced(bySeconds: 30)),
        ])
    ],
    collected: dollars(0), settledOutside: dollars(0), refunds: [], transactionCount: 1,
    refundOrders: [
      RideAccount.Order(
        identifier: "m-7", amount: dollars(100), reason: "detour", state: .declined,
        isDeferred: true,
        requester: RideAccount.Order.Requester(replyTo: "console", correlationIdentifier: "c-7"),
        endedBy: "result-7")
    ])

  static let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  static let context = MessageContext(
    type: "request-ride.handle", messageIdentifier: "m-1", correlationID: "c-1",
    replyTo: "replies.gateway.a", requestedAt: now, traceparent: traceparent, tracestate: "a=1")

  private static func localTime(_ text: String) -> PickupTime {
    guard let local = LocalDateTime(text) else { preconditionFailure("no local time: \(text)") }
    return .local(local)
  }

  private static func tier(_ minimum: Int, _ maximum: Int?, _ words: String, _ cents: Int64)
    -> PartySizeOption
  {
    // The callers give a minimum of at least one, and no maximum below it.
    let range = PartySizeRange(minimum: minimum, maximum: maximum)!
    return PartySizeOption(
      partySize: range, sizeDescription: words, priceRange: PriceRange(price: dollars(cents)))
  }
}

func instant(_ text: String) -> Instant {
  guard let instant = Instant(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
  return instant
}

func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
  guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
    preconditionFailure("no coordinate: \(latitude), \(longitude)")
  }
  return point
}

func money(_ minorUnits: Int64, _ code: String) -> Money {
  guard let currency = Currency(code) else { preconditionFailure("no currency: \(code)") }
  return Money(minorUnits: minorUnits, currency: currency)
}

func dollars(_ cents: Int64) -> Money { money(cents, "USD") }

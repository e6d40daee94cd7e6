/// What the operator has decided for an area.
package struct Policies: Hashable, PolicyTable {
  /// The code that answers a booking without a vehicle (rules B3 to B5).
  package enum BookingCodes: String, Sendable, CaseIterable {
    /// `received` is `inProgress`, as SiriKit's sample has it.
    case classic
    /// `received` is `success`: SiriKit has deprecated `inProgress`.
    case modern
  }

  package var listExpirySeconds: Int
  package var unfinishedRidesPerRider: Int
  package var bookingCodes: BookingCodes
  /// How many options a list has at most (rule L2).
  package var maximumOptions = 8
  /// How far ahead pickups are booked; nil where they are for now only.
  package var scheduling: SchedulingPolicy?
  package var dispatch = DispatchPolicy()
  package var feedback = FeedbackPolicy()
  package var payment = PaymentPolicy()
  package var positions = PositionPolicy()
  package var app = AppPolicy()
  /// The catalogue's words for causes, which a quoter takes over from it.
  package internal(set) var causes: [CancellationCause: [String: String]] = [:]
  /// How far back a producer may date a request with `requested-at`.
  package var requestedAtReachSeconds = 300

  package static let rows: [PolicyRow<Self>] = [
    .number("listExpirySeconds", \.listExpirySeconds, 1...86_400, isNeeded: true),
    .number("unfinishedRidesPerRider", \.unfinishedRidesPerRider, 1...100, isNeeded: true),
    .number("maximumOptions", \.maximumOptions, 1...8),
    .number("requestedAtReachSeconds", \.requestedAtReachSeconds, 0...86_400),
  ]

  package init(listExpirySeconds: Int, unfinishedRidesPerRider: Int, bookingCodes: BookingCodes) {
    self.listExpirySeconds = listExpirySeconds
    self.unfinishedRidesPerRider = unfinishedRidesPerRider
    self.bookingCodes = bookingCodes
  }
}

/// How far ahead pickups can be booked.
package struct SchedulingPolicy: Hashable, PolicyTable {
  /// The least time between the request and the start of the window.
  package var minimumLeadSeconds = 900
  /// The most time between the request and the start of the window.
  package var maximumLeadSeconds = 2_592_000
  /// The length of a window without an end.
  package var windowSeconds = 600
  /// How long before the window its vehicle is sought and its payment is authorized.
  package var dispatchLeadSeconds = 1_200
  /// How many booked rides a rider can have whose search has not begun (rule A2).
  package var ridesAheadPerRider = 5
  /// How long before the window its rider is reminded of it, by an event; 0 is never.
  package var reminderSeconds = 0
  /// Whether its price is held at the booking and released at once, to check the payment method.
  package var checksPayment = false

  package static let rows: [PolicyRow<Self>] = [
    .number("minimumLeadSeconds", \.minimumLeadSeconds, 0...2_592_000),
    .number("maximumLeadSeconds", \.maximumLeadSeconds, 1...31_622_400),
    .number("windowSeconds", \.windowSeconds, 1...86_400),
    .number("dispatchLeadSeconds", \.dispatchLeadSeconds, 0...86_400),
    .number("ridesAheadPerRider", \.ridesAheadPerRider, 1...100),
    .number("reminderSeconds", \.reminderSeconds, 0...604_800),
    .truth("checksPayment", \.checksPayment),
  ]

  package init() {}

  /// When the rider of a pickup is reminded; nil where that is never, or past.
  func reminder(of window: PickupWindow?, at now: Instant) -> Instant? {
    guard reminderSeconds > 0, let window else { return nil }
    let time = window.start.advanced(bySeconds: -reminderSeconds)
    return time > now ? time : nil
  }
}

/// How long the service waits for vehicles, drivers and riders; each wait has a limit.
package struct DispatchPolicy: Hashable, PolicyTable {
  /// How long a vehicle is searched before the service cancels the ride, which is then free.
  package var searchSeconds = 1_800
  /// How long a driver has to accept; silence counts as `declined`.
  package var acceptanceSeconds = 60
  /// How long after the estimated pickup a vehicle that has not arrived loses the ride.
  package var pickupGraceSeconds = 1_800
  /// How long a vehicle is sure to wait after its arrival.
  package var pickupWaitSeconds = 300
  /// How many vehicles may drop out after they accepted; after one more the service cancels.
  package var maximumDropOuts = 3
  /// How long a vehicle that is late may come no nearer to the pickup before its estimate moves and
  /// canceling is free; 0 where that is not watched.
  package var stalledSeconds = 0
  /// After how long of that the ride is taken from it; 0 for never.
  package var stalledSearchSeconds = 0
  /// How long a vehicle may be silent at the pickup or on the trip before the operator is told; 0
  /// turns that off.
  package var silentSeconds = 0
  /// How much longer than expected a wait at the pickup or a trip may take before the operator is
  /// told, and told again.
  package var overdueSeconds = 14_400
  /// From what part of the usual time on, in percent, a trip ends of itself whose vehicle was seen
  /// at the drop-off; 0 where none does.
  package var endPercent = 0
  /// How long after it has dropped out of a ride a vehicle gets no new ride of the same rider.
  package var sameRiderSeconds = 0
  /// Whether the vehicles of rides are told what they drive (rule A19).
  package var informsVehicles = false
  /// How long such a message can be read.
  package var assignmentSeconds = 600
  /// What drivers call in the place of riders' own numbers; empty without a masking service.
  ///
  /// The operator's service connects each caller of a number by the rides of the moment.
  package var maskingNumbers: [String] = []
  /// By more than how much an estimate has to move for an event to tell it; 0 where none does.
  package var estimateShiftSeconds = 0

  package static let rows: [PolicyRow<Self>] = [
    .number("searchSeconds", \.searchSeconds, 1...86_400),
    .number("acceptanceSeconds", \.acceptanceSeconds, 1...86_400),
    .number("pickupGraceSeconds", \.pickupGraceSeconds, 1...86_400),
    .number("pickupWaitSeconds", \.pickupWaitSeconds, 1...86_400),
    .number("maximumDropOuts", \.maximumDropOuts, 0...100),
    .number("stalledSeconds", \.stalledSeconds, 0...86_400),
    .number("stalledSearchSeconds", \.stalledSearchSeconds, 0...86_400),
    .number("silentSeconds", \.silentSeconds, 0...86_400),
    .number("overdueSeconds", \.overdueSeconds, 1...604_800),
    .number("endPercent", \.endPercent, 0...1_000),
    .number("sameRiderSeconds", \.sameRiderSeconds, 0...86_400),
    .truth("informsVehicles", \.informsVehicles),
    .number("assignmentSeconds", \.assignmentSeconds, 1...86_400),
    .number("estimateShiftSeconds", \.estimateShiftSeconds, 0...86_400),
  ]

  package init() {}
}

/// What it costs a rider to cancel a ride of a product, or to miss it.
package struct CancellationPolicy: Hashable, Sendable {
  /// Taken when the rider cancels after the threshold.
  package var fee: Money
  /// How long after the booking, and after the commitment of each vehicle, cancelling is free; nil
  /// means that the fee applies from the commitment on.
  ///
  /// After a commitment that comes later than the booking it is `Ride.shownFreeSeconds` at least.
  /// For a scheduled pickup it is also free until `freeSecondsBeforePickup` before it.
  package var freeSeconds: Int?
  /// How long before the window of a scheduled pickup cancelling stops being free.
  package var freeSecondsBeforePickup: Int
  /// How much later than its committed estimate a vehicle may be before canceling is free.
  package var toleratedDelaySeconds: Int
  /// Charged if the rider does not appear.
  package var missedPickupFee: Money
  /// What the fees are called in a receipt, by locale; nil is in English.
  package var titles: [String: String]?
  package var missedPickupTitles: [String: String]?
  /// What some causes cost in the place of the fees, never more; the first that holds counts.
  package var fees: [CauseFee] = []

  /// The default tolerance.
  package static let usualToleratedDelaySeconds = 300

  package init(
    fee: Money, freeSeconds: Int?, freeSecondsBeforePickup: Int = 3_600,
    toleratedDelaySeconds: Int = usualToleratedDelaySeconds, missedPickupFee: Money,
    titles: [String: String]? = nil, missedPickupTitles: [String: String]? = nil
  ) {
    self.fee = fee
    self.freeSeconds = freeSeconds
    self.freeSecondsBeforePickup = freeSecondsBeforePickup
    self.toleratedDelaySeconds = toleratedDelaySeconds
    self.missedPickupFee = missedPickupFee
    self.titles = titles
    self.missedPickupTitles = missedPickupTitles
  }
}

/// The feedback of riders after a ride: ratings and tips (rules A7, A8).
package struct FeedbackPolicy: Hashable, PolicyTable {
  /// Whether a ride without a rating blocks its rider's next list and booking.
  package var isRatingRequired = false
  /// How long after the end feedback is accepted.
  package var windowSeconds = 86_400
  /// The tips that are suggested, in percent of the fare.
  package var tipPercentages = [10, 15, 20]
  /// The largest tip, in percent of the fare.
  package var tipLimitPercent = 200

  package static let rows: [PolicyRow<Self>] = [
    .truth("ratingRequired", \.isRatingRequired),
    .number("windowSeconds", \.windowSeconds, 1...31_622_400),
    .number("tipLimitPercent", \.tipLimitPercent, 0...1_000),
  ]

  package init() {}

  /// The suggested tips for a fare, each rounded once, half away from zero; without duplicates and
  /// zeros.
  package func tippingOptions(for fare: Money) -> [Money] {
    var options: [Money] = []
    for percent in tipPercentages {
      guard let tip = try? fare.share(percent: percent), tip.minorUnits > 0,
        !options.contains(tip)
      else { continue }
      options.append(tip)
    }
    return options
  }
}

/// What the operator's own app can do for a rider who is on the way.
package struct AppPolicy: Hashable, Sendable {
  /// Where a ride is canceled; clients of today cancel by the intent.
  package var cancellation: AppActivity?
  /// Such as to share the ride, or to call support.
  package var actions: [AppActivity]
  /// Where a payment is made that is outstanding after the ride.
  package var completion: AppActivity?

  package init(
    cancellation: AppActivity? = nil, actions: [AppActivity] = [], completion: AppActivity? = nil
  ) {
    self.cancellation = cancellation
    self.actions = actions
    self.completion = completion
  }
}

/// One activity of an app, by the app's name of it.
package struct AppActivity: Hashable, Sendable {
  package var activityType: String
  /// By locale.
  package var titles: [String: String]

  package init(activityType: String, titles: [String: String]) {
    self.activityType = activityType
    self.titles = titles
  }

  /// The activity for a ride, in the words of a locale.
  package func activity(for ride: RideIdentifier, locale: String) -> UserActivity {
    UserActivity(
      activityType: activityType, title: titles[locale] ?? "",
      userInfo: ["rideIdentifier": ride.rawValue])
  }
}

/// What the operator has decided for an area.
package struct Policies: Hashable, Sendable {
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
  package var maximumOptions: Int
  /// How far ahead pickups are booked; nil where they are for now only.
  package var scheduling: SchedulingPolicy?
  package var dispatch: DispatchPolicy
  package var feedback: FeedbackPolicy
  package var payment: PaymentPolicy
  package var positions: PositionPolicy
  package var app: AppPolicy
  /// How far back a producer may date a request with `requested-at`.
  package var requestedAtReachSeconds: Int

  package init(
    listExpirySeconds: Int, unfinishedRidesPerRider: Int, bookingCodes: BookingCodes,
    maximumOptions: Int = 8, scheduling: SchedulingPolicy? = nil,
    dispatch: DispatchPolicy = DispatchPolicy(), feedback: FeedbackPolicy = FeedbackPolicy(),
    payment: PaymentPolicy = PaymentPolicy(), positions: PositionPolicy = PositionPolicy(),
    app: AppPolicy = AppPolicy(), requestedAtReachSeconds: Int = 300
  ) {
    self.listExpirySeconds = listExpirySeconds
    self.unfinishedRidesPerRider = unfinishedRidesPerRider
    self.bookingCodes = bookingCodes
    self.maximumOptions = maximumOptions
    self.scheduling = scheduling
    self.dispatch = dispatch
    self.feedback = feedback
    self.payment = payment
    self.positions = positions
    self.app = app
    self.requestedAtReachSeconds = requestedAtReachSeconds
  }
}

/// How far ahead pickups can be booked.
package struct SchedulingPolicy: Hashable, Sendable {
  /// The least time between the request and the start of the window.
  package var minimumLeadSeconds: Int
  /// The most time between the request and the start of the window.
  package var maximumLeadSeconds: Int
  /// The length of a window without an end.
  package var windowSeconds: Int
  /// How long before the window its vehicle is sought and its payment is authorized.
  package var dispatchLeadSeconds: Int
  /// How many booked rides a rider can have whose search has not begun (rule A2).
  package var ridesAheadPerRider: Int

  package init(
    minimumLeadSeconds: Int = 900, maximumLeadSeconds: Int = 2_592_000, windowSeconds: Int = 600,
    dispatchLeadSeconds: Int = 1_200, ridesAheadPerRider: Int = 5
  ) {
    self.minimumLeadSeconds = minimumLeadSeconds
    self.maximumLeadSeconds = maximumLeadSeconds
    self.windowSeconds = windowSeconds
    self.dispatchLeadSeconds = dispatchLeadSeconds
    self.ridesAheadPerRider = ridesAheadPerRider
  }
}

/// How long the service waits for vehicles, drivers and riders; each wait has a limit.
package struct DispatchPolicy: Hashable, Sendable {
  /// How long a vehicle is searched before the service cancels the ride, which is then free.
  package var searchSeconds: Int
  /// How long a driver has to accept; silence counts as `declined`.
  package var acceptanceSeconds: Int
  /// How long after the estimated pickup a vehicle that has not arrived loses the ride.
  package var pickupGraceSeconds: Int
  /// How long a vehicle is sure to wait after its arrival.
  package var pickupWaitSeconds: Int
  /// How many vehicles may drop out after they accepted; after one more the service cancels.
  package var maximumDropOuts: Int

  package init(
    searchSeconds: Int = 1_800, acceptanceSeconds: Int = 60, pickupGraceSeconds: Int = 1_800,
    pickupWaitSeconds: Int = 300, maximumDropOuts: Int = 3
  ) {
    self.searchSeconds = searchSeconds
    self.acceptanceSeconds = acceptanceSeconds
    self.pickupGraceSeconds = pickupGraceSeconds
    self.pickupWaitSeconds = pickupWaitSeconds
    self.maximumDropOuts = maximumDropOuts
  }
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
package struct FeedbackPolicy: Hashable, Sendable {
  /// Whether a ride without a rating blocks its rider's next list and booking.
  package var isRatingRequired: Bool
  /// How long after the end feedback is accepted.
  package var windowSeconds: Int
  /// The tips that are suggested, in percent of the fare.
  package var tipPercentages: [Int]
  /// The largest tip, in percent of the fare.
  package var tipLimitPercent: Int

  package init(
    isRatingRequired: Bool = false, windowSeconds: Int = 86_400,
    tipPercentages: [Int] = [10, 15, 20], tipLimitPercent: Int = 200
  ) {
    self.isRatingRequired = isRatingRequired
    self.windowSeconds = windowSeconds
    self.tipPercentages = tipPercentages
    self.tipLimitPercent = tipLimitPercent
  }

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

import JSON
import Rides

// What a file does not say is as the types of the domain have it.
extension Node {
  var policies: Policies {
    let fields = fields(
      "listExpirySeconds", "unfinishedRidesPerRider", "bookingCodes", "maximumOptions",
      "scheduling", "dispatch", "feedback", "payment", "positions", "app",
      "requestedAtReachSeconds")
    var policies = Policies(
      listExpirySeconds: fields("listExpirySeconds").integer,
      unfinishedRidesPerRider: fields("unfinishedRidesPerRider").integer,
      bookingCodes: fields("bookingCodes").choice(Policies.BookingCodes.self, standIn: .classic))
    fields("maximumOptions").read(into: &policies.maximumOptions)
    policies.scheduling = fields("scheduling").ifPresent?.schedulingPolicy
    if let dispatch = fields("dispatch").ifPresent { policies.dispatch = dispatch.dispatchPolicy }
    if let feedback = fields("feedback").ifPresent { policies.feedback = feedback.feedbackPolicy }
    if let payment = fields("payment").ifPresent { policies.payment = payment.paymentPolicy }
    if let positions = fields("positions").ifPresent {
      policies.positions = positions.positionPolicy
    }
    if let app = fields("app").ifPresent { policies.app = app.appPolicy }
    fields("requestedAtReachSeconds").read(into: &policies.requestedAtReachSeconds)
    return policies
  }

  func cancellationPolicy(_ currency: Currency) -> CancellationPolicy {
    let fields = fields(
      "fee", "titles", "freeSeconds", "freeSecondsBeforePickup", "toleratedDelaySeconds",
      "missedPickupFee", "missedPickupTitles")
    var policy = CancellationPolicy(
      fee: fields("fee").money(currency),
      freeSeconds: fields("freeSeconds").ifPresent?.integer,
      missedPickupFee: fields("missedPickupFee").money(currency),
      titles: fields("titles").ifPresent?.texts,
      missedPickupTitles: fields("missedPickupTitles").ifPresent?.texts)
    fields("freeSecondsBeforePickup").read(into: &policy.freeSecondsBeforePickup)
    fields("toleratedDelaySeconds").read(into: &policy.toleratedDelaySeconds)
    return policy
  }

  private var schedulingPolicy: SchedulingPolicy {
    overwriting(
      SchedulingPolicy(),
      [
        "minimumLeadSeconds": \.minimumLeadSeconds, "maximumLeadSeconds": \.maximumLeadSeconds,
        "windowSeconds": \.windowSeconds, "dispatchLeadSeconds": \.dispatchLeadSeconds,
        "ridesAheadPerRider": \.ridesAheadPerRider,
      ])
  }

  private var dispatchPolicy: DispatchPolicy {
    overwriting(
      DispatchPolicy(),
      [
        "searchSeconds": \.searchSeconds, "acceptanceSeconds": \.acceptanceSeconds,
        "pickupGraceSeconds": \.pickupGraceSeconds, "pickupWaitSeconds": \.pickupWaitSeconds,
        "maximumDropOuts": \.maximumDropOuts,
      ])
  }

  private var feedbackPolicy: FeedbackPolicy {
    let fields = fields("ratingRequired", "windowSeconds", "tipPercentages", "tipLimitPercent")
    var policy = FeedbackPolicy()
    fields("ratingRequired").read(into: &policy.isRatingRequired)
    fields("windowSeconds").read(into: &policy.windowSeconds)
    if let percentages = fields("tipPercentages").ifPresent {
      policy.tipPercentages = percentages.array.map(\.integer)
    }
    fields("tipLimitPercent").read(into: &policy.tipLimitPercent)
    return policy
  }

  private var paymentPolicy: PaymentPolicy {
    overwriting(
      PaymentPolicy(),
      [
        "authorisationBufferPercent": \.authorizationBufferPercent,
        "retrySeconds": \.retrySeconds, "captureAttempts": \.captureAttempts,
        "meterTimesEstimate": \.meterTimesEstimate,
      ], ["methodRequired": \.isMethodRequired])
  }

  private var positionPolicy: PositionPolicy {
    overwriting(
      PositionPolicy(),
      [
        "pickupMetres": \.pickupMetres, "dropOffMetres": \.dropOffMetres,
        "maximumAgeSeconds": \.maximumAgeSeconds, "metresPerSecond": \.metresPerSecond,
      ])
  }

  private var appPolicy: AppPolicy {
    let fields = fields("cancellation", "actions", "completion")
    return AppPolicy(
      cancellation: fields("cancellation").ifPresent?.appActivity,
      actions: fields("actions").items.map(\.appActivity),
      completion: fields("completion").ifPresent?.appActivity)
  }

  private var appActivity: AppActivity {
    let fields = fields("activityType", "titles")
    return AppActivity(activityType: fields("activityType").string, titles: fields("titles").texts)
  }

  /// A policy of whole numbers and truths with those of the file in place of the defaults.
  private func overwriting<Policy>(
    _ defaults: Policy, _ numbers: KeyValuePairs<String, WritableKeyPath<Policy, Int>>,
    _ truths: KeyValuePairs<String, WritableKeyPath<Policy, Bool>> = [:]
  ) -> Policy {
    let fields = fields(truths.map(\.key) + numbers.map(\.key))
    var policy = defaults
    for (name, path) in truths { fields(name).read(into: &policy[keyPath: path]) }
    for (name, path) in numbers { fields(name).read(into: &policy[keyPath: path]) }
    return policy
  }

  /// Overwrites a number where the file has one.
  private func read(into number: inout Int) {
    if let node = ifPresent { number = node.integer }
  }

  /// Overwrites a truth where the file has one.
  private func read(into truth: inout Bool) {
    if let node = ifPresent { truth = node.boolean }
  }
}

extension Node {
  var travelModel: TravelModel {
    let fields = fields(
      "circuity", "metresPerSecond", "metresPerSecondByHour", "fixedSeconds", "fastRoads",
      "slowShare")
    return TravelModel(
      circuity: fields("circuity").number, metresPerSecond: fields("metresPerSecond").number,
      metresPerSecondByHour: fields("metresPerSecondByHour").ifPresent?.array.map(\.number),
      fixedSeconds: fields("fixedSeconds").ifPresent?.number ?? 0,
      fastRoads: fields("fastRoads").ifPresent?.fastRoads,
      slowShare: fields("slowShare").ifPresent?.number ?? 0)
  }

  private var fastRoads: TravelModel.FastRoads {
    let fields = fields("beyondMetres", "timesFaster")
    return TravelModel.FastRoads(
      beyondMetres: fields("beyondMetres").number, timesFaster: fields("timesFaster").number)
  }
}

extension Node {
  /// How the built-in payment system answers.
  var paymentScript: PaymentScript {
    let fields = fields("outcomes")
    return PaymentScript(lines: fields("outcomes").array.map(\.paymentLine))
  }

  private var paymentLine: PaymentScript.Line {
    let fields = fields("token", "type", "operation", "outcome", "attempts")
    let attempts = fields("attempts").ifPresent?.integer
    if let attempts, attempts < 1 {
      fields("attempts").report("expected at least 1, came \(attempts)")
    }
    return PaymentScript.Line(
      token: fields("token").ifPresent?.string,
      kind: fields("type").ifPresent?.choice(PaymentMethod.Kind.self, standIn: .unknown),
      operation: fields("operation").ifPresent?
        .choice(PaymentCommand.Operation.self, standIn: .authorize),
      outcome: fields("outcome").choice(PaymentResult.Outcome.self, standIn: .approved),
      attempts: attempts)
  }
}

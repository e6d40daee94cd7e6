import JSON
import Rides

// What a file does not say is as the types of the domain have it.
extension Node {
  var policies: Policies {
    let standIn = Policies(
      listExpirySeconds: 0, unfinishedRidesPerRider: 0, bookingCodes: .classic)
    var (policies, fields) = overwriting(
      standIn,
      besides: "bookingCodes", "scheduling", "dispatch", "feedback", "payment", "positions", "app")
    policies.bookingCodes = fields("bookingCodes")
      .choice(Policies.BookingCodes.self, standIn: .classic)
    policies.scheduling = fields("scheduling").ifPresent?.overwriting(SchedulingPolicy()).policy
    if let dispatch = fields("dispatch").ifPresent {
      policies.dispatch = dispatch.dispatchPolicy
    }
    if let feedback = fields("feedback").ifPresent { policies.feedback = feedback.feedbackPolicy }
    if let payment = fields("payment").ifPresent {
      policies.payment = payment.overwriting(policies.payment).policy
    }
    if let positions = fields("positions").ifPresent {
      policies.positions = positions.overwriting(policies.positions).policy
    }
    if let app = fields("app").ifPresent { policies.app = app.appPolicy }
    return policies
  }

  var wording: Wording {
    let fields = fields("errors", "causes")
    return Wording(
      errors: fields("errors").ifPresent?.wordTexts(Refusal.Reason.self) ?? [:],
      causes: fields("causes").ifPresent?.wordTexts(CancellationCause.self) ?? [:])
  }

  /// Texts for some words of a closed list.
  private func wordTexts<Word: RawRepresentable & CaseIterable & Hashable>(
    _ type: Word.Type
  ) -> [Word: [String: String]] where Word.RawValue == String {
    let fields = fields(Word.allCases.map(\.rawValue))
    return Dictionary(
      uniqueKeysWithValues: Word.allCases.compactMap { word in
        fields(word.rawValue).ifPresent.map { (word, $0.texts) }
      })
  }

  func cancellationPolicy(_ currency: Currency) -> CancellationPolicy {
    let fields = fields(
      "fee", "titles", "freeSeconds", "freeSecondsBeforePickup", "toleratedDelaySeconds",
      "missedPickupFee", "missedPickupTitles", "fees")
    var policy = CancellationPolicy(
      fee: fields("fee").money(currency),
      freeSeconds: fields("freeSeconds").ifPresent?.integer,
      missedPickupFee: fields("missedPickupFee").money(currency),
      titles: fields("titles").ifPresent?.texts,
      missedPickupTitles: fields("missedPickupTitles").ifPresent?.texts)
    fields("freeSecondsBeforePickup").read(into: &policy.freeSecondsBeforePickup)
    fields("toleratedDelaySeconds").read(into: &policy.toleratedDelaySeconds)
    policy.fees = fields("fees").items.map { $0.causeFee(currency) }
    return policy
  }

  private func causeFee(_ currency: Currency) -> CauseFee {
    let fields = fields("causes", "parties", "withinSeconds", "fee")
    return CauseFee(
      causes: fields("causes").restriction.map {
        $0.choice(CancellationCause.self, standIn: .plansChanged)
      },
      parties: fields("parties").restriction.map { $0.choice(FaultParty.self, standIn: .nobody) },
      withinSeconds: fields("withinSeconds").ifPresent?.integer,
      fee: fields("fee").money(currency))
  }

  private var dispatchPolicy: DispatchPolicy {
    var (policy, fields) = overwriting(DispatchPolicy(), besides: "maskingNumbers")
    if let numbers = fields("maskingNumbers").ifPresent {
      policy.maskingNumbers = numbers.array.map(\.string)
    }
    return policy
  }

  private var feedbackPolicy: FeedbackPolicy {
    var (policy, fields) = overwriting(FeedbackPolicy(), besides: "tipPercentages")
    if let percentages = fields("tipPercentages").ifPresent {
      policy.tipPercentages = percentages.array.map(\.integer)
    }
    return policy
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

  /// A policy with the numbers and truths of the file in place of its own, and all its fields, of
  /// which `others` are in no row.
  private func overwriting<Policy: PolicyTable>(
    _ defaults: Policy, besides others: String...
  ) -> (policy: Policy, fields: [String: Node]) {
    let fields = fields(Policy.rows.map(\.key) + others)
    var policy = defaults
    for row in Policy.rows {
      let node = fields(row.key)
      guard row.isNeeded || !node.isAbsent else { continue }
      switch row.place {
      case .number(let path, _): policy[keyPath: path] = node.integer
      case .truth(let path): policy[keyPath: path] = node.boolean
      }
    }
    return (policy, fields)
  }

  /// Overwrites a number where the file has one.
  private func read(into number: inout Int) {
    if let node = ifPresent { number = node.integer }
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

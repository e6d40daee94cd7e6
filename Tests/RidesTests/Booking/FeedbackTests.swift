import Rides
import Testing

@Suite("Feedback") struct FeedbackTests {
  static let ended = Fixture.now.advanced(bySeconds: 1_800)
  static let fare = Fixture.cents(4_175)
  static let method = PaymentMethod(kind: .credit, token: "pm_1")

  static func policies(isRatingRequired: Bool = false) -> Policies {
    Fixture.with(RideTests.policies) { $0.feedback.isRatingRequired = isRatingRequired }
  }

  /// A ride that ended at `ended`, whose fare was drawn from a card or collected by the driver.
  static func ride(
    fare: Money = fare, byCard: Bool = true, policies: Policies = policies()
  ) throws -> Ride {
    var ride = try RideTests.ride(in: .ongoing)
    if byCard {
      let held = try ride.account.book(
        [RideAccount.Hold(method: method, amount: fare)], quotedMaximum: nil, at: Fixture.now,
        policy: policies.payment)
      try answer(held, &ride)
    }
    ride.status.phase = .completed
    ride.endedAt = ended
    ride.status.updatedAt = ended
    let line = FareLineItem(title: "Fare", kind: .amount, price: fare)
    let effects = try ride.account.complete(
      [RideAccount.BilledLine(item: line, account: .fareRevenue)], at: ended,
      policy: policies.payment)
    try answer(effects, &ride)
    ride.status.completionStatus = CompletionStatus(
      outcome: .completed, payment: ride.account.payment)
    ride.askForFeedback(policies.feedback)
    return ride
  }

  /// Has the payment system approve all that it is asked.
  static func answer(_ effects: MoneyEffects, _ ride: inout Ride) throws {
    for command in effects.commands {
      _ = try ride.account.apply(
        PaymentResult(key: command.key, outcome: .approved), at: ended, policy: PaymentPolicy())
    }
  }

  /// Gives feedback so many seconds after the end.
  ///
  /// More than five parameters: each test names the two or three that it is about.
  static func give(
    _ rating: Int? = nil, tip: Int64? = nil, comment: String? = nil, on ride: inout Ride,
    asked: Int? = nil, at seconds: Int = 60
  ) throws(Refusal) -> MoneyEffects {
    try ride.record(
      Feedback(
        rating: rating, tip: tip.map(Fixture.cents), comment: comment,
        requestedAt: asked.map(ended.advanced(bySeconds:))),
      // Each that is taken is a message of its own.
      order: "m\(ride.status.sequence)", policies: policies(),
      at: ended.advanced(bySeconds: seconds))
  }

  @Test("A ride that has ended asks for a rating and suggests tips of its fare")
  func asks() throws {
    let completion = try #require(try Self.ride().status.completionStatus)
    #expect(completion.feedback == [.rate, .tip])
    // 10, 15 and 20 percent of 41.75, rounded half away from zero.
    #expect(completion.defaultTippingOptions == [418, 626, 835].map(Fixture.cents))
  }

  @Test("A driver who collected the fare collects tips too, and a free ride has no tip")
  func asksForNoTip() throws {
    for ride in [try Self.ride(byCard: false), try Self.ride(fare: Fixture.cents(0))] {
      #expect(ride.status.completionStatus?.feedback == [.rate])
      #expect(ride.status.completionStatus?.defaultTippingOptions == [])
    }
    var ride = try Self.ride(byCard: false)
    let refusal = #expect(throws: Refusal.self) { try Self.give(tip: 100, on: &ride) }
    #expect(refusal?.reason == .paymentMethodRequired && refusal?.path == "tip")
  }

  @Test(
    "A7: A rating and a tip leave the list of what is asked, each once", arguments: [true, false])
  func A7_once(isTipFirst: Bool) throws {
    var ride = try Self.ride()
    let before = ride.status.sequence
    if isTipFirst {
      let effects = try Self.give(tip: 500, comment: "thanks", on: &ride)
      #expect(effects.commands.map(\.amount) == [Fixture.cents(500)])
      #expect(ride.status.completionStatus?.feedback == [.rate])
      #expect(ride.status.completionStatus?.defaultTippingOptions == [])
    } else {
      #expect(try Self.give(9, comment: "thanks", on: &ride).isEmpty)
      #expect(ride.status.completionStatus?.feedback == [.tip])
      #expect(ride.status.completionStatus?.defaultTippingOptions.count == 3)
    }
    #expect(ride.status.sequence == before + 1)
    let once = ride
    for (rating, tip) in [isTipFirst ? (nil, 500) : (9, nil), (9, 500)] as [(Int?, Int64?)] {
      let refusal = #expect(throws: Refusal.self) { try Self.give(rating, tip: tip, on: &ride) }
      #expect(refusal?.reason == .feedbackAlreadyGiven)
      #expect(refusal?.path == (isTipFirst ? "tip" : "rating"))
      #expect(ride == once, "a message of which a part was given is refused whole")
    }
    _ = try Self.give(isTipFirst ? 0 : nil, tip: isTipFirst ? nil : 500, comment: "!", on: &ride)
    #expect(ride.status.completionStatus?.feedback == [])
    #expect(ride.rating == (isTipFirst ? 0 : 9) && ride.comment == "thanks\n!")
    try Self.answer(try Self.give(on: &ride), &ride)
  }

  @Test("A7: Both come in one message, which is one change")
  func A7_both() throws {
    var ride = try Self.ride()
    let before = ride.status.sequence
    try Self.answer(try Self.give(10, tip: 835, on: &ride), &ride)
    #expect(ride.status.sequence == before + 1)
    #expect(ride.rating == 10 && ride.status.completionStatus?.feedback == [])
    #expect(ride.obligation == nil)
  }

  @Test("A7: Only a completed ride accepts feedback", arguments: RidePhase.allCases)
  func A7_phases(phase: RidePhase) throws {
    guard phase != .completed else { return }
    let before = try RideTests.ride(in: phase)
    var ride = before
    let refusal = #expect(throws: Refusal.self) { try Self.give(9, on: &ride) }
    #expect(refusal?.reason == .rideNotCompleted && ride == before)
  }

  @Test(
    "A7: A canceled or missed ride accepts none",
    arguments: CompletionStatus.Outcome.allCases.filter { $0 != .completed })
  func A7_outcomes(outcome: CompletionStatus.Outcome) throws {
    var ride = try Self.ride()
    ride.status.completionStatus = CompletionStatus(outcome: outcome)
    let refusal = #expect(throws: Refusal.self) { try Self.give(9, on: &ride) }
    #expect(refusal?.reason == .rideNotCompleted)
    let before = ride
    ride.askForFeedback(Self.policies(isRatingRequired: true).feedback)
    #expect(ride == before)
  }

  /// When the user gave it and when we got to it, in seconds after the end; whether it is taken.
  static let times: [(asked: Int?, now: Int, isTaken: Bool)] = [
    (nil, 0, true), (nil, 86_399, true), (nil, 86_400, false), (86_399, 86_400, true),
    (86_399, 86_699, true), (86_399, 86_700, false), (-9, 60, true), (99_999, 60, true),
  ]

  @Test("A7: The window is judged by the moment the user gave it", arguments: times)
  func A7_window(asked: Int?, now: Int, isTaken: Bool) throws {
    var ride = try Self.ride()
    if isTaken {
      _ = try Self.give(9, on: &ride, asked: asked, at: now)
      #expect(ride.rating == 9)
    } else {
      let refusal = #expect(throws: Refusal.self) {
        try Self.give(9, on: &ride, asked: asked, at: now)
      }
      #expect(refusal?.reason == .feedbackTooLate && ride.rating == nil)
    }
  }

  @Test("A8: A tip is at most twice the fare", arguments: [1, 8_350, 8_351] as [Int64])
  func A8_limit(tip: Int64) throws {
    var ride = try Self.ride()
    guard tip > 8_350 else {
      _ = try Self.give(tip: tip, on: &ride)
      return
    }
    let refusal = #expect(throws: Refusal.self) { try Self.give(9, tip: tip, on: &ride) }
    #expect(refusal?.reason == .tipTooLarge && refusal?.path == "tip" && ride.rating == nil)
  }

  @Test("A8: A tip is in the ride's currency")
  func A8_currency() throws {
    var ride = try Self.ride()
    let yen = Money(minorUnits: 100, currency: try #require(Currency("JPY")))
    let refusal = #expect(throws: Refusal.self) {
      try ride.record(Feedback(tip: yen), order: "m", policies: Self.policies(), at: Self.ended)
    }
    #expect(refusal?.reason == .currencyUnsupported && refusal?.path == "tip")
  }

  @Test("A rating that is required is owed until it is given or its window ends")
  func obligation() throws {
    var ride = try Self.ride(policies: Self.policies(isRatingRequired: true))
    let end = Self.ended.advanced(bySeconds: 86_400)
    #expect(ride.obligation == .feedback)
    #expect(ride.obligation(at: end.advanced(bySeconds: -1)) == .feedback)
    #expect(ride.obligation(at: end) == nil)
    let owing = ride
    let lapses = [-1, 0, 1].map { ride.lapseFeedback(at: end.advanced(bySeconds: $0)) }
    #expect(lapses == [false, true, false])
    #expect(ride.obligation == nil && ride.status.completionStatus?.feedback == [])
    #expect(ride.status.sequence == owing.status.sequence + 1)
    ride = owing
    _ = try Self.give(tip: 500, on: &ride)
    #expect(ride.obligation == .feedback)
    _ = try Self.give(3, on: &ride)
    #expect(ride.obligation == nil)
  }

  @Test("A tip is of the fare before discounts, also where nothing is left to pay")
  func discounted() throws {
    let policies = Self.policies()
    var ride = try RideTests.ride(in: .ongoing)
    _ = try ride.account.book(
      [RideAccount.Hold(method: Self.method, amount: Fixture.cents(0))], quotedMaximum: nil,
      at: Fixture.now, policy: policies.payment)
    ride.status.phase = .completed
    ride.endedAt = Self.ended
    let lines = [
      (FareLineItem(title: "Fare", kind: .amount, price: Self.fare), LedgerAccount.fareRevenue),
      (FareLineItem(title: "Free", kind: .discount, price: Self.fare.negated), .discounts),
    ].map { RideAccount.BilledLine(item: $0.0, account: $0.1) }
    _ = try ride.account.complete(lines, at: Self.ended, policy: policies.payment)
    ride.status.completionStatus = CompletionStatus(outcome: .completed)
    ride.askForFeedback(policies.feedback)
    #expect(ride.account.total.minorUnits == 0)
    #expect(ride.status.completionStatus?.feedback == [.rate, .tip])
    #expect(
      ride.status.completionStatus?.defaultTippingOptions
        == policies.feedback.tippingOptions(for: Self.fare))
    let refusal = #expect(throws: Refusal.self) { try Self.give(tip: 8_351, on: &ride) }
    #expect(refusal?.reason == .tipTooLarge)
    let tip = try Self.give(tip: 300, on: &ride)
    #expect(tip.commands.count == 1)
  }

  @Test("No tip is suggested once the whole fare was given back", arguments: [100, 4_175])
  func givenBack(cents: Int64) throws {
    let policies = Self.policies()
    var ride = try Self.ride()
    let effects = try ride.account.refund(
      Fixture.cents(cents), reason: "a detour", order: "r", at: Self.ended,
      policy: policies.payment)
    try Self.answer(effects, &ride)
    let hasChanged = ride.showPayment(policies.feedback, declined: [], at: Self.ended)
    #expect(hasChanged)
    let completion = try #require(ride.status.completionStatus)
    #expect(completion.feedback == (cents == 100 ? [.rate, .tip] : [.rate]))
    #expect(completion.defaultTippingOptions.isEmpty == (cents != 100))
  }

  @Test("A9: What is not paid is owed before a rating, until it is settled")
  func A9_payment() throws {
    let policies = Self.policies(isRatingRequired: true)
    var ride = try RideTests.ride(in: .ongoing)
    _ = try ride.account.book(
      [RideAccount.Hold(method: Self.method, amount: Self.fare)], quotedMaximum: nil,
      at: Fixture.now, policy: policies.payment)
    #expect(ride.obligation == nil, "a ride that goes on owes nothing yet")
    ride.status.phase = .completed
    ride.endedAt = Self.ended
    let line = FareLineItem(title: "Fare", kind: .amount, price: Self.fare)
    let effects = try ride.account.complete(
      [RideAccount.BilledLine(item: line, account: .fareRevenue)], at: Self.ended,
      policy: policies.payment)
    ride.status.completionStatus = CompletionStatus(
      outcome: .completed, payment: ride.account.payment)
    ride.askForFeedback(policies.feedback)
    #expect(ride.status.completionStatus?.payment?.state == .outstanding)
    #expect(effects.commands.isEmpty)
    #expect(ride.obligation == .feedback, "what is on its way is not owed yet")
    var declined = ride
    _ = try declined.account.apply(
      PaymentResult(
        key: "\(ride.status.rideIdentifier):fare:authorise:1", outcome: .declined),
      at: Self.ended, policy: policies.payment)
    #expect(declined.obligation == .payment)
    try Self.answerHold(&ride)
    #expect(ride.obligation == .feedback && ride.account.payment?.state == .settled)
  }

  /// Has the payment system approve the hold, and the capture that follows.
  private static func answerHold(_ ride: inout Ride) throws {
    let key = "\(ride.status.rideIdentifier):fare:authorise:1"
    let held = try ride.account.apply(
      PaymentResult(key: key, outcome: .approved), at: ended, policy: PaymentPolicy())
    try answer(held, &ride)
  }
}

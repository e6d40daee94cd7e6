import RandomFixture
import Rides
import Testing

@Suite("Cancelling") struct CancellingTests {
  static let booked = Fixture.now
  static let fee = Fixture.cents(500)

  /// A ride that was booked at `booked` and costs 5.00 to cancel after two minutes, however late
  /// its vehicle is.
  static func ride(
    in phase: RidePhase = .confirmed, threshold: Int? = 120, fee: Money = fee
  ) throws -> Ride {
    var ride = try RideTests.ride(in: phase)
    ride.cancellationTerms = CancellationTerms(
      fee: fee, threshold: threshold.map(booked.advanced(bySeconds:)),
      toleratedDelaySeconds: 100_000, missedPickupFee: Fixture.cents(700))
    return ride
  }

  /// Cancels so many seconds after the booking.
  static func cancel(
    _ ride: inout Ride, by actor: Cancellation.Actor = .user, asked: Int? = nil, at seconds: Int,
    maximum: Money? = nil
  ) throws(Refusal) -> MoneyEffects {
    try ride.cancel(
      CancellationRequest(
        actor: actor, reason: "changed my mind",
        requestedAt: asked.map(booked.advanced(bySeconds:)), maximumFee: maximum),
      feeTitle: "Cancellation fee", policies: policies, at: booked.advanced(bySeconds: seconds))
  }

  /// A request may be dated back an hour.
  static let policies = Fixture.with(RideTests.policies) { $0.requestedAtReachSeconds = 3_600 }

  @Test(
    "A6: A rider cancels until aboard, the service until the drop-off, later nobody",
    arguments: RidePhase.allCases, Cancellation.Actor.allCases)
  func A6_phases(phase: RidePhase, actor: Cancellation.Actor) throws {
    let before = try Self.ride(in: phase)
    var ride = before
    let last: RidePhase = actor == .user ? .pickup : .ongoing
    guard phase.order <= last.order else {
      let refusal = #expect(throws: Refusal.self) {
        try Self.cancel(&ride, by: actor, at: 300)
      }
      #expect(refusal?.reason == .notCancelable)
      let shown = #expect(throws: Refusal.self) { try ride.shown(to: actor, at: 300) }
      #expect(shown?.reason == .notCancelable)
      #expect(ride == before)
      return
    }
    _ = try Self.cancel(&ride, by: actor, at: 300)
    #expect(ride.status.phase == .completed)
    #expect(
      ride.status.completionStatus?.outcome
        == (actor == .user ? .canceledByUser : .canceledByService))
    #expect(ride.status.sequence == before.status.sequence + 1)
    #expect(ride.status.updatedAt == Self.booked.advanced(bySeconds: 300))
    #expect(ride.status.vehicle == before.status.vehicle)
    #expect(ride.status.estimatedPickupEndDate == nil)
    #expect(!ride.isWaiting)
    #expect(ride.cancellation?.actor == actor && ride.cancellation?.reason == "changed my mind")
    let isCommitted = phase != .received
    #expect(ride.cancellation?.fee == (actor == .user && isCommitted ? Self.fee : nil))
  }

  /// When the user asked and when we got to it, in seconds after the booking; whether it costs.
  static let times: [(asked: Int?, now: Int, costs: Bool)] = [
    (nil, 119, false), (nil, 120, true), (nil, 121, true),
    (119, 119, false), (120, 120, true),
    // The message waited in its queue.
    (119, 600, false), (120, 600, true), (119, 3_718, false),
    // Longer ago than a producer may say: 119 counts as 3719 - 3600 = 119, then as 120.
    (119, 3_719, false), (119, 3_720, true), (0, 86_400, true),
    // Before the booking counts as the booking, after now as now.
    (-9_999, 60, false), (-9_999, 3_720, true), (9_999, 119, false), (9_999, 120, true),
  ]

  @Test("A6: The fee is judged by the moment the user asked, within bounds", arguments: times)
  func A6_requestedAt(asked: Int?, now: Int, costs: Bool) throws {
    var ride = try Self.ride()
    _ = try Self.cancel(&ride, asked: asked, at: now)
    #expect(ride.cancellation?.fee == (costs ? Self.fee : nil))
    let judged = try #require(ride.cancellation?.requestedAt)
    #expect(judged >= Self.booked && judged <= Self.booked.advanced(bySeconds: now))
  }

  @Test("A6: Without free time the fee applies from the commitment on, without terms never")
  func A6_terms() throws {
    var ride = try Self.ride(threshold: nil)
    #expect(
      try ride.shown(at: 0) == CancellationCost(fee: Self.fee, threshold: Self.booked))
    _ = try Self.cancel(&ride, at: 0)
    #expect(ride.cancellation?.fee == Self.fee)
    for terms in [
      nil,
      CancellationTerms(fee: .zero(Fixture.dollars), threshold: nil, missedPickupFee: Self.fee),
    ] {
      var free = try RideTests.ride(in: .confirmed)
      free.cancellationTerms = terms
      #expect(try free.shown(at: 0) == CancellationCost(fee: nil, threshold: nil))
      let effects = try Self.cancel(&free, at: 9_999)
      #expect(free.cancellation?.fee == nil && free.status.completionStatus?.payment == nil)
      #expect(effects.isEmpty)
    }
  }

  @Test("A6: The fee is shown while cancelling is free, with the moment that ends that")
  func A6_quote() throws {
    let ride = try Self.ride()
    let threshold = Self.booked.advanced(bySeconds: 120)
    #expect(
      try ride.shown(at: 60) == CancellationCost(fee: Self.fee, threshold: threshold))
    #expect(
      try ride.shown(to: .service, at: 60) == CancellationCost(fee: nil, threshold: nil))
  }

  @Test("A6: A fee above the agreed maximum is refused, and the ride continues")
  func A6_feeTooHigh() throws {
    let before = try Self.ride()
    for maximum in [-1, 0, 499] as [Int64] {
      var ride = before
      let refusal = #expect(throws: Refusal.self) {
        try Self.cancel(&ride, at: 300, maximum: Fixture.cents(maximum))
      }
      #expect(refusal?.reason == .cancellationFeeTooHigh)
      #expect(refusal?.path == "maximumCancellationFee")
      #expect(ride == before)
    }
  }

  @Test("A6: Up to the agreed maximum the fee is charged, and no more")
  func A6_feeWithin() throws {
    for (maximum, seconds, fee) in [(500, 300, 500), (501, 300, 500), (0, 60, 0)]
      as [(Int64, Int, Int64)]
    {
      var ride = try Self.ride()
      _ = try Self.cancel(&ride, at: seconds, maximum: Fixture.cents(maximum))
      #expect(ride.cancellation?.fee?.minorUnits ?? 0 == fee)
      #expect(ride.account.total.minorUnits == fee)
    }
  }

  @Test("A6: How far back a request may be dated is the catalogue's to say, five minutes if not")
  func A6_reach() throws {
    let policies = RideTests.policies
    for (now, isFree) in [(419, true), (420, false)] {
      var ride = try Self.ride()
      _ = try ride.cancel(
        CancellationRequest(actor: .user, requestedAt: Self.booked.advanced(bySeconds: 119)),
        feeTitle: "Fee", policies: policies, at: Self.booked.advanced(bySeconds: now))
      #expect((ride.cancellation?.fee == nil) == isFree)
    }
  }

  @Test("A6: A maximum in another currency is refused, and the ride continues")
  func A6_otherCurrency() throws {
    let before = try Self.ride()
    var ride = before
    let yen = Money(minorUnits: 500, currency: try #require(Currency("JPY")))
    let refusal = #expect(throws: Refusal.self) {
      try Self.cancel(&ride, at: 300, maximum: yen)
    }
    #expect(refusal?.reason == .currencyUnsupported && refusal?.path == "maximumCancellationFee")
    #expect(ride == before)
  }

  @Test("A fee without a payment method stays outstanding, one line of the receipt")
  func receipt() throws {
    var ride = try Self.ride()
    let effects = try Self.cancel(&ride, at: 300)
    #expect(
      ride.status.completionStatus?.payment
        == CompletionStatus.Payment(state: .outstanding, amount: Self.fee))
    #expect(effects.transactions.map(\.reason) == [.cancellationFee])
    let receipt = try #require(ride.account.receipt)
    #expect(receipt.lines.map(\.title) == ["Cancellation fee"] && receipt.price == Self.fee)
  }

  @Test("The fee is captured from the hold of the fare; the service releases all of it")
  func holds() throws {
    let policy = PaymentPolicy()
    for (actor, operation) in [
      (Cancellation.Actor.user, PaymentCommand.Operation.capture), (.service, .void),
    ] {
      var ride = try Self.ride()
      let method = PaymentMethod(kind: .credit, token: "pm_1")
      let held = try ride.account.book(
        [RideAccount.Hold(method: method, amount: Fixture.cents(4_175))], quotedMaximum: nil,
        at: Self.booked, policy: policy)
      _ = try ride.account.apply(
        PaymentResult(key: held.commands[0].key, outcome: .approved), at: Self.booked,
        policy: policy)
      let effects = try Self.cancel(&ride, by: actor, at: 300)
      #expect(effects.commands.map(\.operation) == [operation])
      #expect(effects.commands[0].amount == (actor == .user ? Self.fee : nil))
    }
  }

  @Test("What this actor has cancelled shows what that has cost, another actor's is refused")
  func again() throws {
    var ride = try Self.ride()
    _ = try Self.cancel(&ride, at: 300)
    #expect(ride.isCanceled(by: .user) && !ride.isCanceled(by: .service))
    #expect(
      try ride.shown(at: 900)
        == CancellationCost(
          fee: Self.fee, threshold: Self.booked.advanced(bySeconds: 120)))
    let refusal = #expect(throws: Refusal.self) { try ride.shown(to: .service, at: 900) }
    #expect(refusal?.reason == .notCancelable)
    let once = ride
    #expect(throws: Refusal.self) { try Self.cancel(&ride, at: 400) }
    #expect(ride == once)
  }

  @Test("A6: The charged fee is never above the shown one, for any terms and times")
  func A6_property() throws {
    var generator = SeededNumbers(seed: 6)
    let phases = RidePhase.allCases.filter { $0.order < RidePhase.ongoing.order }
    var taken = 0
    for round in 0..<2_000 {
      let actor: Cancellation.Actor = Bool.random(using: &generator) ? .user : .service
      var ride = try Self.ride(
        in: phases[.random(in: phases.indices, using: &generator)],
        threshold: Bool.random(using: &generator) ? nil : .random(in: 0...7_200, using: &generator),
        fee: Fixture.cents(.random(in: 0...900, using: &generator)))
      let now = Int.random(in: 0...90_000, using: &generator)
      let shown = try ride.shown(to: actor, at: Int.random(in: 0...now, using: &generator))
      _ = try Self.cancel(
        &ride, by: actor,
        asked: Bool.random(using: &generator)
          ? nil : .random(in: -9_000...99_000, using: &generator),
        at: now)
      let fee = ride.cancellation?.fee?.minorUnits ?? 0
      #expect(fee <= shown.fee?.minorUnits ?? 0, "round \(round)")
      if actor == .service { #expect(fee == 0) }
      if let threshold = shown.threshold, Self.booked.advanced(bySeconds: now) < threshold {
        #expect(fee == 0, "round \(round)")
      }
      #expect(ride.account.total.minorUnits == fee && ride.account.outstanding.minorUnits == fee)
      if fee > 0 { taken += 1 }
    }
    #expect(taken > 200, "the rounds meet the fee often")
  }
}

extension Ride {
  /// What cancelling would cost so many seconds after the booking.
  func shown(
    to actor: Cancellation.Actor = .user, isVehicleLost: Bool = false, at seconds: Int
  ) throws(Refusal) -> CancellationCost {
    try cancellationCost(
      for: actor, isVehicleLost: isVehicleLost,
      at: CancellingTests.booked.advanced(bySeconds: seconds))
  }
}

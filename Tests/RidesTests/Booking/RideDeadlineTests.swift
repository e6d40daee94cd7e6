import Rides
import Testing

@Suite("What becomes due for a ride") struct RideDeadlineTests {
  private static func after(_ seconds: Int) -> Instant { Fixture.now.advanced(bySeconds: seconds) }

  /// What a ride waits for, and what becomes of it then.
  struct Wait: CustomTestStringConvertible, Sendable {
    let name: String
    let ride: @Sendable () throws -> Ride
    /// In seconds from the booking.
    let due: Int?
    /// Told and freed or not, the phase, and whether it waits for a vehicle then.
    let then: String

    var testDescription: String { name }
  }

  /// A search lasts 1,800 s, an answer 60 s, and an arrival the estimated 600 s and 1,800 s.
  static let waits = [
    Wait(name: "booked ahead", ride: ahead, due: 900, then: "quiet received waits"),
    Wait(name: "sought", ride: { RideTests.waiting() }, due: 30, then: "quiet received waits"),
    Wait(name: "sought in vain", ride: inVain, due: 1_800, then: "told completed"),
    Wait(name: "asked", ride: asked, due: 60, then: "told freed received waits"),
    Wait(
      name: "confirmed", ride: { try RideTests.ride(in: .confirmed) }, due: 2_400,
      then: "told freed received waits"),
    Wait(
      name: "approaching", ride: { try RideTests.ride(in: .approachingPickup) }, due: 2_400,
      then: "told freed received waits"),
    // The operator is told four hours after the wait of 300 s and the usual 1,500 s, and again.
    Wait(
      name: "pickup", ride: { try RideTests.ride(in: .pickup) }, due: 14_700,
      then: "quiet pickup alarm"),
    Wait(
      name: "ongoing", ride: { try RideTests.ride(in: .ongoing) }, due: 15_900,
      then: "quiet ongoing alarm"),
    Wait(name: "completed", ride: { try RideTests.ride(in: .completed) }, due: nil, then: ""),
  ]

  private static func ahead() -> Ride {
    var ride = RideTests.waiting()
    ride.isSought = false
    ride.searchFrom = after(900)
    ride.searchUntil = after(2_700)
    return ride
  }

  private static func inVain() -> Ride {
    var ride = RideTests.waiting()
    ride.lookAgainAt = after(1_801)
    return ride
  }

  @Test("Vehicles are looked at again after as long as a ride has waited, and five minutes at most")
  func looks() {
    var ride = RideTests.waiting()
    var looks: [Double] = []
    while let due = ride.dueAt, looks.count < 20 {
      looks.append(Fixture.now.seconds(to: due))
      _ = ride.processDue(at: due)
    }
    #expect(looks == [30, 60, 120, 240, 480, 780, 1_080, 1_380, 1_680, 1_800])
    #expect(ride.status.phase == .completed)
  }

  @Test("A late search is done once, and the next is planned from then on")
  func lateLook() {
    var ride = RideTests.waiting()
    #expect(ride.processDue(at: Self.after(100)) == .nothing)
    #expect(ride.dueAt == Self.after(200))
    let before = ride
    #expect(ride.processDue(at: Self.after(150)) == .nothing && ride == before)
  }

  private static func asked() throws -> Ride {
    var ride = RideTests.waiting(requiresAcceptance: true)
    try ride.take(RideTests.vehicle, pickup: RideTests.later, at: Fixture.now)
    return ride
  }

  @Test("Every wait has its end, not a moment before, and only once", arguments: waits)
  func table(wait: Wait) throws {
    var ride = try wait.ride()
    let before = ride
    #expect(ride.dueAt == wait.due.map(Self.after))
    guard let due = ride.dueAt else {
      #expect(ride.processDue(at: Self.after(31_536_000)) == .nothing && ride == before)
      return
    }
    let early = Instant(microseconds: due.microseconds - 1)
    #expect(ride.processDue(at: early) == .nothing && ride == before)
    let effect = ride.processDue(at: due)
    let words = [
      effect.isPublished ? "told" : "quiet", effect.freed == nil ? nil : "freed",
      ride.status.phase.rawValue, ride.isWaiting ? "waits" : nil,
      effect.alarms.isEmpty ? nil : "alarm",
    ]
    #expect(words.compactMap(\.self).joined(separator: " ") == wait.then)
    #expect(ride.status.sequence == before.status.sequence + (effect.isPublished ? 1 : 0))
    let after = ride
    #expect(ride.processDue(at: due) == .nothing && ride == after, "it comes twice")
  }

  static let quoter = Quoter(
    catalogue: Catalogue(locales: ["en_US"], defaultLocale: "en_US", serviceAreas: []))

  @Test("No phase lasts without a deadline at which it ends or the operator is told")
  func D12_everyPhase() throws {
    for phase in RidePhase.allCases where !phase.isFinal {
      var ride = phase == .received ? try Self.asked() : try RideTests.ride(in: phase)
      for _ in 1...5 where !ride.status.phase.isFinal {
        let before = ride.status
        let due = try #require(ride.dueAt, "\(ride.status.phase) has no deadline")
        let effect = ride.processDue(at: due)
        let hasMoved = ride.status.phase != before.phase || ride.isWaiting
        #expect(hasMoved || !effect.alarms.isEmpty, "\(before.phase) ends unnoticed")
        #expect(ride.dueAt.map { $0 > due } ?? ride.status.phase.isFinal)
      }
    }
  }

  @Test("A ride that finds no vehicle is cancelled by the service and costs nothing")
  func noVehicle() throws {
    var ride = RideTests.waiting()
    _ = ride.processDue(at: Self.after(1_800))
    let end = CompletionStatus(outcome: .canceledByService, cause: .noVehicleFound, party: .fleet)
    #expect(ride.status.completionStatus == end)
    #expect(ride.cancellation?.actor == .service && ride.cancellation?.fee == nil)
    #expect(ride.account.bill?.isEmpty == true)
    #expect(ride.dueAt == nil)
  }

  @Test("A driver who is silent until the search is over has it end too")
  func severalAtOnce() throws {
    var ride = try Self.asked()
    let late = Self.after(9_000)
    #expect(ride.processDue(at: late).freed == RideTests.vehicle.identifier)
    #expect(ride.declinedBy == [RideTests.vehicle.identifier] && ride.dropOuts == 0)
    #expect(ride.processDue(at: late).isPublished)
    #expect(ride.status.completionStatus?.outcome == .canceledByService)
  }

  @Test("A vehicle that goes off duty during an offer has declined; a committed one has not")
  func lostVehicle() throws {
    var asked = try Self.asked()
    let effect = asked.processDue(
      at: Fixture.now, policies: RideTests.policies, isVehicleLost: true)
    #expect(effect.freed == RideTests.vehicle.identifier && asked.isWaiting)
    var committed = try RideTests.ride(in: .confirmed)
    let before = committed
    _ = committed.processDue(at: Fixture.now, policies: RideTests.policies, isVehicleLost: true)
    #expect(committed == before)
  }

  @Test("Three vehicles may drop out, each with a new search at the agreed price, but no fourth")
  func dropOuts() throws {
    let price = PriceRange(price: Fixture.cents(4175))
    var ride = RideTests.waiting(price: price)
    for number in 1...4 {
      let name = "veh-\(number)"
      let now = Self.after(1_000 * number)
      try ride.take(
        Vehicle(identifier: VehicleIdentifier(name)), pickup: now.advanced(bySeconds: 60), at: now)
      let effect = try ride.report(.droppedOut, by: name, at: now)
      #expect(effect.freed?.rawValue == name && ride.dropOuts == number)
      #expect(ride.status.rideOption.priceRange == price)
      guard number <= 3 else { continue }
      #expect(ride.isWaiting && ride.searchFrom == Fixture.now)
      #expect(ride.dueAt == now.advanced(bySeconds: 30))
      #expect(ride.searchUntil == now.advanced(bySeconds: 1_800))
    }
    let end = CompletionStatus(
      outcome: .canceledByService, cause: .vehiclesDroppedOut, party: .driver)
    #expect(ride.status.completionStatus == end)
    #expect(ride.account.total.minorUnits == 0)
    #expect(try ride.report(.droppedOut, by: "veh-4", at: Self.after(5_000)) == .nothing)
  }

  @Test("A pickup that is booked ahead is not before its window, nor is the wait counted before")
  func window() throws {
    var ride = RideTests.waiting()
    let start = Self.after(3_600)
    ride.status.scheduledPickupTime = PickupWindow(
      start: start, end: Self.after(4_200), timeZone: "UTC")
    try ride.take(RideTests.vehicle, pickup: RideTests.later, at: Fixture.now)
    #expect(ride.status.estimatedPickupDate == start)
    #expect(ride.status.estimatedDropOffDate == start.advanced(bySeconds: 1_500))
    #expect(ride.dueAt == start.advanced(bySeconds: 1_800))
    _ = try ride.report(.arrived, at: Self.after(700))
    #expect(ride.arrivedAt == Self.after(700))
    #expect(ride.status.estimatedPickupEndDate == start.advanced(bySeconds: 300))
  }

  @Test("A rider is missed only when the promised wait is over")
  func missedPickup() throws {
    var ride = try RideTests.ride(in: .pickup)
    let end = try #require(ride.status.estimatedPickupEndDate)
    let before = ride
    let refusal = #expect(throws: Refusal.self) {
      try ride.report(
        .missedPickup, at: Self.after(900), now: Instant(microseconds: end.microseconds - 1))
    }
    #expect(refusal?.reason == .illegalMove)
    #expect(refusal?.message.contains(end.rfc3339) == true && ride == before)
    let effect = try ride.report(.missedPickup, at: Fixture.now, now: end)
    #expect(effect.freed == RideTests.vehicle.identifier)
    #expect(
      ride.status.completionStatus
        == CompletionStatus(outcome: .canceledMissedPickup, cause: .riderAbsent))
  }
}

@Suite("What becomes due for the payment of a ride") struct RidePaymentDueTests {
  private static let hold = RideAccount.Hold(
    method: PaymentMethod(kind: .credit, name: "Visa", token: "pm_1"),
    amount: Fixture.cents(5_000))

  @Test("A payment is asked for when the search begins, and the search begins when it is there")
  func planned() throws {
    var ride = RideTests.waiting()
    ride.isSought = false
    ride.searchFrom = RideTests.later
    try ride.account.plan([Self.hold], quotedMaximum: nil)
    #expect(ride.dueAt == RideTests.later)
    let effect = ride.processDue(at: RideTests.later)
    let command = try #require(effect.money.commands.first)
    #expect(!effect.isPublished && !ride.isWaiting)
    // A search that waits for a payment ends like any other.
    #expect(ride.dueAt == ride.account.nextDue)
    _ = try ride.account.apply(
      PaymentResult(key: command.key, outcome: .approved), at: RideTests.later,
      policy: RideTests.policies.payment)
    _ = ride.beginSearch(at: RideTests.later, policies: RideTests.policies)
    #expect(ride.isWaiting && ride.dueAt == RideTests.later.advanced(bySeconds: 30))
  }

  @Test("A payment whose answer does not come is asked for again, in every phase")
  func askedAgain() throws {
    var ride = RideTests.waiting()
    ride.isSought = false
    let policy = RideTests.policies.payment
    let money = try ride.account.book(
      [Self.hold], quotedMaximum: nil, at: Fixture.now, policy: policy)
    let due = Fixture.now.advanced(bySeconds: policy.retrySeconds)
    #expect(ride.dueAt == due)
    let before = ride
    let effect = ride.processDue(at: due)
    #expect(effect.money.commands.map(\.key) == money.commands.map(\.key) && !effect.isPublished)
    #expect(ride != before && ride.status == before.status)
    #expect(ride.dueAt.map { $0 > due } == true)
  }
}

extension Ride {
  /// Does the first thing that is due, as the handler does.
  fileprivate mutating func processDue(at now: Instant) -> Effect {
    RideDeadlineTests.quoter.watch(&self, seen: nil, at: now)
      ?? processDue(at: now, policies: RideTests.policies)
  }
}

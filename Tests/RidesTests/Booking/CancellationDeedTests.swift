import Rides
import Testing

/// A fee needs a vehicle that does what it has promised.
@Suite("The deed behind a cancellation fee") struct CancellationDeedTests {
  /// What has happened to a ride, and from when on cancelling costs, in seconds from the booking.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The free time of the policy.
    var free: Int?
    /// The reported events, each with its moment; `take` is a vehicle that is given the ride,
    /// ten minutes away.
    let street: [(event: String, at: Int)]
    var isLost = false
    let now: Int
    /// From when on the fee is taken, as things stand.
    let threshold: Int

    init(
      _ words: String, free: Int? = nil, _ street: [(event: String, at: Int)],
      isLost: Bool = false, now: Int, threshold: Int
    ) {
      testDescription = words
      self.free = free
      self.street = street
      self.isLost = isLost
      self.now = now
      self.threshold = threshold
    }
  }

  static let stories = [
    Story("no vehicle in the city", [], now: 2, threshold: 62),
    Story("no vehicle for half an hour", free: 120, [], now: 1_700, threshold: 1_820),
    Story("taken at the booking", [("take", 0)], now: 2, threshold: 0),
    Story(
      "taken at the booking, two free minutes", free: 120, [("take", 0)], now: 2, threshold: 120),
    Story("taken after a wait", [("take", 500)], now: 501, threshold: 560),
    Story(
      "taken after a wait, two free minutes", free: 120, [("take", 500)], now: 501, threshold: 620),
    Story(
      "taken at the booking, three free seconds", free: 3, [("take", 0)], now: 2, threshold: 3),
    Story(
      "taken after a wait, three free seconds: a minute was shown", free: 3, [("take", 500)],
      now: 501, threshold: 560),
    Story("dropped out", [("take", 0), ("droppedOut", 300)], now: 301, threshold: 361),
    Story(
      "dropped out, the next has come", free: 120,
      [("take", 0), ("droppedOut", 300), ("take", 400)], now: 401, threshold: 520),
    // Estimated for 600, tolerated until 900.
    Story("almost too late", [("take", 0)], now: 899, threshold: 0),
    Story("too late", [("take", 0)], now: 900, threshold: 960),
    Story("came in time", [("take", 0), ("arrived", 899)], now: 2_000, threshold: 0),
    Story("came too late", [("take", 0), ("arrived", 1_000)], now: 1_001, threshold: 1_060),
    Story("off duty or silent", [("take", 0)], isLost: true, now: 100, threshold: 160),
  ]

  static func ride(_ story: Story, requiresAcceptance: Bool = false) throws -> Ride {
    var ride = RideTests.waiting(requiresAcceptance: requiresAcceptance)
    ride.cancellationTerms = CancellationTerms(
      fee: CancellingTests.fee,
      threshold: story.free.map(CancellingTests.booked.advanced(bySeconds:)),
      freeSeconds: story.free ?? 0, missedPickupFee: Fixture.cents(700))
    var number = 0
    for (event, seconds) in story.street {
      let now = CancellingTests.booked.advanced(bySeconds: seconds)
      if event == "take" {
        number += 1
        try ride.take(
          Vehicle(identifier: VehicleIdentifier("veh-\(number)")),
          pickup: now.advanced(bySeconds: 600), at: now)
        continue
      }
      _ = try ride.report(
        try #require(RideReport(rawValue: event)), by: "veh-\(number)", at: CancellingTests.booked,
        now: now)
    }
    return ride
  }

  @Test("A6: The threshold depends on the vehicle's reports", arguments: stories)
  func A6_threshold(story: Story) throws {
    let ride = try Self.ride(story)
    let shown = try ride.shown(isVehicleLost: story.isLost, at: story.now)
    #expect(shown.fee == CancellingTests.fee)
    #expect(shown.threshold == CancellingTests.booked.advanced(bySeconds: story.threshold))
    for asked in [story.threshold - 1, story.threshold, story.now] where asked <= story.now {
      var canceled = ride
      _ = try canceled.cancel(
        CancellationRequest(
          actor: .user, requestedAt: CancellingTests.booked.advanced(bySeconds: asked)),
        feeTitle: "Fee", isVehicleLost: story.isLost, policies: CancellingTests.policies,
        at: CancellingTests.booked.advanced(bySeconds: story.now))
      let costs = max(asked, 0) >= story.threshold
      #expect(canceled.cancellation?.fee == (costs ? CancellingTests.fee : nil), "\(asked)")
    }
  }

  @Test("A6: A vehicle that is only asked has committed itself to nothing")
  func A6_asked() throws {
    let asked = Story("asked", [("take", 0)], now: 30, threshold: 90)
    var ride = try Self.ride(asked, requiresAcceptance: true)
    #expect(ride.commitment == nil)
    #expect(
      try ride.shown(at: 30).threshold == CancellingTests.booked.advanced(bySeconds: 90))
    // The driver dates the answer back to the booking.
    _ = try ride.report(
      .accepted, by: "veh-1", at: CancellingTests.booked,
      now: CancellingTests.booked.advanced(bySeconds: 40))
    #expect(
      ride.commitment
        == Ride.Commitment(
          since: CancellingTests.booked.advanced(bySeconds: 40),
          estimatedPickup: CancellingTests.booked.advanced(bySeconds: 600)))
    #expect(
      try ride.shown(at: 41).threshold == CancellingTests.booked.advanced(bySeconds: 100))
  }

  @Test("A6: A shown free time stays valid, whatever is reported meanwhile")
  func A6_shown() throws {
    for (first, second) in [([], ("take", 500)), ([("take", 0)], ("arrived", 1_000))]
      as [([(event: String, at: Int)], (event: String, at: Int))]
    {
      let before = try Self.ride(Story("", first, now: 0, threshold: 0))
      let shown = try before.shown(at: second.at - 1)
      let after = try Self.ride(Story("", first + [second], now: 0, threshold: 0))
      let threshold = try after.shown(at: second.at + 1).threshold
      #expect(try #require(threshold) >= #require(shown.threshold))
    }
  }

  @Test("A pickup that is booked ahead is free until the time before its window all the same")
  func ahead() throws {
    var ride = try Self.ride(Story("", [("take", 0)], now: 0, threshold: 0))
    let agreed = CancellingTests.booked.advanced(bySeconds: 7_200)
    ride.cancellationTerms?.threshold = agreed
    #expect(try ride.shown(at: 10).threshold == agreed)
    #expect(
      try ride.shown(at: 9_000).threshold == CancellingTests.booked.advanced(bySeconds: 9_060))
  }
}

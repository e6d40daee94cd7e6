import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("A rider with rides for now and rides booked ahead") struct CurrentRideTests {
  let world: World

  init() throws {
    world = try World { $0.serviceAreas[0].policies.scheduling = SchedulingPolicy() }
  }

  /// A booking for so many hours after noon.
  private static func ahead(_ hours: Int) -> Letter {
    let start = noon.advanced(bySeconds: hours * 3_600).rfc3339
    return Letter.booking(more: #","scheduledPickupTime":{"start":"\#(start)"}"#)
      .id("ahead-\(hours)")
  }

  /// When the search for the ride of that hour begins.
  private static func search(_ hours: Int) -> Instant {
    noon.advanced(bySeconds: hours * 3_600 - 1_200)
  }

  private func current(at now: Instant = noon) throws -> String? {
    try world.ask(.query(nil), at: now)[0].response?["rideStatus"]?["rideIdentifier"]?.string
  }

  @Test("A2: A ride booked ahead takes no slot: the rider can book one for now, and the reverse")
  func A2_bookedAhead() throws {
    _ = try world.ride(Self.ahead(20))
    #expect(try world.book(.booking().id("now"))[0].reason == nil)
    #expect(try world.book(Self.ahead(21))[0].reason == nil)
    #expect(try world.book(.booking().id("again"))[0].reason == "previousRideNeedsCompletion")
  }

  @Test("A2: As many rides are booked ahead as the policy says, five where it says nothing")
  func A2_limitAhead() throws {
    let outcomes = try (1...6).map { try world.book(Self.ahead($0 + 10))[0] }
    #expect(
      outcomes.map(\.reason) == Array(repeating: nil, count: 5) + [
        "previousRideNeedsCompletion"
      ])
    #expect(outcomes[5].code == "failureRequiringAppLaunchPreviousRideNeedsCompletion")
    #expect(outcomes[5].path == "scheduledPickupTime")
    #expect(
      outcomes[5].response?["error"]?["message"]?.string
        == "expected at most 5 rides booked ahead, the rider has 5")
    #expect(try world.book(.booking().id("now"))[0].reason == nil)
  }

  @Test("A2: Two requests of one batch cannot both take the last place")
  func A2_lastPlace() throws {
    for hours in 11...14 { _ = try world.ride(Self.ahead(hours)) }
    let outcomes = try world.book(Self.ahead(15), Self.ahead(16))
    #expect(outcomes.map(\.reason) == [nil, "previousRideNeedsCompletion"])
  }

  @Test("A search that begins while the rider is in a ride continues beyond the limit")
  func beyondTheLimit() throws {
    let ahead = try world.ride(Self.ahead(2))
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking().id("now"))
    _ = try world.dispatch(.onDuty("veh-8"), .due(ahead), at: Self.search(2))
    #expect(try world.phases(ahead) == ["received", "confirmed"])
    #expect(try world.phases(ride) == ["confirmed"])
    // Both count now, so that there is room for another only after both.
    try world.finish(ride, by: "veh-7", at: Self.search(2))
    let refused = try world.book(.booking().id("next"), at: Self.search(2))[0]
    #expect(refused.reason == "previousRideNeedsCompletion")
    try world.finish(ahead, by: "veh-8", at: Self.search(2))
    #expect(try world.book(.booking().id("last"), at: Self.search(2))[0].reason == nil)
  }

  @Test("The place of a ride whose search has begun is free for the next booked ahead")
  func placeAgain() throws {
    let rides = try (11...15).map { try world.ride(Self.ahead($0)) }
    _ = try world.dispatch(.due(rides[0]), at: Self.search(11))
    let next = try world.ride(Self.ahead(16), at: Self.search(11))
    for (ride, hours) in [(rides[1], 12), (next, 16)] {
      _ = try world.dispatch(.due(ride, id: ride), at: Self.search(hours))
      #expect(try world.record(ride)?.isWaiting == true)
    }
  }

  @Test("A1: The current ride is the one under way, however many are booked ahead after it")
  func A1_underWay() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.ride(Self.ahead(20), at: noon.advanced(bySeconds: 60))
    #expect(try current() == ride)
    #expect(
      try world.ask(.start())[0].response?["rideStatus"]?["rideIdentifier"]?.string == ride)
  }

  @Test("A1: Without one under way it is the one that is sought, then the next due, then none")
  func A1_order() throws {
    let later = try world.ride(Self.ahead(30))
    #expect(try current() == later)
    let sooner = try world.ride(Self.ahead(20), at: noon.advanced(bySeconds: 1))
    _ = try world.ride(Self.ahead(25), at: noon.advanced(bySeconds: 2))
    #expect(try current() == sooner, "the next due, not the newest")
    let sought = try world.ride(.booking().id("now"))
    #expect(try current() == sought)
    _ = try world.book(.cancel(sought))
    #expect(try current() == sooner)
  }

  @Test("A1: Of several under way it is the one that has come furthest")
  func A1_furthest() throws {
    let world = try World { $0.serviceAreas[0].policies.unfinishedRidesPerRider = 3 }
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8"))
    let first = try world.ride(.booking().id("m-1"))
    let second = try world.ride(.booking().id("m-2"), at: noon.advanced(bySeconds: 1))
    _ = try world.ride(.booking().id("m-3"), at: noon.advanced(bySeconds: 2))
    func current() throws -> String? {
      try world.ask(.query(nil))[0].response?["rideStatus"]?["rideIdentifier"]?.string
    }
    #expect(try current() == second)
    let vehicle = try #require(try world.record(first)?.vehicle?.rawValue)
    _ = try world.dispatch(.report("started", of: first, by: vehicle))
    #expect(try current() == first)
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("The first change of a ride") struct FirstChangeTests {
  let world: World

  init() throws { world = try World() }

  @Test("A booking that finds its vehicle is one change, sequence 1, confirmed, and one event")
  func findsVehicle() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcome = try world.book(.booking())[0]
    #expect(outcome.told == ["confirmed 1"])
    let status = try #require(outcome.response?["rideStatus"])
    #expect(status["sequence"]?.integer == 1 && status["phase"]?.string == "confirmed")
    let event = try #require(decode(outcome.events[0].body))
    #expect(event["data"] == status)
    let ride = try #require(status["rideIdentifier"]?.string)
    #expect(event["id"]?.string == "\(ride)/1")
    try expectHistory(of: ride, ["confirmed"])
    let kept = world.contents.outcomes.values.map(\.changes)
    #expect(
      kept.contains([StatusChangeKey(rideIdentifier: RideIdentifier(ride), sequence: 1)]))
  }

  @Test("A booking that waits is received by change 1, and confirmed by change 2")
  func waits() throws {
    let outcome = try world.book(.booking())[0]
    #expect(outcome.told == ["received 1"])
    #expect(outcome.response?["rideStatus"]?["sequence"]?.integer == 1)
    let ride = try #require(outcome.searches.first)
    let found = try world.dispatch(.onDuty("veh-7"), .due(ride))[1]
    #expect(found.told == ["confirmed 2"])
    try expectHistory(of: ride, ["received", "confirmed"])
  }

  @Test("A booking that asks a driver is one change too, and shows its rider no vehicle")
  func asksDriver() throws {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let outcome = try world.book(.booking("Taxi"))[0]
    #expect(outcome.told == ["received 1"])
    let status = try #require(outcome.response?["rideStatus"])
    #expect(status["sequence"]?.integer == 1)
    #expect(status["vehicle"] == nil && status["driver"] == nil)
    let event = try #require(decode(outcome.events[0].body))
    #expect(event["data"] == status && event["askedvehicle"]?.string == "veh-7")
    let ride = try #require(status["rideIdentifier"]?.string)
    try expectHistory(of: ride, ["received"])
    #expect(
      try world.dispatch(.report("accepted", of: ride, by: "veh-7"))[0].told == ["confirmed 2"])
  }

  @Test("A query in the same batch, or a repeated booking, shows the published change")
  func sameBatch() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try nameToCome()
    let outcomes = try world.book(
      .booking(), .booking().confirming, .resolve(), Letter.cancel(ride).confirm, .booking(),
      .booking("Compact"), Letter.cancel(ride, rider: "rider-43").confirm)
    #expect(outcomes.prefix(5).allSatisfy { $0.reason == nil })
    #expect(outcomes[5].reason == "conflictingMessageIdentifier")
    #expect(outcomes[6].reason == "unknownRide" && outcomes[6].response?["rideStatus"] == nil)
    #expect(outcomes.flatMap(\.told) == ["confirmed 1", "confirmed 1"])
    let told = try #require(decode(outcomes[0].events[0].body)?["data"])
    for (number, outcome) in outcomes.prefix(6).enumerated() {
      #expect(outcome.response?["rideStatus"] == told, "message \(number)")
    }
  }

  @Test("What canceling costs beside the booking is what it costs a second later")
  func feeBesideBooking() throws {
    _ = try world.dispatch(.onDuty("veh-7", "compact"))
    let ride = try nameToCome()
    let quoted = try world.book(.booking("Compact"), Letter.cancel(ride).confirm)[1]
    let threshold = quoted.response?["cancellationFeeThreshold"]?.string
    let later = noon.advanced(bySeconds: 1)
    let again = try world.book(Letter.cancel(ride).confirm, at: later)[0]
    #expect(threshold == again.response?["cancellationFeeThreshold"]?.string)
    #expect(quoted.response?["cancellationFee"] == again.response?["cancellationFee"])
  }

  @Test("A ride that is canceled in the batch that books it was received, and found no vehicle")
  func canceledAtOnce() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try nameToCome()
    let outcomes = try world.book(
      .booking(), Letter.cancel(ride).confirm, .cancel(ride))
    #expect(outcomes.map(\.told) == [["received 1"], [], ["completed 2"]])
    #expect(outcomes.map(\.code) == ["inProgress", "ready", "success"])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    try expectHistory(of: ride, ["received", "completed"])
  }

  /// The name that the ride of the usual booking will have.
  private func nameToCome() throws -> String {
    let prospect = try world.book(.booking().confirming)[0].response?["rideStatus"]
    return try #require(prospect?["rideIdentifier"]?.string)
  }

  /// Expects that the ride has gone through those phases, one by each change.
  private func expectHistory(of ride: String, _ phases: [String]) throws {
    #expect(try world.phases(ride) == phases)
    let record = try #require(try world.record(ride))
    #expect(record.sequence == phases.count && record.phase.rawValue == phases.last)
    #expect(try world.document(ride)?.status.sequence == phases.count)
  }
}

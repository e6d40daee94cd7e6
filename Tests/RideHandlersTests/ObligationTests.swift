import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("What riders owe") struct ObligationTests {
  private let next = Letter.booking("Sedan").id("next")

  @Test("A2: A second ride is refused during the first, and accepted after it")
  func A2_unfinished() throws {
    let world = try World()
    let ride = try world.ride(.booking("Taxi"))
    let refused = try world.book(next)[0]
    #expect(try world.book(next.confirm)[0].reason == refused.reason)
    #expect(refused.code == "failureRequiringAppLaunchPreviousRideNeedsCompletion")
    #expect(refused.reason == "previousRideNeedsCompletion")
    _ = try world.book(.cancel(ride))
    #expect(try world.book(next.id("third"))[0].code == "inProgress")
  }

  @Test("A2: A catalogue can allow more at once")
  func A2_allowed() throws {
    let world = try World { $0.serviceAreas[0].policies.unfinishedRidesPerRider = 2 }
    let codes = try world.book(.booking("Taxi"), next, next.id("third")).map(\.code)
    #expect(
      codes == [
        "inProgress", "inProgress", "failureRequiringAppLaunchPreviousRideNeedsCompletion",
      ])
  }

  @Test("A9: A ride that is not paid blocks the next one and says so until it is settled")
  func A9_payment() throws {
    let world = try World { $0.failFirstCapture() }
    let ride = try world.endedRide()
    for _ in 0..<2 {
      let status = try world.ask(.query(ride))[0].response?["rideStatus"]
      #expect(status?["completionStatus"]?["payment"]?["state"]?.string == "outstanding")
    }
    let unnamed = try world.ask(.query(nil))[0].response?["rideStatus"]
    #expect(unnamed?["rideIdentifier"]?.string == ride, "who owes need not know the ride's name")
    let refused = try world.book(next, .booking(rider: "rider-43"))
    #expect(refused[0].code == "failureRequiringAppLaunchPreviousRideNeedsCompletion")
    #expect(refused[0].reason == "previousRideNeedsCompletion")
    #expect(try world.book(next.confirm)[0].reason == "previousRideNeedsCompletion")
    #expect(refused[1].code == "inProgress", "another rider owes nothing")
    // The payment system has taken it after all.
    let paid = Letter(
      #"{"rideIdentifier":"\#(ride)","key":"\#(ride):fare:capture:1","outcome":"approved"}"#,
      type: "payment.result")
    #expect(try world.dispatch(paid)[0].told == ["completed 6"])
    let status = try world.ask(.query(ride))[0].response?["rideStatus"]
    #expect(status?["completionStatus"]?["payment"]?["state"]?.string == "settled")
    #expect(try world.ask(.query(nil))[0].response?["rideStatus"] == nil)
    #expect(try world.book(next.id("third"))[0].code == "inProgress")
  }

  @Test("A rating that is required blocks the next ride until it is given, in one batch too")
  func rating() throws {
    let world = try World { $0.requireRatings() }
    let ride = try world.endedRide()
    let outcomes = try world.book(
      next, .tip("1.00", for: ride), next.id("third"), .rating(7, of: ride), next.id("fourth"))
    let refused = "failureRequiringAppLaunchPreviousRideNeedsCompletion"
    #expect(
      outcomes.map(\.code) == [refused, "success", refused, "success", "inProgress"])
    #expect(outcomes[0].reason == "previousRideNeedsFeedback")
    #expect(try world.record(ride)?.obligation == nil)
  }

  @Test("A rating that is required does not block its rider after its window")
  func lapse() throws {
    let world = try World { $0.requireRatings() }
    _ = try world.endedRide()
    let end = world.now.advanced(bySeconds: 86_400)
    #expect(
      try world.book(next, at: end.advanced(bySeconds: -1))[0].reason
        == "previousRideNeedsFeedback")
    #expect(try world.book(next.id("third"), at: end)[0].code == "inProgress")
  }

  @Test("A missing rating is no longer requested after its window has ended, with an event")
  func lapseIsTold() throws {
    let world = try World { $0.requireRatings() }
    let ride = try world.endedRide()
    let end = world.now.advanced(bySeconds: 86_400)
    #expect(try world.record(ride)?.dueAt == end)
    #expect(try world.dispatch(.due(ride), at: end.advanced(bySeconds: -1))[0].told == [])
    let outcome = try world.dispatch(.due(ride), at: end)[0]
    #expect(outcome.told == ["completed 6"])
    let status = try #require(decode(outcome.events[0].body)?["data"])
    #expect(status["completionStatus"]?["feedback"]?.array?.count ?? 0 == 0)
    let record = try #require(try world.record(ride))
    #expect(record.obligation == nil && record.dueAt == nil)
  }

  @Test("An unpaid fee blocks the next ride, in the batch of the cancellation too")
  func fee() throws {
    let world = try World { $0.chargeForCancelling(after: nil) }
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let ride = try world.ride(.booking("Taxi"))
    _ = try world.dispatch(.report("accepted", of: ride, by: "veh-7"))
    let outcomes = try world.book(.cancel(ride), next)
    #expect(outcomes.map(\.reason) == [nil, "previousRideNeedsCompletion"])
    #expect(try world.record(ride)?.obligation == .payment)
    #expect(try world.book(next.id("third"))[0].reason == "previousRideNeedsCompletion")
  }

  @Test(
    "A list asks the snapshot of what riders owe, and no database",
    arguments: [
      (.payment, "failureRequiringAppLaunchPreviousRideNeedsCompletion"),
      (.feedback, "failurePreviousRideNeedsFeedback"), (nil, "success"),
    ] as [(Obligation?, String)])
  func list(obligation: Obligation?, code: String) throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    var dependencies = world.dependencies
    dependencies.obligation = { $0.rawValue == "rider-42" ? obligation : nil }
    let outcome = try world.take([.list()], by: ListOptionsHandler(dependencies: dependencies))[0]
    #expect(outcome.code == code)
    let reasons = [
      Obligation.payment: "previousRideNeedsCompletion", .feedback: "previousRideNeedsFeedback",
    ]
    #expect(outcome.reason == obligation.flatMap { reasons[$0] })
  }
}

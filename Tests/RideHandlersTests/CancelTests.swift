import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Cancelling a ride") struct CancelTests {
  let world: World

  init() throws {
    world = try World { $0.chargeForCancelling() }
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
  }

  static let reports = ["accepted", "approaching", "arrived", "started", "ended"]

  /// A ride with its vehicle after so many reports of its life.
  private func ride(after reports: Int) throws -> String {
    let ride = try world.ride(.booking("Taxi"))
    for event in Self.reports.prefix(reports) {
      _ = try world.dispatch(.report(event, of: ride, by: "veh-7"))
    }
    return ride
  }

  @Test("What costs more than was agreed is not canceled, and shows what it costs")
  func feeTooHigh() throws {
    let ride = try ride(after: 1)
    let letter = Letter.cancel(
      ride, more: #","maximumCancellationFee":{"amount":"4.99","currencyCode":"USD"}"#)
    let outcome = try world.book(letter, at: noon.advanced(bySeconds: 120))[0]
    let answer = try #require(outcome.response)
    #expect(answer["code"]?.string == "failure")
    #expect(outcome.reason == "cancellationFeeTooHigh" && outcome.path == "maximumCancellationFee")
    #expect(answer["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(answer["cancellationFeeThreshold"]?.string == noon.advanced(bySeconds: 120).rfc3339)
    #expect(answer["rideStatus"]?["phase"]?.string == "confirmed")
    #expect(outcome.events.isEmpty)
    #expect(try world.record(ride)?.phase == .confirmed)
  }

  @Test("A canceled ride ends at the agreed fee, publishes it, and frees its vehicle")
  func cancel() throws {
    let ride = try ride(after: 1)
    let outcome = try world.book(
      .cancel(
        ride,
        more:
          #","reason":"changed my mind","maximumCancellationFee""#
          + #":{"amount":"5.00","currencyCode":"USD"}"#
      ),
      at: noon.advanced(bySeconds: 120))[0]
    let answer = try #require(outcome.response)
    #expect(answer["code"]?.string == "success")
    #expect(answer["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(answer["cancellationFee"]?["currencyCode"]?.string == "USD")
    #expect(
      answer["cancellationFeeThreshold"]?.string == noon.advanced(bySeconds: 120).rfc3339)
    let status = try #require(answer["rideStatus"])
    #expect(status["phase"]?.string == "completed")
    #expect(status["completionStatus"]?["outcome"]?.string == "canceledByUser")
    #expect(status["completionStatus"]?["payment"]?["state"]?.string == "outstanding")
    #expect(outcome.told == ["completed 3"])
    #expect(decode(outcome.events[0].body)?["data"] == status)
    #expect(try world.phases(ride) == ["received", "confirmed", "completed"])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    let record = try #require(try world.record(ride))
    #expect(record.slot == nil && !record.isWaiting)
    let cancellation = try RideDocument.decode(record.document).cancellation
    #expect(cancellation?.actor == .user && cancellation?.reason == "changed my mind")
  }

  @Test("A6: The fee in the confirmation is never below the charged fee", arguments: 0...5)
  func A6_confirmThenHandle(reports: Int) throws {
    let ride = try ride(after: reports)
    let before = world.contents
    let later = noon.advanced(bySeconds: 300)
    let shown = try world.book(.cancel(ride).confirm, at: later)[0]
    let isFree = reports == 0
    #expect(world.contents == before)
    let taken = try world.book(.cancel(ride), at: later)[0]
    guard reports < 4 else {
      #expect([shown.reason, taken.reason] == ["notCancelable", "notCancelable"])
      #expect([shown.code, taken.code] == ["failure", "failure"])
      return
    }
    #expect(shown.code == "ready" && shown.events == [])
    #expect(
      shown.response?["rideStatus"]?["phase"]?.string == before.rides.first?.value.phase.rawValue)
    #expect(shown.response?["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(taken.code == "success")
    #expect(
      taken.response?["cancellationFee"]
        == (isFree ? nil : shown.response?["cancellationFee"]))
    #expect(
      taken.response?["cancellationFeeThreshold"] == shown.response?["cancellationFeeThreshold"])
  }

  @Test("Free canceling shows the later fee at confirm and charges none")
  func free() throws {
    let ride = try ride(after: 1)
    let asked = noon.advanced(bySeconds: 60)
    let shown = try world.book(.cancel(ride, asked: asked).confirm, at: asked)[0]
    #expect(shown.response?["cancellationFee"]?["amount"]?.string == "5.00")
    // The message waits in its queue for five minutes.
    let taken = try world.book(.cancel(ride, asked: asked), at: noon.advanced(bySeconds: 360))[0]
    #expect(taken.code == "success")
    #expect(taken.response?["cancellationFee"] == nil)
    #expect(taken.response?["rideStatus"]?["completionStatus"]?["payment"] == nil)
  }

  @Test("A6: Without a vehicle that is there for the ride, cancelling is free", arguments: lost)
  func A6_lost(words: String, letters: [Letter], later: Int) throws {
    let world = try World { $0.chargeForCancelling(after: nil) }
    if letters.isEmpty == false { _ = try world.dispatch(.onDuty("veh-7")) }
    let ride = try world.ride(.booking())
    let now = noon.advanced(bySeconds: later)
    for letter in letters { _ = try world.dispatch(letter, at: now) }
    let shown = try world.book(.cancel(ride).confirm, at: now)[0]
    // The fee is the most that can come; the moment from which it does is ahead.
    #expect(shown.response?["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(
      shown.response?["cancellationFeeThreshold"]?.string
        == now.advanced(bySeconds: Ride.shownFreeSeconds).rfc3339)
    let taken = try world.book(.cancel(ride), at: now)[0]
    #expect(taken.code == "success" && taken.response?["cancellationFee"] == nil)
    let again = try world.book(.cancel(ride).id("again"), at: now.advanced(bySeconds: 9))[0]
    #expect(again.response == taken.response)
    #expect(try world.record(ride)?.obligation == nil)
  }

  @Test(
    "A6: What was shown free stays free when the vehicle comes back", arguments: lost.dropFirst())
  func A6_back(words: String, letters: [Letter], later: Int) throws {
    let world = try World { $0.chargeForCancelling(after: nil, toleratedDelay: 86_400) }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking())
    let now = noon.advanced(bySeconds: later)
    for letter in letters { _ = try world.dispatch(letter, at: now) }
    let shown = try world.book(.cancel(ride).confirm, at: now.advanced(bySeconds: 9))[0]
    let back = now.advanced(bySeconds: 10)
    let others = [Letter.onDuty("veh-9"), .vehicle("veh-7", 3, #","onDuty":true"#)]
    _ = try world.take(
      others, by: DispatchHandler(dependencies: world.dependencies, store: world.store), at: back)
    _ = try world.dispatch(.vehicle("veh-7", 4, ""), at: back.advanced(bySeconds: 30))
    let free = back.advanced(bySeconds: Ride.shownFreeSeconds).rfc3339
    let then = try world.book(.cancel(ride).confirm, at: back.advanced(bySeconds: 31))[0]
    #expect(then.response?["cancellationFeeThreshold"]?.string == free)
    #expect(try #require(shown.response?["cancellationFeeThreshold"]?.string) < free)
    let taken = try world.book(.cancel(ride), at: back.advanced(bySeconds: 59))[0]
    #expect(taken.code == "success" && taken.response?["cancellationFee"] == nil)
    #expect(taken.response?["cancellationFeeThreshold"]?.string == free)
  }

  /// The reports about a vehicle that was committed at noon, and when they are judged.
  static let lost: [(String, [Letter], Int)] = [
    ("no vehicle in the city", [], 2),
    ("off duty", [.vehicle("veh-7", 2, #","onDuty":false"#)], 60),
    ("silent for ten minutes", [.vehicle("veh-8", 1, #","onDuty":false"#)], 600),
  ]

  @Test("A6: A vehicle that is on duty and was heard of costs what was agreed")
  func A6_there() throws {
    let world = try World { $0.chargeForCancelling(after: nil) }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking())
    let taken = try world.book(.cancel(ride), at: noon.advanced(bySeconds: 300))[0]
    #expect(taken.response?["cancellationFee"]?["amount"]?.string == "5.00")
    #expect(taken.response?["cancellationFeeThreshold"]?.string == noon.rfc3339)
  }

  @Test("The service ends a ride with its rider aboard, for nothing")
  func service() throws {
    let ride = try ride(after: 4)
    let letter = Letter.cancel(ride, more: #","reason":"breakdown""#).byOperator
    let shown = try world.book(letter.confirm, at: noon.advanced(bySeconds: 300))[0]
    #expect(shown.code == "ready" && shown.response?["cancellationFee"] == nil)
    let outcome = try world.book(letter, at: noon.advanced(bySeconds: 300))[0]
    #expect(outcome.response?["cancellationFee"] == nil)
    let completion = outcome.response?["rideStatus"]?["completionStatus"]
    #expect(completion?["outcome"]?.string == "canceledByService" && completion?["payment"] == nil)
  }

  @Test("Another rider's ride is answered like one that does not exist")
  func otherRider() throws {
    let ride = try ride(after: 1)
    let before = world.contents.rides
    for letter in [Letter.cancel(ride, rider: "rider-43"), .cancel("nowhere")] {
      for stage in [letter, letter.confirm] {
        let outcome = try world.book(stage)[0]
        #expect(outcome.code == "failure" && outcome.reason == "unknownRide")
        #expect(outcome.path == "rideIdentifier" && outcome.events == [])
      }
    }
    #expect(world.contents.rides == before)
  }

  @Test("A repeated message gets the stored outcome, another message the current ride")
  func again() throws {
    let ride = try ride(after: 1)
    let later = noon.advanced(bySeconds: 300)
    let first = try world.book(.cancel(ride), at: later)[0]
    let before = world.contents
    let again = try world.book(.cancel(ride), at: later.advanced(bySeconds: 60))[0]
    #expect(again.note.isRepeat && again.publications == first.publications)
    #expect(world.contents == before)
    let other = try world.book(.cancel(ride).id("other"), .cancel(ride).id("other").confirm)
    #expect(other.map(\.code) == ["success", "ready"])
    #expect(other.map(\.events) == [[], []])
    for outcome in other {
      #expect(outcome.response?["rideStatus"] == first.response?["rideStatus"])
      #expect(outcome.response?["cancellationFee"] == first.response?["cancellationFee"])
    }
    #expect(world.contents.rides == before.rides && world.contents.changes == before.changes)
    let service = try world.book(.cancel(ride).byOperator.id("third"))[0]
    #expect(service.reason == "notCancelable")
  }

  @Test("A rider who cancels and books in one batch gets the next ride")
  func thenBook() throws {
    let ride = try ride(after: 1)
    let outcomes = try world.book(.cancel(ride), .booking("Taxi").id("m-2"))
    #expect(outcomes.map(\.code) == ["success", "inProgress"])
    let second = try #require(
      outcomes[1].response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(try world.record(second)?.slot == 0)
  }

  @Test("A ride that is booked and cancelled in one batch never gets a vehicle")
  func bookThenCancel() throws {
    // The name of a ride follows from its message.
    let ride = try World().ride(.booking("Taxi"))
    let outcomes = try world.book(.booking("Taxi"), .cancel(ride))
    #expect(outcomes.map(\.told) == [["received 1"], ["completed 2"]])
    #expect(outcomes[0].searches == [])
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("The next rider gets the vehicle of a cancelled ride")
  func nextRider() throws {
    let ride = try ride(after: 1)
    let waiting = try world.ride(.booking("Taxi", rider: "rider-43"))
    #expect(try world.record(waiting)?.isWaiting == true)
    let outcome = try world.book(.cancel(ride))[0]
    #expect(outcome.searches == [waiting])
    #expect(try world.dispatch(.due(waiting))[0].told == ["received 2"])
    #expect(try world.vehicle("veh-7")?.ride?.rawValue == waiting)
  }
}

extension Catalogue {
  /// Cancelling costs 5.00 after two minutes, missing a ride 7.00.
  mutating func chargeForCancelling(
    after seconds: Int? = 120,
    toleratedDelay: Int = CancellationPolicy.usualToleratedDelaySeconds
  ) {
    for area in serviceAreas.indices {
      let currency = serviceAreas[area].currency
      for product in serviceAreas[area].products.indices {
        serviceAreas[area].products[product].cancellation = CancellationPolicy(
          fee: Money(minorUnits: 500, currency: currency), freeSeconds: seconds,
          toleratedDelaySeconds: toleratedDelay,
          missedPickupFee: Money(minorUnits: 700, currency: currency))
      }
    }
  }
}

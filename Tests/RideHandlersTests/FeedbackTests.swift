import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Feedback on a ride") struct FeedbackTests {
  let world: World

  init() throws { world = try World() }

  private func completion(_ outcome: Outcome) -> JSONValue? {
    outcome.events.last.flatMap { decode($0.body) }?["data"]?["completionStatus"]
  }

  @Test("A7: A rating is stored and no longer requested, with an event")
  func A7_rating() throws {
    let ride = try world.endedRide()
    let outcome = try world.book(.rating(9, of: ride))[0]
    #expect(outcome.response?.members?.count == 1 && outcome.code == "success")
    #expect(outcome.told == ["completed 6"])
    #expect(completion(outcome)?["feedback"]?.array?.compactMap(\.string) == ["tip"])
    #expect(completion(outcome)?["defaultTippingOptions"]?.array?.count == 3)
    #expect(try world.document(ride)?.rating == 9)
  }

  @Test("A8: A tip is charged on the method of the ride and no longer suggested")
  func A8_tip() throws {
    let ride = try world.endedRide()
    let outcome = try world.book(.tip("6.00", for: ride))[0]
    #expect(outcome.code == "success")
    #expect(completion(outcome)?["feedback"]?.array?.compactMap(\.string) == ["rate"])
    #expect(completion(outcome)?["defaultTippingOptions"] == nil)
    let tip = try #require(try world.document(ride)?.account.charges.last)
    #expect(tip.purpose == .tip && tip.requested.minorUnits == 600)
  }

  @Test("A7: Each kind is accepted once, from any message")
  func A7_once() throws {
    let ride = try world.endedRide()
    let both = Letter.feedback(
      ride, #","rating":3,"tip":{"amount":"1.00","currencyCode":"USD"},"comment":"late""#)
    let outcomes = try world.book(
      .tip("6.00", for: ride), .tip("6.00", for: ride).id("other"), both, .rating(3, of: ride),
      .rating(4, of: ride).id("fourth"))
    #expect(
      outcomes.map(\.reason)
        == [nil, "feedbackAlreadyGiven", "feedbackAlreadyGiven", nil, "feedbackAlreadyGiven"])
    #expect(outcomes.map(\.path) == [nil, "tip", "tip", nil, "rating"])
    let kept = try #require(try world.document(ride))
    #expect(kept.rating == 3 && kept.comment == nil && kept.status.sequence == 7)
  }

  @Test("A repeated message gets the stored outcome and charges no second tip")
  func again() throws {
    let ride = try world.endedRide()
    let first = try world.book(.tip("6.00", for: ride))[0]
    let before = world.contents
    let again = try world.book(.tip("6.00", for: ride))[0]
    #expect(again.note.isRepeat && again.publications == first.publications)
    #expect(world.contents == before)
  }

  @Test("The confirmation refuses what the handling refuses, and changes nothing")
  func confirm() throws {
    let ride = try world.endedRide()
    let open = try world.ride(.booking("Taxi", rider: "rider-43"))
    let before = world.contents
    let end = world.now
    let late = end.advanced(bySeconds: 86_400)
    let cases: [(letter: Letter, at: Instant, reason: String?)] = [
      (.rating(10, of: ride), end, nil), (.tip("40.00", for: ride), end, nil),
      (.tip("40.01", for: ride), end, "tipTooLarge"),
      (.tip("6", for: ride, in: "JPY"), end, "currencyUnsupported"),
      (.rating(9, of: "nowhere"), end, "unknownRide"), (.rating(9, of: open), end, "unknownRide"),
      (.feedback(open, rider: "rider-43", #","rating":1"#), end, "rideNotCompleted"),
      (.rating(9, of: ride), late, "feedbackTooLate"),
      (.rating(9, of: ride).asked(end.advanced(bySeconds: 86_399)), late, nil),
    ]
    for (letter, time, reason) in cases {
      let outcome = try world.book(letter.confirm, at: time)[0]
      #expect(outcome.reason == reason && outcome.code == (reason == nil ? "ready" : "failure"))
      #expect(outcome.publications.count == 1)
    }
    #expect(world.contents == before)
    for (letter, time, reason) in cases where reason != nil {
      #expect(try world.book(letter.id("\(letter.body) \(time)"), at: time)[0].reason == reason)
    }
    #expect(world.contents.rides == before.rides)
  }

  @Test("A7: A canceled ride accepts none")
  func A7_cancelled() throws {
    let ride = try world.ride(.booking("Taxi"))
    _ = try world.book(.cancel(ride))
    #expect(try world.book(.rating(9, of: ride))[0].reason == "rideNotCompleted")
  }
}

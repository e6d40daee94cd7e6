import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// A booking that is refused, and how.
struct RefusedBooking: Sendable, CustomTestStringConvertible {
  let name: String
  let letter: @Sendable () -> Letter
  let code: String
  let reason: String
  let path: String?

  var testDescription: String { name }

  init(
    _ name: String, _ letter: @autoclosure @escaping @Sendable () -> Letter,
    code: String = "failure", _ reason: String, at path: String?
  ) {
    self.name = name
    self.letter = letter
    self.code = code
    self.reason = reason
    self.path = path
  }

  static let all = [
    RefusedBooking("unknown option", .booking("Rickshaw"), "unknownOption", at: "rideOptionName"),
    RefusedBooking(
      "no party of none", .booking("SUV", more: #","partySize":0"#), "belowOne", at: "partySize"),
    RefusedBooking(
      "too large a party", .booking("SUV", more: #","partySize":7"#), "aboveCapacity",
      at: "partySize"),
    RefusedBooking(
      "a tiered product without a size", .booking("SUV"), "partySizeRequired", at: "partySize"),
    RefusedBooking(
      "drop-off outside", .booking(to: Letter.gary),
      code: "failureRequiringAppLaunchNoServiceInArea", "outsideServiceArea",
      at: "dropOffLocation"),
    RefusedBooking(
      "pickup outside", .booking(from: Letter.gary),
      code: "failureRequiringAppLaunchNoServiceInArea", "outsideServiceArea", at: "pickupLocation"),
    RefusedBooking(
      "payment not taken", .booking(more: #","paymentMethod":{"type":"store"}"#), "unknownMethod",
      at: "paymentMethod.type"),
    RefusedBooking(
      "scheduled",
      .booking(
        more: #","scheduledPickupTime":{"start":"2027-03-16T08:00:00Z","#
          + #""end":"2027-03-16T08:10:00Z"}"#),
      code: "failureRequiringAppLaunchRideScheduledTooFar", "tooFarAhead",
      at: "scheduledPickupTime.start"),
    RefusedBooking(
      "foreign quote", .booking(more: #","quoteIdentifier":"q1.AAAA""#), "invalidQuote",
      at: "quoteIdentifier"),
  ]
}

@Suite struct BookingRefusalTests {
  let world: World

  init() throws { world = try World() }

  @Test("A refusal has its code, its reason and its path", arguments: RefusedBooking.all)
  func refusal(_ refused: RefusedBooking) throws {
    let outcome = try world.book(refused.letter())[0]
    #expect(outcome.code == refused.code)
    #expect(outcome.reason == refused.reason)
    #expect(outcome.path == refused.path)
    let retry = try #require(ErrorReason(rawValue: refused.reason).map(RetryAdvice.advice))
    #expect(outcome.response?["error"]?["retry"]?.string == retry.action.rawValue)
    #expect(outcome.publications.count == 1)
    #expect(world.contents.rides.isEmpty)
  }

  @Test("A refusal is repeated unchanged, even if the request would succeed now")
  func stored() throws {
    let first = try world.ride(.booking().id("first"))
    let refused = try world.book(.booking().id("second"))[0]
    #expect(refused.reason == "previousRideNeedsCompletion")
    #expect(refused.code == "failureRequiringAppLaunchPreviousRideNeedsCompletion")
    _ = try world.dispatch(.onDuty("veh-7"))
    _ = try world.dispatch(.due(first))
    try world.finish(first, by: "veh-7")
    let again = try world.book(.booking().id("second"))[0]
    #expect(again.publications == refused.publications)
    #expect(again.note.isRepeat)
    #expect(try world.book(.booking().id("third"))[0].code == "success")
  }

  @Test("Of two bookings of a rider in a batch, the second has to wait for the first")
  func twoInBatch() throws {
    let outcomes = try world.book(.booking(), .booking().id("m-2"))
    #expect(outcomes.map(\.reason) == [nil, "previousRideNeedsCompletion"])
    #expect(world.contents.rides.count == 1)
  }

  @Test("As many unfinished rides are allowed as the catalogue says")
  func moreSlots() throws {
    let world = try World { $0.serviceAreas[0].policies.unfinishedRidesPerRider = 2 }
    let outcomes = try world.book(.booking(), .booking().id("m-2"), .booking().id("m-3"))
    #expect(outcomes.map(\.reason) == [nil, nil, "previousRideNeedsCompletion"])
    #expect(world.contents.rides.values.compactMap(\.slot).sorted() == [0, 1])
  }

  @Test("Past its deadline a booking is not carried out")
  func deadline() throws {
    let late = Letter.booking().with { $0.headers = [Header("deadline", .string(noon.rfc3339))] }
    let outcome = try world.book(late)[0]
    #expect(outcome.code == "failure")
    #expect(outcome.reason == "deadlineExceeded")
    #expect(outcome.path == "headers.deadline")
    #expect(outcome.publications.count == 1)
    #expect(world.contents == (try World()).contents)
    #expect(try world.book(late, at: noon.advanced(bySeconds: -1))[0].code == "inProgress")
    #expect(try world.book(late)[0].code == "inProgress", "what was done is told again")
  }

  @Test("A broken message between good ones gets its own answer and dead letter")
  func broken() throws {
    let outcomes = try world.book(
      .booking(rider: "a"), Letter("{", type: "request-ride.handle"),
      .booking(rider: "b").id(nil), .booking(rider: "c"))
    #expect(outcomes.map(\.code) == ["inProgress", "failure", "failure", "inProgress"])
    #expect(outcomes.map(\.reason) == [nil, "malformedJSON", "missingMessageIdentifier", nil])
    #expect(outcomes.map(\.deadLetters.count) == [0, 1, 1, 0])
    #expect(outcomes[1].deadLetters[0].body == Array("{".utf8))
    #expect(outcomes[1].deadLetters[0].routingKey == "request-ride")
    #expect(outcomes[1].deadLetterHeader("x-livery-reason") == "malformed-json")
    #expect(outcomes[1].deadLetterHeader("x-livery-worker") == "test-worker")
    #expect(outcomes[1].deadLetterHeader("x-livery-failed-at") == noon.rfc3339)
    #expect(world.contents.rides.count == 2)
  }

  @Test("An id that the store cannot store is refused and delays no other message")
  func unstorableIdentifier() throws {
    let outcomes = try world.book(.booking().id("m\u{0}1"), .booking(rider: "b"))
    #expect(outcomes.map(\.reason) == ["outOfRange", nil])
    #expect(outcomes[0].path == "message_id")
    #expect(outcomes[0].deadLetters.count == 1)
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// A pickup time, and what becomes of a booking with it.
struct PickupCase: Sendable, CustomTestStringConvertible {
  let time: String
  /// The start of the window, or the reason of the refusal.
  let told: String

  init(_ time: String, _ told: String) {
    self.time = time
    self.told = told
  }

  var testDescription: String { time }

  static let refused = [
    PickupCase(#"{"start":"2027-01-15T07:59:59Z"}"#, "inPast"),
    PickupCase(#"{"start":"2027-01-15T08:14:59Z"}"#, "tooSoon"),
    PickupCase(#"{"start":"2028-03-01T08:00:00Z"}"#, "tooFarAhead"),
    PickupCase(#"{"start":"2027-03-14T02:30:00"}"#, "nonexistentLocalTime"),
    PickupCase(#"{"start":"2027-11-07T01:30:00"}"#, "ambiguousLocalTime"),
    PickupCase(#"{"start":"2027-01-16T09:00:00Z","end":"2027-01-16T08:00:00Z"}"#, "inPast"),
    PickupCase(
      #"{"start":"2027-01-16T08:00:00Z","recurrenceRule":{"frequency":"daily"}}"#,
      "recurrenceUnsupported"),
  ]

  static let granted = [
    PickupCase(#"{"start":"2027-01-15T08:15:00Z"}"#, "2027-01-15T08:15:00Z"),
    PickupCase(#"{"start":"2027-01-16T07:00:00"}"#, "2027-01-16T13:00:00Z"),
    PickupCase(#"{"start":"2027-07-16T07:00:00"}"#, "2027-07-16T12:00:00Z"),
    PickupCase(#"{"start":"2027-01-16T08:00:00+02:00"}"#, "2027-01-16T06:00:00Z"),
    PickupCase(#"{"start":"2027-11-07T01:30:00-05:00"}"#, "2027-11-07T06:30:00Z"),
  ]
}

@Suite struct ScheduledTests {
  let world: World
  private static let noonTomorrow =
    #","scheduledPickupTime":{"start":"2027-01-16T12:00:00","end":"2027-01-16T12:20:00"}"#

  init() throws {
    world = try World { catalogue in
      catalogue.serviceAreas[0].policies.scheduling = SchedulingPolicy()
      catalogue.serviceAreas[0].policies.scheduling?.maximumLeadSeconds = 400 * 86_400
      let currency = catalogue.serviceAreas[0].currency
      catalogue.serviceAreas[0].products[1].cancellation = CancellationPolicy(
        fee: Money(minorUnits: 500, currency: currency), freeSeconds: 120,
        missedPickupFee: Money(minorUnits: 700, currency: currency))
    }
    _ = try world.dispatch(.onDuty("veh-7"))
  }

  @Test("A ride booked ahead waits for its hour, which its status shows")
  func booked() throws {
    let outcome = try world.book(.booking(more: Self.noonTomorrow))[0]
    let status = try #require(outcome.response?["rideStatus"])
    let window = status["scheduledPickupTime"]
    #expect(outcome.code == "inProgress")
    #expect(window?["start"]?.string == "2027-01-16T18:00:00Z")
    #expect(window?["end"]?.string == "2027-01-16T18:20:00Z")
    #expect(window?["timeZone"]?.string == "America/Chicago")
    #expect(status["estimatedPickupDate"]?.string == "2027-01-16T18:00:00Z")
    #expect(status["vehicle"] == nil, "a vehicle that is free now is free for others")
    #expect(outcome.searches == [])
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("Its search begins a while before the window, and cancelling is free until an hour before")
  func terms() throws {
    let name = try world.ride(.booking(more: Self.noonTomorrow))
    let record = try #require(try world.record(name))
    let ride = try RideDocument.decode(record.document)
    let start = try #require(Instant(rfc3339: "2027-01-16T18:00:00Z"))
    #expect(!ride.isSought && !record.isWaiting)
    #expect(ride.searchFrom == start.advanced(bySeconds: -1_200))
    #expect(ride.searchUntil == start.advanced(bySeconds: 1_200 + 1_800))
    #expect(ride.cancellationTerms?.threshold == start.advanced(bySeconds: -3_600))
  }

  @Test("Booked within that time, its search begins at once, and its vehicle is not too early")
  func soon() throws {
    let more = #","scheduledPickupTime":{"start":"2027-01-15T08:18:00Z"}"#
    let outcome = try world.book(.booking(more: more))[0]
    #expect(outcome.told == ["confirmed 1"])
    let status = outcome.response?["rideStatus"]
    #expect(status?["estimatedPickupDate"]?.string == "2027-01-15T08:18:00Z")
    let record = try #require(world.contents.rides.values.first)
    let ride = try RideDocument.decode(record.document)
    #expect(ride.cancellationTerms?.threshold == ride.createdAt.advanced(bySeconds: 120))
  }

  @Test("A time that cannot be had is refused at every stage", arguments: PickupCase.refused)
  func refused(_ pickup: PickupCase) throws {
    let more = #","scheduledPickupTime":\#(pickup.time)"#
    let outcomes = try world.book(.booking(more: more).confirming, .booking(more: more))
    for outcome in outcomes {
      #expect(outcome.reason == pickup.told)
      #expect(outcome.path?.hasPrefix("scheduledPickupTime") == true)
    }
    let isTooFar = outcomes[1].code == "failureRequiringAppLaunchRideScheduledTooFar"
    #expect(isTooFar == (pickup.told == "tooFarAhead"))
    #expect(world.contents.rides.isEmpty)
    let resolution = try resolve(more)
    if pickup.told == "ambiguousLocalTime" {
      #expect(resolution["result"]?.string == "disambiguation")
      #expect(
        resolution["values"]?.array?.map { $0["start"]?.string } == [
          "2027-11-07T06:30:00Z", "2027-11-07T07:30:00Z",
        ])
    } else {
      #expect(resolution["result"]?.string == "unsupported")
      #expect(resolution["reason"]?.string == pickup.told)
    }
  }

  @Test(
    "A time is read by the clocks at the pickup, or by its offset", arguments: PickupCase.granted)
  func granted(_ pickup: PickupCase) throws {
    let more = #","scheduledPickupTime":\#(pickup.time)"#
    let resolution = try resolve(more)
    #expect(resolution["result"]?.string == "success")
    let windows = try [
      resolution["value"],
      world.book(.booking(more: more).confirming)[0].response?["rideStatus"]?[
        "scheduledPickupTime"],
      world.book(.booking(more: more))[0].response?["rideStatus"]?["scheduledPickupTime"],
    ]
    #expect(windows.map { $0?["start"]?.string } == Array(repeating: pickup.told, count: 3))
    #expect(windows[0] == windows[1] && windows[1] == windows[2])
  }

  @Test("V2: Without a time the ride is for now, and no time is required")
  func V2_now() throws {
    #expect(try resolve("")["result"]?.string == "notRequired")
  }

  @Test("The same time in another form under one id is another request")
  func conflict() throws {
    let local = #","scheduledPickupTime":{"start":"2027-01-16T12:00:00"}"#
    let instant = #","scheduledPickupTime":{"start":"2027-01-16T18:00:00Z"}"#
    _ = try world.ride(.booking(more: local))
    #expect(try world.book(.booking(more: instant))[0].reason == "conflictingMessageIdentifier")
    #expect(try world.book(.booking(more: local))[0].note.isRepeat)
  }

  @Test("A listed price is for now, and is not given for a later hour")
  func lockedPrice() throws {
    let options = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
    let token = try #require(options.first?["quoteIdentifier"]?.string)
    let name = try #require(options.first?["name"]?.string)
    let more = #","quoteIdentifier":"\#(token)""#
    #expect(
      try world.book(.booking(name, more: more + Self.noonTomorrow))[0].path == "quoteIdentifier")
    #expect(try world.book(.booking(name, more: more).id("m-2"))[0].code == "success")
  }

  private func resolve(_ more: String) throws -> JSONValue {
    let outcome = try world.book(.resolve(Judgement.trip + more).id("m-9"))[0]
    return try #require(outcome.response?["resolutions"]?["scheduledPickupTime"])
  }
}

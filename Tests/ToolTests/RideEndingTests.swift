import JSON
import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("An ended ride shows why, and by whom")
struct RideEndingTests {
  /// More than five parameters: a test says those that it is about.
  private static func ride(
    _ outcome: CompletionStatus.Outcome, actor: Cancellation.Actor? = nil, reason: String? = nil,
    vehicle: String? = nil, cause: CancellationCause? = nil, party: FaultParty? = nil
  ) -> Ride {
    var ride = Ride.sample("r", rider: "rider-42", at: 0, .completed)
    ride.status.completionStatus = CompletionStatus(
      outcome: outcome, cause: cause, party: party)
    ride.status.vehicle = vehicle.map { Vehicle(identifier: VehicleIdentifier($0)) }
    ride.cancellation = actor.map {
      Cancellation(actor: $0, reason: reason, requestedAt: noon, fee: nil)
    }
    return ride
  }

  /// A ride whose vehicle was seen so many degrees north of the drop-off.
  private static func seen(_ degrees: Double, of ride: Ride) -> Ride {
    var ride = ride
    ride.status.updatedAt = noon
    let dropOff = ride.status.dropOffLocation?.coordinate ?? ride.status.pickupLocation.coordinate
    ride.status.dropOffLocation = Place(coordinate: dropOff)
    ride.status.vehicle?.location = Coordinate(
      latitude: dropOff.latitude + degrees, longitude: dropOff.longitude)
    ride.status.vehicle?.locatedAt = noon
    return ride
  }

  /// A ride that the operator's staff has ended in its driver's place.
  private static func ordered() -> Ride {
    var ride = ride(.completed, vehicle: "veh-7")
    ride.account.record(
      Intervention(.end, author: "d-7", reason: "the phone is off", order: "m-1"), at: noon)
    return ride
  }

  /// A ride that has ended of itself.
  private static func unreported() -> Ride {
    var ride = seen(0.001, of: ride(.completed, vehicle: "veh-7"))
    ride.watch = VehicleWatch(nearerAt: noon)
    return ride
  }

  @Test(
    "in its facts and its history",
    arguments: [
      (
        ride(.canceledByUser, actor: .user, reason: "changed my mind"),
        "canceled by the rider: changed my mind"
      ),
      (ride(.canceledByUser, actor: .user), "canceled by the rider"),
      (
        ride(.canceledByUser, actor: .user, reason: "rude", cause: .driverAsked, party: .nobody),
        "canceled by the rider (driverAsked, nobody is at fault): rude"
      ),
      (
        ride(.canceledMissedPickup, vehicle: "veh-7", cause: .riderAbsent, party: .rider),
        "the rider missed the pickup, as vehicle veh-7 reported (riderAbsent, at fault: rider)"
      ),
      (
        ride(.canceledByService, actor: .service, reason: "no vehicle was found"),
        "canceled by the service: no vehicle was found"
      ),
      (
        ride(.canceledMissedPickup, vehicle: "veh-7"),
        "the rider missed the pickup, as vehicle veh-7 reported"
      ),
      (
        ride(.completed, vehicle: "veh-7"),
        "driven, as vehicle veh-7 reported"
      ),
      (
        seen(0.001, of: ride(.completed, vehicle: "veh-7")),
        "at the drop-off, as vehicle veh-7 reported"
      ),
      (
        seen(0.1, of: ride(.completed, vehicle: "veh-7")),
        "driven, as vehicle veh-7 reported; the vehicle was 11.1 km from the drop-off at "
          + noon.rfc3339
      ),
      (unreported(), "at the drop-off, with no report of the end"),
    ])
  func shown(_ ride: Ride, _ words: String) {
    let stored = StoredRide(ride: ride, history: [change(1, ride.status)], ledger: [])
    #expect(stored.lines(at: noon).contains("ended       \(words)"))
    #expect(stored.historyLines().count == 1)
    #expect(stored.historyLines()[0].hasSuffix("  \(words)"), "\(stored.historyLines())")
    let json = String(decoding: stored.json, as: UTF8.self)
    #expect(json.contains(#""ending":{"outcome":""#), "\(json)")
    if let reason = ride.cancellation?.reason {
      #expect(json.contains(#""reason":"\#(reason)""#))
    }
  }

  @Test("A15 D14: An end that no vehicle has reported is not shown as a report")
  func unreportedEnds() {
    let ordered = RideEnding(of: Self.ordered())
    #expect(ordered?.shown == "driven, as d-7 ordered")
    for (ending, by) in [(ordered, "operator"), (RideEnding(of: Self.unreported()), "service")] {
      let json = JSONWriter.object { writer in
        writer.key("ending")
        RideEnding.write(ending, into: &writer)
      }
      #expect(String(decoding: json, as: UTF8.self).contains(#""by":"\#(by)""#))
    }
  }

  private static let changed:
    [(words: String, change: @Sendable (inout RideStatus, Place) -> Void)] =
      [
        ("", { _, _ in }),
        ("the start is held", { status, _ in status.isStartHeld = true }),
        ("stops 41.94840, -87.65530", { $0.waypoints = [$1] }),
        (
          "pickup 41.94840, -87.65530, drop-off 41.94840, -87.65530",
          { ($0.pickupLocation, $0.dropOffLocation) = ($1, $1) }
        ),
        (
          "booked for 2027-01-15T08:00:00Z",
          { status, _ in
            status.scheduledPickupTime = PickupWindow(
              start: noon, end: noon.advanced(bySeconds: 300))
          }
        ),
      ]

  @Test(
    "B15 B16: A change of price, places or time is in the history with what it has become",
    arguments: changed.indices)
  func changes(row: Int) throws {
    let place = Place(coordinate: try #require(Coordinate(latitude: 41.9484, longitude: -87.6553)))
    let last = Ride.sample("r", rider: "rider-42", at: 0).status
    var status = last
    Self.changed[row].change(&status, place)
    #expect(status.changes(from: last, TimeFormat()) == Self.changed[row].words)
  }

  @Test("once, though it changes after its end, and which vehicle has left it before")
  func history() {
    var statuses: [RideStatus] = []
    var status = Ride.sample("r", rider: "rider-42", at: 0).status
    statuses.append(status)
    status.phase = .confirmed
    status.vehicle = Vehicle(identifier: VehicleIdentifier("veh-7"), registrationPlate: "AB 1")
    statuses.append(status)
    status.phase = .received
    status.vehicle = nil
    statuses.append(status)
    let ended = Self.ride(.canceledByService, actor: .service, reason: "no vehicle was found")
    statuses += [ended.status, ended.status]
    let stored = StoredRide(
      ride: ended, history: statuses.enumerated().map { change($0 + 1, $1) }, ledger: [])
    let notes = stored.historyLines().map { $0.dropFirst("2027-01-15T08:00:00Z    1 ".count) }
    #expect(
      notes == [
        "received  SUV", "confirmed  SUV  AB 1", "received  SUV  no longer with AB 1",
        "completed (canceledByService)  SUV  canceled by the service: no vehicle was found",
        "completed (canceledByService)  SUV",
      ])
  }

  @Test("in the list of rides, with the reason")
  func listed() throws {
    let store = try ToolStore()
    var record = RideRecord.sample("r", rider: "rider-42", at: 0, .completed)
    record.document = RideDocument.encode(
      Self.ride(.canceledByService, actor: .service, reason: "no\u{1B}[2Jvehicle"))
    try store.write { [record] store throws(StoreError) in try store.insert([record]) }
    #expect(
      store.run("rides").output
        == "2027-01-15T08:00:00Z  r  rider-42  completed (canceledByService)  SUV  "
        + "reason: no\\u001b[2Jvehicle\n")
    #expect(
      store.run("rides", "--json").output.contains(
        #""ending":{"outcome":"canceledByService","by":"service","reason":"no\u001b[2Jvehicle"}"#))
  }

  @Test("and says nothing of it while it is under way")
  func underWay() {
    let stored = StoredRide(
      ride: Ride.sample("r", rider: "rider-42", at: 0), history: [], ledger: [])
    #expect(!stored.lines(at: noon).contains { $0.hasPrefix("ended") })
    #expect(String(decoding: stored.json, as: UTF8.self).contains(#""ending":null"#))
  }

  private func change(_ sequence: Int, _ status: RideStatus) -> StatusChange {
    StatusChange(
      key: StatusChangeKey(rideIdentifier: RideIdentifier("r"), sequence: sequence),
      phase: status.phase, occurredAt: noon, status: RideStatusCoding.encode(status),
      traceparent: nil, tracestate: nil)
  }
}

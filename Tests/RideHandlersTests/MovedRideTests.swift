import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Rides that are booked ahead, moved and reminded of") struct MovedRideTests {
  private static func pickup(_ hour: String) -> String {
    #","scheduledPickupTime":{"start":"2027-01-16T\#(hour):00Z"}"#
  }

  private static let consent = #","maximumPrice":{"amount":"500.00","currencyCode":"USD"}"#

  private func world(
    _ payments: (any PaymentGateway)? = nil, _ change: (inout SchedulingPolicy) -> Void = { _ in }
  ) throws -> World {
    let world = try World(payments: payments) { catalogue in
      var policy = SchedulingPolicy()
      policy.reminderSeconds = 3_600
      change(&policy)
      catalogue.serviceAreas[0].policies.scheduling = policy
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    return world
  }

  private func change(_ ride: String, _ more: String, id: String = "change") -> Letter {
    Letter(
      #"{"riderIdentifier":"rider-42","rideIdentifier":"\#(ride)"\#(more)}"#,
      type: "change-ride.handle"
    ).id(id)
  }

  private func instant(_ hour: String) throws -> Instant {
    try #require(Instant(rfc3339: "2027-01-16T\(hour):00Z"))
  }

  /// Has a vehicle be there, and the ride be looked after.
  private func seek(_ ride: String, in world: World, at hour: String) throws -> Outcome {
    _ = try world.dispatch(.vehicle("veh-7", 2, ""), at: instant(hour))
    return try world.dispatch(.due(ride), at: instant(hour))[0]
  }

  @Test("B16: Until its search begins a ride has another time and pickup, at the price of then")
  func B16_moved() throws {
    let world = try world()
    let ride = try world.ride(.paid(more: Self.pickup("18:00")))
    let place = #","pickupLocation":{"latitude":41.9,"longitude":-87.63,"name":"North"}"#
    let moved = try world.book(change(ride, Self.pickup("20:00") + place + Self.consent))[0]
    #expect(moved.told == ["received 2"] && moved.searches == [])
    let status = moved.response?["rideStatus"]
    #expect(status?["scheduledPickupTime"]?["start"]?.string == "2027-01-16T20:00:00Z")
    #expect(status?["estimatedPickupDate"]?.string == "2027-01-16T20:00:00Z")
    #expect(status?["pickupLocation"]?["name"]?.string == "North")
    let document = try #require(try world.document(ride))
    #expect(try document.searchFrom == instant("19:40") && !document.isSought)
    #expect(try document.remindAt == instant("19:00"))
    #expect(try world.record(ride)?.dueAt == instant("19:00"))
    #expect(document.account.charges.count == 1, "the hold is only planned")
    let due = try seek(ride, in: world, at: "19:41")
    #expect(due.told == ["received 3", "confirmed 4"])
    let late = try world.book(change(ride, Self.pickup("21:00"), id: "late"), at: instant("19:42"))
    #expect(late[0].reason == "illegalMove" && late[0].path == "scheduledPickupTime")
  }

  @Test("B16: A time that cannot be booked is refused, and the ride keeps its own")
  func B16_refused() throws {
    let world = try world()
    let ride = try world.ride(.paid(more: Self.pickup("18:00")))
    let (past, soon) = ("2027-01-15T07:00:00Z", "2027-01-15T08:01:00Z")
    let late = "2028-01-15T08:00:00Z"
    for (time, reason) in [(past, "inPast"), (soon, "tooSoon"), (late, "tooFarAhead")] {
      let more = #","scheduledPickupTime":{"start":"\#(time)"}"#
      let refused = try world.book(change(ride, more, id: time))[0]
      #expect(refused.reason == reason && refused.path == "scheduledPickupTime.start")
    }
    #expect(try world.document(ride)?.status.sequence == 1)
    let now = try world.ride(.booking(rider: "rider-1").id("now"))
    let other = change(now, Self.pickup("18:00"), id: "now").with {
      $0.body = $0.body.replacing("rider-42", with: "rider-1")
    }
    #expect(try world.book(other)[0].reason == "illegalMove")
  }

  @Test("B16: A rider is reminded once, before the pickup, and again of another time")
  func B16_reminded() throws {
    let world = try world()
    let ride = try world.ride(.booking(more: Self.pickup("18:00")))
    #expect(try world.dispatch(.due(ride), at: instant("16:59"))[0].told == [])
    let reminder = try world.dispatch(.due(ride, id: "due-2"), at: instant("17:00"))[0]
    #expect(reminder.told == ["received 2"])
    let status = decode(try #require(reminder.events.first).body)?["data"]
    #expect(status?["remindedAt"]?.string == "2027-01-16T17:00:00Z")
    #expect(try world.dispatch(.due(ride, id: "due-3"), at: instant("17:01"))[0].told == [])
    _ = try world.book(change(ride, Self.pickup("20:00") + Self.consent), at: instant("17:02"))
    #expect(try world.document(ride)?.status.remindedAt == nil)
    let again = try world.dispatch(.due(ride, id: "due-4"), at: instant("19:00"))[0]
    #expect(again.told == ["received 4"])
  }

  @Test("B16: Who books later than the reminder, or cancels, is not reminded")
  func B16_notReminded() throws {
    let world = try world()
    let soon = #","scheduledPickupTime":{"start":"2027-01-15T08:40:00Z"}"#
    let ride = try world.ride(.booking(more: soon))
    #expect(try world.document(ride)?.remindAt == nil)
    let other = try world.ride(.booking(rider: "rider-1", more: Self.pickup("18:00")).id("m-2"))
    _ = try world.book(.cancel(other, rider: "rider-1"))
    #expect(try world.dispatch(.due(other, id: "due-5"), at: instant("17:00"))[0].told == [])
  }

  /// Declines all holds, or fails to make them.
  private struct NoHolds: PaymentGateway {
    var outcome = PaymentResult.Outcome.declined

    func answer(_ command: PaymentCommand, times: Int) -> PaymentResult? {
      PaymentResult(
        key: command.key, outcome: command.operation == .authorize ? outcome : .approved,
        reference: "p")
    }
  }

  @Test("B16: A card is checked at the booking, and nothing stays held until the search")
  func B16_checked() throws {
    let booking = Letter.paid(more: Self.pickup("18:00"))
    let refusing = try world(NoHolds()) { $0.checksPayment = true }
    #expect(try refusing.book(booking)[0].reason == "paymentDeclined")
    let failing = try world(NoHolds(outcome: .failed)) { $0.checksPayment = true }
    #expect(try failing.book(booking)[0].code == "inProgress", "it says nothing of the card")
    let unchecked = try world(NoHolds())
    #expect(try unchecked.book(booking)[0].code == "inProgress")

    let world = try world { $0.checksPayment = true }
    let ride = try world.ride(booking)
    let account = try #require(try world.document(ride)).account
    #expect(account.charges.map(\.state) == [.none, .voided])
    let due = try seek(ride, in: world, at: "17:45")
    #expect(due.told == ["received 2", "confirmed 3"])
    let held = try #require(try world.document(ride)).account
    #expect(held.charges.map(\.state) == [.authorized, .voided])
  }

  @Test("B16: A card that is refused later ends the ride, free of charge")
  func B16_checkedLater() throws {
    let world = try world(PaymentsByMessage()) { $0.checksPayment = true }
    let booked = try world.book(.paid(more: Self.pickup("18:00")))[0]
    let ride = try #require(booked.response?["rideStatus"]?["rideIdentifier"]?.string)
    let key = "\(ride):fare2:authorise:1"
    #expect(booked.payments.map(\.properties.messageID) == [key])
    let approved = try self.world(PaymentsByMessage()) { $0.checksPayment = true }
    _ = try approved.book(.paid(more: Self.pickup("18:00")))
    let void = try approved.dispatch(.result(key, "approved", of: ride))[0]
    #expect(void.payments.map(\.properties.messageID) == ["\(ride):fare2:void:1"])
    let declined = try world.dispatch(.result(key, "declined", of: ride))[0]
    #expect(declined.told == ["completed 2"])
    #expect(try world.balances(ride) == [:])
  }

  @Test("B17: A vehicle that is planned ahead gets the ride when its search begins")
  func B17_ahead() throws {
    let world = try world()
    _ = try world.dispatch(.onDuty("veh-8", latitude: 41.95))
    let ride = try world.ride(.paid(more: Self.pickup("18:00")))
    let planned = try world.dispatch(plan(ride, "veh-8"))[0]
    #expect(planned.code == "success" && planned.told == ["received 2"])
    #expect(try world.document(ride)?.account.settlements.last?.author == "dispatcher-7")
    #expect(try world.document(ride)?.isSought == false)
    _ = try world.dispatch(.vehicle("veh-8", 2, ""), at: instant("17:41"))
    #expect(try seek(ride, in: world, at: "17:41").told == ["received 3", "confirmed 4"])
    #expect(try world.document(ride)?.status.vehicle?.identifier.rawValue == "veh-8")
  }

  @Test("B17: Where the planned vehicle cannot take the ride, another gets it")
  func B17_busy() throws {
    let world = try world()
    _ = try world.dispatch(.onDuty("veh-8", latitude: 41.95))
    let ride = try world.ride(.paid(more: Self.pickup("18:00")))
    _ = try world.dispatch(plan(ride, "veh-8"))
    _ = try world.dispatch(.vehicle("veh-8", 2, #","onDuty":false"#), at: instant("17:41"))
    #expect(try seek(ride, in: world, at: "17:41").told == ["received 3", "confirmed 4"])
    #expect(try world.document(ride)?.status.vehicle?.identifier.rawValue == "veh-7")
  }

  @Test("B17: A ride is taken from its vehicle for the planned one, which may have declined it")
  func B17_now() throws {
    let world = try world()
    _ = try world.dispatch(.onDuty("veh-8", latitude: 41.95))
    let ride = try world.ride(.paid())
    #expect(try world.document(ride)?.status.vehicle?.identifier.rawValue == "veh-7")
    for (vehicle, id) in [("veh-8", "a"), ("veh-7", "b")] {
      let moved = try world.dispatch(plan(ride, vehicle, id: id))[0]
      #expect(moved.code == "success" && moved.searches == [ride])
      _ = try world.dispatch(.due(ride).id("due \(id)"))
      #expect(try world.document(ride)?.status.vehicle?.identifier.rawValue == vehicle)
    }
    #expect(try world.dispatch(plan(ride, "veh-7", id: "c"))[0].reason == "illegalMove")
  }

  @Test("B17: A vehicle that is unknown, or that drives for other products, is refused")
  func B17_refused() throws {
    let world = try world()
    _ = try world.dispatch(.onDuty("veh-8", "taxi"))
    let ride = try world.ride(.paid(more: Self.pickup("18:00")))
    for vehicle in ["veh-8", "veh-9"] {
      let refused = try world.dispatch(plan(ride, vehicle, id: vehicle))[0]
      #expect(refused.reason == "unknownVehicle" && refused.path == "plannedVehicleIdentifier")
    }
    #expect(try world.document(ride)?.plannedVehicle == nil)
  }

  private func plan(_ ride: String, _ vehicle: String, id: String = "plan") -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","author":"dispatcher-7","reason":"she knows the house","#
        + #""plannedVehicleIdentifier":"\#(vehicle)"}"#, type: "ride.reassign"
    ).id(id)
  }
}

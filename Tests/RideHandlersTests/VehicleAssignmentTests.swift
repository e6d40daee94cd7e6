import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("What vehicles are told of their rides") struct VehicleAssignmentTests {
  private static let rider =
    #","riderName":"Jane Roe","riderPhone":"+13125550177","note":"by the side door""#

  /// A world whose vehicles are told, with one of them on duty.
  private static func world(_ maskingNumbers: [String] = []) throws -> World {
    let world = try World { catalogue in
      catalogue.serviceAreas[0].policies.dispatch.informsVehicles = true
      catalogue.serviceAreas[0].policies.dispatch.maskingNumbers = maskingNumbers
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    return world
  }

  private static func rideIdentifier(_ outcome: Outcome) throws -> String {
    try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
  }

  @Test("A19: Once committed a vehicle is told of the rider, by its own key and for a time")
  func A19_committed() throws {
    let world = try Self.world()
    let booked = try world.book(.booking(more: Self.rider))[0]
    let message = try #require(booked.assignments.first)
    let body = try #require(decode(message.body))
    #expect(message.routingKey == "vehicle.veh-7" && booked.assignments.count == 1)
    #expect(message.properties.expiration == "600000" && !message.mandatory)
    #expect(body["state"]?.string == "assigned" && body["phase"]?.string == "confirmed")
    #expect(body["riderName"]?.string == "Jane", "the first name alone")
    #expect(body["riderPhone"]?.string == "+13125550177" && body["isGuest"] == nil)
    #expect(body["note"]?.string == "by the side door")
    #expect(body["pickupLocation"]?["name"]?.string == "Art Institute")
    for other in booked.responses + booked.events {
      #expect(!String(decoding: other.body, as: UTF8.self).contains("5550177"))
    }
  }

  @Test("A19: A vehicle that is offered a ride is told once it has accepted")
  func A19_offered() throws {
    let world = try Self.world()
    _ = try world.dispatch(.onDuty("taxi-1", "taxi"))
    let booked = try world.book(.booking("Taxi", more: Self.rider))[0]
    #expect(booked.assignments == [])
    let ride = try Self.rideIdentifier(booked)
    let accepted = try world.dispatch(.report("accepted", of: ride, by: "taxi-1"))[0]
    #expect(accepted.assignments.map(\.routingKey) == ["vehicle.taxi-1"])
  }

  @Test("A19: A vehicle that has lost the ride is told so and no more, the next one is told all")
  func A19_lost() throws {
    let world = try Self.world()
    let ride = try world.ride(.booking(more: Self.rider))
    _ = try world.dispatch(.onDuty("veh-8"))
    let outcomes =
      try world.dispatch(.report("droppedOut", of: ride, by: "veh-7"))
      + world.dispatch(.due(ride, id: "due-2"))
    let told = outcomes.flatMap(\.assignments)
    #expect(told.map(\.routingKey) == ["vehicle.veh-7", "vehicle.veh-8"])
    let bodies = told.compactMap { decode($0.body) }
    #expect(bodies.map { $0["state"]?.string } == ["withdrawn", "assigned"])
    #expect(bodies.map { $0["riderPhone"] == nil } == [true, false])
    #expect(bodies.map { $0["pickupLocation"] == nil } == [true, false])
  }

  @Test("A19: A vehicle that was the last to drop out is told so, others that declined are not")
  func A19_lastDropOut() throws {
    let world = try World { catalogue in
      catalogue.serviceAreas[0].policies.dispatch.informsVehicles = true
      catalogue.serviceAreas[0].policies.dispatch.maximumDropOuts = 0
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking(more: #","riderName":"Jane\u00a0Roe""#))
    let report = Letter.report("droppedOut", of: ride, by: "veh-7")
    let lost = try #require(try world.dispatch(report)[0].assignments.first)
    #expect(lost.routingKey == "vehicle.veh-7")
    #expect(decode(lost.body)?["state"]?.string == "withdrawn")
    _ = try world.dispatch(.onDuty("taxi-1", "taxi"))
    let offered = try Self.rideIdentifier(world.book(.booking("Taxi", rider: "rider-1").id("t"))[0])
    let declined = try world.dispatch(.report("declined", of: offered, by: "taxi-1"))[0]
    #expect(declined.assignments == [])
  }

  @Test("A19: A repeat tells the newest state again, and nothing old")
  func A19_repeat() throws {
    let world = try Self.world()
    let booking = Letter.booking(more: Self.rider)
    let booked = try world.book(booking)[0]
    #expect(try world.book(booking)[0].assignments == booked.assignments)
    #expect(try world.book(booking, at: noon.advanced(bySeconds: 601))[0].assignments == [])
    let ride = try Self.rideIdentifier(booked)
    let arrived = Letter.report("arrived", of: ride, by: "veh-7")
    let told = try world.dispatch(arrived)[0].assignments
    #expect(told.count == 1)
    #expect(try world.book(booking)[0].assignments == [])
    #expect(try world.dispatch(arrived)[0].assignments.map(\.body) == told.map(\.body))
  }

  @Test("A19: With a masking service drivers have its number in the place of the rider's")
  func A19_masked() throws {
    let numbers = ["+13125550001", "+13125550002"]
    let world = try Self.world(numbers)
    let told = try #require(try world.book(.booking(more: Self.rider))[0].assignments.first)
    let number = decode(told.body)?["riderPhone"]?.string
    #expect(number.map(numbers.contains) == true)
  }

  @Test("A19: After its end nothing of the passenger is kept, however it ended", arguments: 0...1)
  func A19_erased(way: Int) throws {
    let world = try Self.world()
    let ride = try world.ride(.booking(more: Self.rider))
    #expect(try world.document(ride)?.passenger?.name == "Jane Roe")
    let outcome =
      way == 0 ? try world.book(.cancel(ride))[0] : try world.dispatch(try world.drive(ride))[0]
    let body = try #require(outcome.assignments.first.flatMap { decode($0.body) })
    #expect(body["state"]?.string == "withdrawn" && body["note"] == nil)
    let record = try #require(try world.record(ride))
    let document = String(decoding: record.document, as: UTF8.self)
    #expect(!document.contains("5550177") && !document.contains("Jane"))
    for outcome in world.contents.outcomes.values {
      #expect(!outcome.payments.joined().contains("5550177"))
      #expect(!String(decoding: outcome.response, as: UTF8.self).contains("5550177"))
    }
  }

  @Test("A19: Where the catalogue does not ask for it vehicles are told nothing")
  func A19_off() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    #expect(try world.book(.booking(more: Self.rider))[0].assignments == [])
  }

  @Test("B13: A guest rides in the place of the rider, whose ride it stays")
  func B13_guest() throws {
    let world = try Self.world()
    let guest = Self.rider + #","guestName":"Max Poe""#
    let booked = try world.book(.booking(more: guest))[0]
    let body = try #require(booked.assignments.first.flatMap { decode($0.body) })
    #expect(body["riderName"]?.string == "Max" && body["isGuest"]?.bool == true)
    #expect(body["riderPhone"] == nil, "the rider is not aboard")
    let ride = try Self.rideIdentifier(booked)
    #expect(try world.ask(.query(ride))[0].code == "success")
    #expect(try world.ask(.query(ride, rider: "Max Poe"))[0].reason == "unknownRide")
  }
}

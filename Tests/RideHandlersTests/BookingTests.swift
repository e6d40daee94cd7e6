import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct BookingTests {
  let world: World

  init() throws { world = try World() }

  @Test("Without a vehicle a booking is received, in progress, and sent to the search")
  func waits() throws {
    let outcome = try world.book(.booking())[0]
    let ride = try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(outcome.code == "inProgress")
    #expect(outcome.response?["rideStatus"]?["phase"]?.string == "received")
    #expect(outcome.told == ["received 1"])
    #expect(outcome.searches == [ride])
    #expect(outcome.commands.first?.properties.type == "ride.due")
    #expect(outcome.commands.first?.routingKey == "ride.due")
    #expect(try world.phases(ride) == ["received"])
    #expect(try world.record(ride)?.isWaiting == true)
  }

  @Test("A free vehicle of a product without acceptance confirms the ride at once")
  func confirms() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcome = try world.book(.booking())[0]
    let status = try #require(outcome.response?["rideStatus"])
    #expect(outcome.code == "success")
    #expect(outcome.told == ["confirmed 1"])
    #expect(outcome.searches == [])
    #expect(status["vehicle"]?["vehicleIdentifier"]?.string == "veh-7")
    #expect(status["driver"]?["name"]?.string == "Sam R.")
    #expect(try world.vehicle("veh-7")?.ride?.rawValue == status["rideIdentifier"]?.string)
  }

  @Test(
    "A taxi is asked, and until its driver accepts the ride stays received and shows no vehicle")
  func asks() throws {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let outcome = try world.book(.booking("Taxi"))[0]
    #expect(outcome.code == "inProgress")
    #expect(outcome.told == ["received 1"])
    #expect(outcome.searches == [])
    let ride = try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(hidesVehicle(outcome))
    #expect(hidesVehicle(try world.ask(.query(ride))[0]))
    #expect(hidesVehicle(try world.book(Letter.cancel(ride).confirm)[0]))
    // The event names the asked vehicle, beside the status.
    let asked = outcome.events.compactMap { decode($0.body)?["askedvehicle"]?.string }
    #expect(asked == ["veh-7"])
    #expect(!outcome.events.contains { String(decoding: $0.body, as: UTF8.self).contains("Sam") })

    let accepted = try world.dispatch(.report("accepted", of: ride, by: "veh-7"))[0]
    let told = try #require(accepted.events.first.flatMap { decode($0.body) })
    #expect(told["data"]?["driver"]?["name"]?.string == "Sam R.")
    #expect(told["askedvehicle"] == nil)
  }

  @Test("The vehicle that was only asked stays hidden when the ride is cancelled, or it declines")
  func hidden() throws {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let ride = try world.ride(.booking("Taxi"))
    #expect(hidesVehicle(try world.book(.cancel(ride))[0]))
    #expect(hidesVehicle(try world.ask(.query(ride))[0]))

    let next = try world.ride(.booking("Taxi").id("m-2"))
    _ = try world.dispatch(.report("accepted", of: next, by: "veh-7"))
    #expect(!hidesVehicle(try world.ask(.query(next))[0]))
    _ = try world.dispatch(.report("droppedOut", of: next, by: "veh-7"))
    #expect(hidesVehicle(try world.ask(.query(next))[0]))
  }

  /// Whether an answer shows a ride, and neither a vehicle nor a driver.
  private func hidesVehicle(_ outcome: Outcome) -> Bool {
    let status = outcome.response?["rideStatus"]
    return status?["rideIdentifier"]?.string != nil && status?["vehicle"] == nil
      && status?["driver"] == nil
  }

  @Test(
    "A ride is promised for the time that the list showed",
    arguments: [41.8786, 41.88, 41.89, 41.9, 41.91, 41.92])
  func estimate(_ latitude: Double) throws {
    _ = try world.dispatch(.onDuty("veh-7", latitude: latitude))
    let listed = try world.list(.list())[0].response?["rideOptions"]?[0]?["estimatedPickupDate"]
    let booked = try world.book(.booking())[0].response?["rideStatus"]?["estimatedPickupDate"]
    #expect(listed?.string != nil)
    #expect(listed == booked)
  }

  @Test("A claimed vehicle that the snapshot shows as free does not confirm a ride")
  func lostClaim() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    world.freezeSupply()
    _ = try world.book(.booking(rider: "first"))
    let outcome = try world.book(.booking(rider: "second"))[0]
    #expect(outcome.told == ["received 1"])
    #expect(outcome.searches.count == 1)
  }

  @Test("Of a crowd as many are searched for as vehicles are on duty, and a few, the first first")
  func crowd() throws {
    _ = try world.dispatch(.onDuty("veh-1"), .onDuty("veh-2"), .onDuty("veh-3", "taxi"))
    _ = try world.book(.booking(rider: "a"), .booking(rider: "b").id("m-2"))
    world.freezeSupply()
    let letters = (0..<50).map { Letter.booking(rider: "rider-\($0)").id("m-\($0)") }
    let outcomes = try world.take(
      letters, by: RequestRideHandler(dependencies: world.dependencies, store: world.store))
    let rides = outcomes.compactMap { $0.response?["rideStatus"]?["rideIdentifier"]?.string }
    #expect(rides.count == 50)
    // Two for the sedans, which are taken, and eight for vehicles that have just come.
    #expect(Set(outcomes.flatMap(\.searches)) == Set(rides.sorted().prefix(10)))
    // The last is found all the same, once vehicles are free.
    let found = try world.dispatch(.onDuty("veh-4"), .onDuty("veh-5")).flatMap(\.searches)
    #expect(found == Array(rides.sorted().prefix(2)))
  }

  @Test("One vehicle is not given to two bookings of a batch")
  func oneVehicle() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcomes = try world.book(.booking(rider: "first"), .booking(rider: "second"))
    #expect(outcomes.map(\.code) == ["success", "inProgress"])
  }

  @Test("Without reply_to there are events and no response")
  func silent() throws {
    let outcome = try world.book(.booking().silent)[0]
    #expect(outcome.responses == [])
    #expect(outcome.told == ["received 1"])
  }

  @Test("The ride is named after the rider and the message id alone")
  func identifier() throws {
    let names = try [
      World().ride(.booking()), World().ride(.booking("SUV", more: #","partySize":2"#)),
      World().ride(.booking().id("m-2")), World().ride(.booking(rider: "rider-43")),
    ]
    #expect(names[0] == names[1])
    #expect(Set(names).count == 3)
    #expect(names[0].count == 26)
    #expect(names[0].allSatisfy { $0.isLowercase || $0.isNumber })
  }

  @Test("The modern profile answers success for a ride that is received")
  func modern() throws {
    let modern = try World { $0.serviceAreas[0].policies.bookingCodes = .modern }
    #expect(try modern.book(.booking())[0].code == "success")
  }

  @Test("A trace is carried into the response, the events and the command")
  func trace() throws {
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let letter = Letter.booking().with { $0.headers = [Header("traceparent", .string(trace))] }
    let outcome = try world.book(letter)[0]
    #expect(outcome.publications.count == 3)
    for publication in outcome.publications {
      #expect(publication.properties.header("traceparent") == .string(trace))
    }
    #expect(decode(outcome.events[0].body)?["traceparent"]?.string == trace)
  }

  @Test("The rider is answered in a locale of the catalogue")
  func locale() throws {
    let ride = try world.ride(.booking(more: #","locale":"fr_FR""#))
    let document = decode(try #require(try world.record(ride)).document)
    #expect(document?["locale"]?.string == "en_US")
  }
}

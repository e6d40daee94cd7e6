import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct RideReportTests {
  let world: World

  init() throws {
    world = try World()
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
  }

  private static let life = ["accepted", "approaching", "arrived", "started", "ended"]
  private static let phases = [
    "received", "confirmed", "approachingPickup", "pickup", "ongoing", "completed",
  ]

  @Test("A ride passes all phases, report by report, and frees its vehicle")
  func life() throws {
    let ride = try world.ride(.booking("Taxi"))
    for event in Self.life {
      let outcome = try world.dispatch(.report(event, of: ride, by: "veh-7"))[0]
      #expect(outcome.code == "success")
      #expect(outcome.events.count == 1)
    }
    #expect(try world.phases(ride) == Self.phases)
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.record(ride)?.slot == nil)
  }

  @Test("A ride passes all phases within one batch")
  func lifeInBatch() throws {
    let ride = try world.ride(.booking("Taxi"))
    let letters = Self.life.map { Letter.report($0, of: ride, by: "veh-7") }
    let outcomes = try world.take(
      letters, by: DispatchHandler(dependencies: world.dependencies, store: world.store))
    #expect(
      outcomes.flatMap(\.told) == [
        "confirmed 2", "approachingPickup 3", "pickup 4", "ongoing 5", "completed 6",
      ])
    #expect(try world.phases(ride) == Self.phases)
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("A report shows the vehicle where it was last")
  func position() throws {
    let ride = try world.ride(.booking("Taxi"))
    let outcomes = try world.dispatch(
      .vehicle("veh-7", 2, #","location":{"latitude":41.9,"longitude":-87.7}"#),
      .report("accepted", of: ride, by: "veh-7"), at: noon.advanced(bySeconds: 110))
    let vehicle = decode(outcomes[1].events[0].body)?["data"]?["vehicle"]
    #expect(vehicle?["location"]?["latitude"]?.number == 41.9)
  }

  @Test("A declined ride is searched for again and never offered to the same vehicle")
  func declined() throws {
    let ride = try world.ride(.booking("Taxi"))
    let outcome = try world.dispatch(.report("declined", of: ride, by: "veh-7"))[0]
    #expect(outcome.told == ["received 2"])
    #expect(outcome.searches == [ride])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.dispatch(.due(ride))[0].events == [])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    _ = try world.dispatch(.onDuty("veh-8", "taxi", latitude: 41.95))
    #expect(try world.dispatch(.due(ride))[0].told == ["received 3"])
    #expect(try world.record(ride)?.vehicle?.rawValue == "veh-8")
  }

  @Test("A vehicle that drops out gives the ride back to the search")
  func droppedOut() throws {
    let ride = try world.ride(.booking("Taxi"))
    _ = try world.dispatch(.onDuty("veh-8", "taxi", latitude: 41.95))
    let outcomes = try world.dispatch(
      .report("accepted", of: ride, by: "veh-7"), .report("droppedOut", of: ride, by: "veh-7"),
      .due(ride))
    #expect(outcomes.map(\.told) == [["confirmed 2"], ["received 3"], ["received 4"]])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.vehicle("veh-8")?.ride?.rawValue == ride)
  }

  @Test("Two drivers who decline with the same message id each cause a search")
  func sameIdentifiers() throws {
    let ride = try world.ride(.booking("Taxi").id("1"))
    _ = try world.dispatch(.onDuty("veh-8", "taxi"), .onDuty("veh-9", "taxi", latitude: 41.95))
    var commands: Set<String> = []
    for vehicle in ["veh-7", "veh-8"] {
      let outcome = try world.dispatch(.report("declined", of: ride, by: vehicle, id: "1"))[0]
      let command = try #require(outcome.commands.first?.properties.messageID)
      #expect(commands.insert(command).inserted)
      _ = try world.dispatch(.due(ride, id: command))
    }
    #expect(try world.record(ride)?.vehicle?.rawValue == "veh-9")
  }

  @Test("A report of another vehicle is refused")
  func otherVehicle() throws {
    let ride = try world.ride(.booking("Taxi"))
    let before = try world.record(ride)
    let outcome = try world.dispatch(.report("accepted", of: ride, by: "veh-8"))[0]
    #expect(outcome.code == "failure")
    #expect(outcome.reason == "unknownVehicle")
    #expect(outcome.path == "vehicleIdentifier")
    #expect(outcome.events == [])
    #expect(try world.record(ride) == before)
  }

  @Test("A report of an unknown ride is refused")
  func unknownRide() throws {
    let outcome = try world.dispatch(.report("accepted", of: "nowhere", by: "veh-7"))[0]
    #expect(outcome.reason == "unknownRide")
    #expect(outcome.path == "rideIdentifier")
  }

  @Test("A report that does not fit the phase is refused")
  func illegal() throws {
    let ride = try world.ride(.booking("Taxi"))
    let outcome = try world.dispatch(.report("missedPickup", of: ride, by: "veh-7"))[0]
    #expect(outcome.reason == "illegalMove")
    #expect(outcome.path == "event")
  }

  @Test("A repeated report gets its stored outcome and changes nothing")
  func again() throws {
    let ride = try world.ride(.booking("Taxi"))
    let accepted = Letter.report("accepted", of: ride, by: "veh-7")
    let first = try world.dispatch(accepted)[0]
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    let before = world.contents
    let again = try world.dispatch(accepted, accepted)
    #expect(world.contents == before)
    for outcome in again {
      #expect(outcome.publications == first.publications)
      #expect(outcome.note.isRepeat)
    }
  }

  @Test("The same report under another id changes nothing")
  func known() throws {
    let ride = try world.ride(.booking("Taxi"))
    _ = try world.dispatch(.report("accepted", of: ride, by: "veh-7"))
    let outcome = try world.dispatch(.report("accepted", of: ride, by: "veh-7", id: "other"))[0]
    #expect(outcome.code == "success")
    #expect(outcome.events == [])
  }

  @Test("The id of a report used for another is a conflict")
  func conflict() throws {
    let ride = try world.ride(.booking("Taxi"))
    _ = try world.dispatch(.report("accepted", of: ride, by: "veh-7", id: "1"))
    let outcome = try world.dispatch(.report("arrived", of: ride, by: "veh-7", id: "1"))[0]
    #expect(outcome.reason == "conflictingMessageIdentifier")
    #expect(try world.phases(ride).last == "confirmed")
  }

  @Test("A vehicle that is freed asks for the longest-waiting ride of its products")
  func freed() throws {
    let ride = try world.ride(.booking("Taxi"))
    let waiting = try world.ride(.booking("Taxi", rider: "b"))
    _ = try world.dispatch(.report("started", of: ride, by: "veh-7"))
    let outcome = try world.dispatch(.report("ended", of: ride, by: "veh-7"))[0]
    #expect(outcome.searches == [waiting])
    #expect(try world.dispatch(.due(waiting))[0].told == ["received 2"])
    #expect(try world.vehicle("veh-7")?.ride?.rawValue == waiting)
  }

  @Test("A commit that came second is retried")
  func conflictOnCommit() throws {
    let ride = try world.ride(.booking("Taxi"))
    let store = FlakyStore(MemoryStore(world.database), failing: 2, with: .conflict)
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    let outcome = try world.take([.report("accepted", of: ride, by: "veh-7")], by: handler)[0]
    #expect(outcome.told == ["confirmed 2"])
    #expect(try world.phases(ride) == ["received", "confirmed"])
  }
}

import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct RideDueTests {
  let world: World

  init() throws { world = try World() }

  @Test("A waiting ride gets the nearest free vehicle of its product")
  func nearest() throws {
    let ride = try world.ride()
    _ = try world.dispatch(
      .onDuty("far", latitude: 41.95), .onDuty("near"), .onDuty("other", "taxi", latitude: 41.8786))
    let outcome = try world.dispatch(.due(ride))[0]
    #expect(outcome.told == ["confirmed 2"])
    #expect(try world.vehicle("near")?.ride?.rawValue == ride)
    #expect(try world.vehicle("far")?.ride == nil)
  }

  @Test("A search that finds nothing is not kept, and the same command finds one later")
  func later() throws {
    let ride = try world.ride()
    let before = world.contents
    #expect(try world.dispatch(.due(ride))[0].publications == [])
    #expect(world.contents == before)
    _ = try world.dispatch(.onDuty("veh-7"))
    let found = try world.dispatch(.due(ride))[0]
    #expect(found.told == ["confirmed 2"])
    let again = try world.dispatch(.due(ride))[0]
    #expect(again.publications == found.publications)
    #expect(again.note.isRepeat)
    #expect(try world.phases(ride) == ["received", "confirmed"])
  }

  @Test("One that another worker commits between two reads is answered like any other repeat")
  func committedBetweenReads() throws {
    let ride = try world.ride()
    _ = try world.dispatch(.onDuty("veh-7"))
    let first = try world.dispatch(.due(ride))[0]
    #expect(first.told == ["confirmed 2"])
    let store = FlakyStore(MemoryStore(world.database))
    store.isEarly = true
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    let again = try world.take([.due(ride)], by: handler)[0]
    #expect(again.publications == first.publications)
    #expect(again.note.isRepeat)
  }

  @Test("One vehicle is not given to two rides of a batch")
  func oneVehicle() throws {
    let rides = try ["a", "b"].enumerated().map {
      try world.ride(.booking(rider: $1), at: noon.advanced(bySeconds: $0))
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcomes = try world.dispatch(.due(rides[0], id: "1"), .due(rides[1], id: "2"))
    #expect(outcomes.map(\.told) == [["confirmed 2"], []])
    #expect(try world.record(rides[1])?.isWaiting == true)
  }

  @Test("A ride that is due twice in a batch gets one vehicle")
  func twice() throws {
    let ride = try world.ride()
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8"))
    let outcomes = try world.dispatch(
      .due(ride, id: "1"), .due(ride, id: "2"), .due(ride, id: "1"))
    #expect(outcomes.map(\.told) == [["confirmed 2"], [], ["confirmed 2"]])
    #expect(world.contents.vehicles.values.compactMap(\.ride).count == 1)
  }

  @Test("A vehicle that reports and a ride that is due meet in one batch")
  func together() throws {
    let ride = try world.ride()
    let outcomes = try world.dispatch(.onDuty("veh-7"), .due(ride))
    #expect(outcomes[1].told == ["confirmed 2"])
    #expect(outcomes[0].searches == [], "the ride waits no longer")
  }

  @Test("The events of a ride leave a batch in their order")
  func order() throws {
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8", latitude: 41.95))
    let ride = try world.ride()
    let outcomes = try world.dispatch(
      .due(ride, id: "1"), .report("droppedOut", of: ride, by: "veh-7"), .due(ride, id: "2"))
    #expect(outcomes.flatMap(\.told) == ["received 2", "confirmed 3"])
    #expect(try world.phases(ride) == ["confirmed", "received", "confirmed"])
  }

  @Test("A ride that waits no longer, and one that does not exist, are left alone")
  func nothingToDo() throws {
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8"))
    let ride = try world.ride()
    let before = world.contents
    let outcomes = try world.dispatch(.due(ride, id: "1"), .due("nowhere", id: "2"))
    #expect(outcomes.map(\.publications) == [[], []])
    #expect(world.contents == before)
  }

  @Test("A party that does not fit waits for a larger vehicle")
  func capacity() throws {
    let ride = try world.ride(.booking(more: #","partySize":4"#))
    _ = try world.dispatch(.onDuty("small", capacity: 3))
    #expect(try world.dispatch(.due(ride))[0].events == [])
    _ = try world.dispatch(.onDuty("large", latitude: 41.95))
    #expect(try world.dispatch(.due(ride))[0].told == ["confirmed 2"])
    #expect(try world.record(ride)?.vehicle?.rawValue == "large")
  }

  @Test("Past its deadline a command is not carried out")
  func deadline() throws {
    let ride = try world.ride()
    _ = try world.dispatch(.onDuty("veh-7"))
    let late = Letter.due(ride).with { $0.headers = [Header("deadline", .string(noon.rfc3339))] }
    #expect(try world.dispatch(late)[0].publications == [])
    #expect(try world.record(ride)?.isWaiting == true)
  }

  @Test("A broken message between good ones touches no neighbour")
  func broken() throws {
    let ride = try world.ride()
    let outcomes = try world.dispatch(
      .onDuty("veh-7"), Letter("{}", type: nil), .due(ride).id(nil), .due(ride))
    #expect(outcomes.map(\.deadLetters.count) == [0, 1, 1, 0])
    #expect(outcomes[1].deadLetterHeader("x-livery-reason") == "not-permitted")
    #expect(outcomes[3].told == ["confirmed 2"])
  }
}

import JSON
import MemoryStore
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Messages that others come before each time")
struct ContestedTests {
  let world: World
  let store: FlakyStore

  init() throws {
    world = try World()
    store = FlakyStore(MemoryStore(world.database))
  }

  private static let bookings = (42...44).map { rider in
    Letter.booking(rider: "rider-\(rider)").id("m-\(rider)")
  }

  @Test("One of them in a batch of bookings delays no other, and can be sent again")
  func booking() throws {
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    store.contested = [RiderIdentifier("rider-43")]
    let first = try world.take(Self.bookings, by: handler)
    #expect(
      first.map(\.code) == [
        "inProgress", "failureRequiringAppLaunchServiceTemporarilyUnavailable", "inProgress",
      ])
    #expect(first[1].reason == "contested")
    #expect(first[1].response?["error"]?["retry"]?.string == "sameIdentifier")
    #expect(first[1].publications.count == 1)
    #expect(world.contents.rides.count == 2)
    #expect(world.contents.outcomes.count == 2)

    store.contested = []
    let second = try world.take(Self.bookings, by: handler)
    #expect(second.map(\.code) == ["inProgress", "inProgress", "inProgress"])
    #expect(second.map(\.note.isRepeat) == [true, false, true])
    #expect(second[0].publications == first[0].publications)
    #expect(world.contents.rides.count == 3)
  }

  @Test("A batch that came second each time is booked message by message, each once")
  func passingConflict() throws {
    let store = FlakyStore(MemoryStore(world.database), failing: 5)
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    let twice = Self.bookings + [Self.bookings[0]]
    let outcomes = try world.take(twice, by: handler)
    #expect(outcomes.map(\.code) == Array(repeating: "inProgress", count: 4))
    #expect(outcomes.map(\.note.isRepeat) == [false, false, false, true])
    #expect(outcomes[3].publications == outcomes[0].publications)
    #expect(store.reads == 5 + 4)
    #expect(world.contents.rides.count == 3)
  }

  @Test("Invalid messages in the batch get their own answers")
  func besideBadOnes() throws {
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    store.contested = [RiderIdentifier("rider-43")]
    let bad = Letter("{", type: "request-ride.handle")
    let outcomes = try world.take([bad] + Self.bookings, by: handler)
    #expect(
      outcomes.map(\.reason) == ["malformedJSON", nil, "contested", nil])
    #expect(outcomes.map(\.deadLetters.count) == [1, 0, 0, 0])
  }

  @Test("One of them in a batch of cancellations delays no other, and can be sent again")
  func cancellation() throws {
    var letters: [Letter] = []
    for booking in Self.bookings {
      letters.append(.cancel(try world.ride(booking), rider: "rider-\(42 + letters.count)"))
    }
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    store.contested = [RiderIdentifier("rider-43")]
    let first = try world.take(letters, by: handler)
    #expect(first.map(\.code) == ["success", "failure", "success"])
    #expect(first[1].reason == "contested" && first[1].events == [])
    store.contested = []
    let second = try world.take(letters, by: handler)
    #expect(second.map(\.code) == ["success", "success", "success"])
    #expect(second.map(\.note.isRepeat) == [true, false, true])
  }

  @Test("A driver's report that would not be repeated is kept as a dead letter")
  func report() throws {
    _ = try world.dispatch(.onDuty("veh-1"), .onDuty("veh-2"))
    var rides: [String] = []
    for letter in Self.bookings.prefix(2) { rides.append(try world.ride(letter)) }
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    store.contested = [RiderIdentifier("rider-43")]
    var reports: [Letter] = []
    for ride in rides {
      let vehicle = try #require(try world.record(ride)?.vehicle)
      reports.append(.report("arrived", of: ride, by: vehicle.rawValue).silent)
    }
    let outcomes = try world.take(reports, by: handler)
    #expect(outcomes[0].told == ["pickup 2"])
    #expect(outcomes[1].told == [])
    #expect(
      outcomes[1].deadLetterHeader("x-livery-reason") == "contested")
    #expect(try world.record(rides[0])?.phase == .pickup)
    #expect(try world.record(rides[1])?.phase == .confirmed)
  }

  @Test("A command to process a ride is dropped silently, since it is repeated")
  func due() throws {
    let ride = try world.ride(Self.bookings[1])
    _ = try world.dispatch(.onDuty("veh-1"))
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    store.contested = [RiderIdentifier("rider-43")]
    let first = try world.take([.due(ride), .due("another", id: "due-2")], by: handler)
    #expect(first[0].publications.isEmpty)
    #expect(try world.record(ride)?.phase == .received)
    store.contested = []
    #expect(try world.take([.due(ride)], by: handler)[0].told == ["confirmed 2"])
  }
}

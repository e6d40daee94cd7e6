import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Synchronization
import Testing

/// By the times of its rides, `updatedAt`, a vehicle is in one ride at a time.
@Suite("The times of changes follow the locks of their rows")
struct ChangeTimeTests {
  private let world: World
  private let vehicle = VehicleIdentifier("veh-7")

  init() throws {
    world = try World()
    world.freezeSupply(
      Supply(
        takenAt: noon,
        entries: [
          Supply.Entry(
            vehicle: vehicle,
            location: Coordinate(latitude: 41.88, longitude: -87.63)!,  // within the ranges
            products: [ProductKey("sedan")], capacity: 4, isFree: true)
        ]))
  }

  private static func at(_ seconds: Int) -> Instant { noon.advanced(bySeconds: seconds) }

  /// Has a worker of its own, with its own clock, book a ride; its batch began at a moment.
  private func book(
    _ rider: String, _ store: any RideStore, since begun: Instant,
    _ clock: @escaping @Sendable () -> Instant?
  ) throws -> RideIdentifier {
    var dependencies = try World().dependencies
    (dependencies.supply, dependencies.clock) = (world.dependencies.supply, clock)
    let handler = RequestRideHandler(dependencies: dependencies, store: store)
    let outcome = try handler.handle([Letter.booking(rider: rider).delivery()], at: begun)[0]
    #expect(outcome.told.last?.hasPrefix("confirmed") == true, "it has got the vehicle at once")
    return RideIdentifier(
      try #require(outcome.response?["rideStatus"]?["rideIdentifier"]?.string))
  }

  /// Has the vehicle report that it is on duty, or an event of a ride.
  private func report(_ letter: Letter, _ store: any RideStore, at now: Instant) throws {
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    #expect(try handler.handle([letter.delivery()], at: now)[0].deadLetters == [])
  }

  private func times(
    _ ride: RideIdentifier, _ store: any RideStore
  ) throws -> (first: Instant?, last: Instant?) {
    let history = try store.history(of: ride)
    return (history.first?.occurredAt, history.last?.occurredAt)
  }

  @Test(
    "A booking that waited for its rows has the time after the wait",
    arguments: HandlerDatabase.allCases)
  func waited(database: HandlerDatabase) throws {
    let store = try database.sessions(1)[0]
    try report(.onDuty("veh-7"), store, at: noon)
    let first = try book("rider-1", store, since: noon) { noon }
    try report(
      .report("started", of: first.rawValue, by: "veh-7"), store, at: Self.at(9))
    try report(
      .report("ended", of: first.rawValue, by: "veh-7", at: Self.at(10)), store, at: Self.at(10))
    // Its batch began before the first ride had ended.
    let second = try book("rider-2", store, since: Self.at(5)) { Self.at(11) }
    #expect(try times(first, store).last == Self.at(10))
    #expect(try times(second, store).first == Self.at(11))
    #expect(try store.rides([second])[second]?.createdAt == Self.at(11))
  }

  @Test("While its clock is wrong, and in a world that stands still, the batch's own moment counts")
  func withoutClock() throws {
    let store = world.store
    try report(.onDuty("veh-7"), store, at: noon)
    let ride = try book("rider-1", store, since: Self.at(5)) { nil }
    #expect(try times(ride, store).first == Self.at(5))
  }

  @Test("A vehicle that is freed while a booking has its rows is in its next ride from then on")
  func freedMeanwhile() throws {
    let database = HandlerDatabase.postgres
    let store = try database.sessions(1)[0]
    try report(.onDuty("veh-7"), store, at: noon)
    let first = try book("rider-1", store, since: noon) { noon }
    try report(.report("started", of: first.rawValue, by: "veh-7"), store, at: Self.at(1))
    let readings = Mutex(0)
    let second = try book("rider-2", store, since: Self.at(2)) {
      let reading = readings.withLock {
        $0 += 1
        return $0
      }
      guard reading == 1 else { return Self.at(11) }
      // The rows of the booking are locked, and the vehicle is not yet among them.
      let ended = Letter.report("ended", of: first.rawValue, by: "veh-7", at: Self.at(10))
      try? report(ended, database.sessions(1)[0], at: Self.at(10))
      return Self.at(3)
    }
    #expect(try times(first, store).last == Self.at(10))
    #expect(try times(second, store).first == Self.at(11))
  }

  /// Else canceling would be free for a minute, as for a rider to whom the ride was shown waiting.
  @Test("A ride that is booked with its vehicle is created when the vehicle commits")
  func oneChange() throws {
    let store = world.store
    try report(.onDuty("veh-7"), store, at: noon)
    let readings = Mutex(0)
    let ride = try book("rider-1", store, since: noon) {
      Self.at(
        readings.withLock {
          $0 += 1
          return $0
        })
    }
    let created = try #require(try store.rides([ride])[ride]?.createdAt)
    #expect(created > Self.at(1), "the time is read again for the vehicle")
    #expect(try times(ride, store).first == created)
  }
}

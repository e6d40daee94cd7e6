import Dispatch
import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Synchronization
import Testing

@Suite("A rider who cancels while the driver accepts") struct CancelRaceTests {
  let world: World

  init() throws { world = try World { $0.chargeForCancelling() } }

  private func cancel(_ ride: String, rider: String, _ store: any RideStore) throws -> Outcome {
    let handler = RequestRideHandler(dependencies: world.dependencies, store: store)
    return try world.take([.cancel(ride, rider: rider)], by: handler)[0]
  }

  private func report(
    _ event: String, of ride: String, by vehicle: String, _ store: any RideStore
  ) throws -> Outcome {
    let handler = DispatchHandler(dependencies: world.dependencies, store: store)
    return try world.take([.report(event, of: ride, by: vehicle)], by: handler)[0]
  }

  /// A ride whose driver has been asked.
  private func ask(_ number: Int, _ store: any RideStore) throws -> (ride: String, vehicle: String)
  {
    let vehicle = "veh-\(number)"
    let booking = Letter.booking("Taxi", rider: "rider-\(number)").id("m-\(number)")
    let booked = try world.take(
      [booking], by: RequestRideHandler(dependencies: world.dependencies, store: store))[0]
    let ride = try #require(booked.response?["rideStatus"]?["rideIdentifier"]?.string)
    let street = try world.take(
      [.onDuty(vehicle, "taxi"), .due(ride)],
      by: DispatchHandler(dependencies: world.dependencies, store: store))
    #expect(street[1].told == ["received 2"])
    return (ride, vehicle)
  }

  private func phases(_ ride: String, _ store: any RideStore) throws -> [String] {
    try store.history(of: RideIdentifier(ride)).map(\.phase.rawValue)
  }

  private func isFree(_ vehicle: String, _ store: any RideStore) throws -> Bool {
    let vehicle = VehicleIdentifier(vehicle)
    return try #require(try store.vehicles([vehicle])[vehicle]).ride == nil
  }

  @Test("A6: Cancelled first, the ride is never confirmed", arguments: HandlerDatabase.allCases)
  func A6_cancelFirst(database: HandlerDatabase) throws {
    let sessions = try database.sessions(2)
    let (ride, vehicle) = try ask(1, sessions[0])
    // The driver's worker has read the ride and decided when the cancellation is committed.
    let late = FlakyStore(sessions[1], failing: 1)
    var cancelled: Outcome?
    late.interruption = { cancelled = try? cancel(ride, rider: "rider-1", sessions[0]) }
    let accepted = try report("accepted", of: ride, by: vehicle, late)
    #expect(cancelled?.code == "success" && cancelled?.told == ["completed 3"])
    #expect(late.reads == 2, "it has decided again")
    #expect(accepted.code == "failure" && accepted.reason == "illegalMove")
    #expect(accepted.events == [])
    #expect(try phases(ride, sessions[0]) == ["received", "received", "completed"])
    #expect(try isFree(vehicle, sessions[0]))
    for event in ["arrived", "started", "declined"] {
      #expect(try report(event, of: ride, by: vehicle, sessions[1]).reason == "illegalMove")
    }
    #expect(try isFree(vehicle, sessions[0]))
  }

  @Test("A6: Accepted first, a confirmed ride is cancelled", arguments: HandlerDatabase.allCases)
  func A6_acceptFirst(database: HandlerDatabase) throws {
    let sessions = try database.sessions(2)
    let (ride, vehicle) = try ask(1, sessions[0])
    let late = FlakyStore(sessions[1], failing: 1)
    var accepted: Outcome?
    late.interruption = { accepted = try? report("accepted", of: ride, by: vehicle, sessions[0]) }
    let cancelled = try cancel(ride, rider: "rider-1", late)
    #expect(accepted?.told == ["confirmed 3"])
    #expect(late.reads == 2, "it has decided again")
    #expect(cancelled.code == "success" && cancelled.told == ["completed 4"])
    #expect(
      try phases(ride, sessions[0]) == ["received", "received", "confirmed", "completed"])
    #expect(try isFree(vehicle, sessions[0]))
  }

  @Test("A6: At once on two threads, one of both orders", arguments: HandlerDatabase.allCases)
  func A6_atOnce(database: HandlerDatabase) throws {
    let sessions = try database.sessions(1)
    let rides = try (1...24).map { try ask($0, sessions[0]) }
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      do {
        let store = try database.sessions(1)[0]
        for (index, (ride, vehicle)) in rides.enumerated() {
          _ =
            side == 0
            ? try cancel(ride, rider: "rider-\(index + 1)", store)
            : try report("accepted", of: ride, by: vehicle, store)
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    for (ride, vehicle) in rides {
      let phases = try phases(ride, sessions[0])
      #expect(phases.last == "completed" && phases.filter { $0 == "completed" }.count == 1)
      #expect(try isFree(vehicle, sessions[0]))
    }
  }
}

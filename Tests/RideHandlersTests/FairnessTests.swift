import JSON
import Messages
import RandomFixture
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("The waiting list") struct FairnessTests {
  let world: World

  init() throws { world = try World() }

  private static func at(_ seconds: Int) -> Instant { noon.advanced(bySeconds: seconds) }

  @Test("Nobody passes a ride that waits by booking while its vehicle is on the way to it")
  func booking() throws {
    let waiting = try world.ride(.booking(rider: "a"))
    let report = try world.dispatch(.onDuty("veh-7"), at: Self.at(1))[0]
    #expect(report.searches == [waiting])
    let next = try world.book(.booking(rider: "b"), at: Self.at(2))[0]
    #expect(next.told == ["received 1"], "the vehicle is set aside")
    #expect(try world.dispatch(.due(waiting), at: Self.at(3))[0].told == ["confirmed 2"])
  }

  @Test("A ride that is looked after first does not pass one that waits longer")
  func lookedAfter() throws {
    let first = try world.ride(.booking(rider: "a"))
    let second = try world.ride(.booking(rider: "b"), at: Self.at(1))
    _ = try world.dispatch(.onDuty("veh-7"), at: Self.at(2))
    #expect(try world.dispatch(.due(second, id: "1"), at: Self.at(3))[0].told == [])
    #expect(try world.dispatch(.due(first, id: "2"), at: Self.at(4))[0].told == ["confirmed 2"])
    _ = try world.dispatch(.onDuty("veh-8"), at: Self.at(5))
    #expect(try world.dispatch(.due(second, id: "3"), at: Self.at(5))[0].told == ["confirmed 2"])
  }

  @Test("A ride that can take none of the vehicles delays no other")
  func holdsUpNobody() throws {
    _ = try world.ride(.booking(rider: "a", more: #","partySize":4"#))
    let second = try world.ride(.booking(rider: "b"), at: Self.at(1))
    _ = try world.dispatch(.onDuty("veh-7", capacity: 3), at: Self.at(2))
    #expect(try world.dispatch(.due(second), at: Self.at(3))[0].told == ["confirmed 2"])
    _ = try world.dispatch(.onDuty("veh-8", capacity: 3), at: Self.at(4))
    #expect(try world.book(.booking(rider: "c"), at: Self.at(5))[0].told == ["confirmed 1"])
  }

  @Test(
    "In random order of bookings, vehicles and commands no ride overtakes another", arguments: 1...6
  )
  func random(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var rides: [String] = []
    for step in 0..<80 {
      let now = Self.at(step)
      let before = waiting()
      switch Int.random(in: 0..<3, using: &numbers) {
      case 0:
        rides.append(try world.ride(.booking(rider: "rider-\(step)"), at: now))
      case 1:
        let latitude = Double.random(in: 41.80...41.95, using: &numbers)
        _ = try world.dispatch(.onDuty("veh-\(step)", latitude: latitude), at: now)
      default:
        guard let ride = rides.randomElement(using: &numbers) else { continue }
        _ = try world.dispatch(.due(ride, id: "\(step)"), at: now)
      }
      let after = waiting()
      // All want the same product and fit into each vehicle: a ride that is served before others
      // leaves a vehicle for each of these.
      let free = world.contents.vehicles.values.count { $0.ride == nil }
      for (index, ride) in before.enumerated() where !after.contains(ride) {
        let passed = before.prefix(index).filter(after.contains)
        #expect(passed.count <= free, "step \(step)")
      }
    }
    #expect(waiting().count < rides.count, "some have got a vehicle")
  }

  private func waiting() -> [RideIdentifier] {
    world.contents.rides.values.filter(\.isWaiting)
      .sorted { ($0.waitingSince, $0.rideIdentifier) < ($1.waitingSince, $1.rideIdentifier) }
      .map(\.rideIdentifier)
  }
}

import MachineFixture
import Messages
import RideStore
import Rides
import Testing

/// Many riders who each book once, and what they were answered.
struct Bookings {
  let riders: [String]
  /// The rides in the answers of each.
  private(set) var answers: [String: Set<String>] = [:]

  init(count: Int) { riders = (1...count).map { "booker-\($0)" } }

  /// Sends all bookings; the identifier of each is its rider's.
  func publish(by client: TestClient) throws {
    try client.publish(
      riders.map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: $0), id: $0, correlation: $0,
          family: .requestRide)
      })
  }

  /// Takes answers until so many riders have one.
  mutating func take(until count: Int, from client: TestClient) throws {
    while answers.count < count {
      guard let reply = try client.nextReply(within: Patience.limit) else {
        throw FleetError("\(answers.count) of \(count) answers came")
      }
      let answer = try Answer(reply)
      answers[reply.properties.correlationID ?? "", default: []].insert(answer.ride ?? "none")
    }
  }

  /// Each rider has one ride in the store, the one that every answer named, with its first change.
  func expectOneRideEach(in fleet: RunningFleet) throws {
    #expect(Set(answers.keys) == Set(riders))
    let rides = try fleet.unfinishedRides(of: riders)
    #expect(rides.count == riders.count)
    for ride in rides {
      #expect(answers[ride.riderIdentifier.rawValue] == [ride.rideIdentifier.rawValue])
    }
    let histories = try fleet.histories(of: Set(rides.map(\.rideIdentifier.rawValue)))
    #expect(histories.values.allSatisfy { $0.map(\.key.sequence) == [1] })
  }
}

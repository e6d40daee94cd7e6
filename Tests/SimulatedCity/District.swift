import JSON
import Messages
import Rides
import Tool

/// A district of a city: one vehicle, one rider at a time, and the story that they play.
///
/// It sends one message each few seconds and no two at a time, so that what becomes of a message
/// does not depend on which worker is faster.
final class District {
  let place: DistrictPlace
  let area: ServiceArea
  let surroundings: CitySurroundings
  let name: String
  /// Whether no other vehicle of the city is in reach, so that rides can wait for this one.
  let isLonely: Bool
  var numbers: SeededNumbers
  var vehicle: CityVehicle
  /// Comes on duty if a vehicle other than the first has to be assigned.
  var spare: CityVehicle
  var now: Instant

  /// The rider of the story, and another.
  var rider = ""
  var guest = ""
  var memory = StoryMemory()
  var runner = StoryRunner()
  /// Messages that are to be sent next, in order.
  var outbox: [CityMessage] = []
  /// What is known of the rides of the story.
  private(set) var rides: [String: RideStatus] = [:]
  /// The rides that another vehicle than those of the district has got; 0 is expected.
  private(set) var strays = 0
  private var identifiers = 0

  init(_ seat: Seat, _ surroundings: CitySurroundings, seed: UInt64) {
    place = seat.place
    area = seat.area
    name = seat.name
    isLonely = seat.isLonely
    self.surroundings = surroundings
    vehicle = CityVehicle(seat.vehicle, in: seat.area, at: seat.place)
    spare = CityVehicle(seat.spare, in: seat.area, at: seat.place)
    now = surroundings.start
    numbers = SeededNumbers(seed: seed)
  }

  /// Where a district is and who drives there.
  struct Seat {
    var name: String
    var place: DistrictPlace
    var area: ServiceArea
    var isLonely: Bool
    var vehicle: VehicleProfile
    var spare: VehicleProfile
  }

  /// The id of the next message.
  func nextIdentifier() -> String {
    identifiers += 1
    return "\(name)-\(identifiers)"
  }

  /// The current ride of the story.
  var ride: RideStatus? { memory.ride.flatMap { rides[$0] } }

  /// Whether a ride of the story is unfinished.
  var hasOpenRide: Bool { rides.values.contains { !$0.phase.isFinal } }

  /// Whether the vehicle is free, the fleet knows it, and no message is unconfirmed.
  var isReady: Bool { vehicle.isReady(at: now) && !hasOpenRide && outbox.isEmpty }

  /// Takes note of a change of a ride.
  func learn(of status: RideStatus) {
    let ride = status.rideIdentifier.rawValue
    guard status.sequence > rides[ride]?.sequence ?? 0 else { return }
    rides[ride] = status
    if let other = status.vehicle?.identifier, other != vehicle.identifier,
      other != spare.identifier
    {
      strays += 1
    }
    vehicle.learn(of: status, at: now)
    spare.learn(of: status, at: now)
  }

  /// Takes note of the answer to the last message.
  func learn(answer body: [UInt8]) {
    memory.answer = try? JSONValue(parsing: body, limits: .stored)
  }

  /// Forgets the rides of a story that is over.
  func forget() {
    rides = [:]
    memory = StoryMemory()
    vehicle.temper = .willing
  }
}

/// The values that all districts of a city share.
struct CitySurroundings {
  var start: Instant
  var locales: [String]
  var defaultLocale: String
  /// A point in each area.
  var points: [Coordinate]
}

/// What a story remembers between its steps.
struct StoryMemory {
  struct Offer {
    var option: ProductKey
    var quote: String?
  }

  var pickup: Coordinate?
  var dropOff: Coordinate?
  var product: ProductKey?
  var locale: String?
  var method: JSONValue?
  /// The final value of the meter, in minor units; nil for about the price of the tariff.
  var meter: Int64?
  /// The identifier of the ride that is meant.
  var ride: String?
  /// The answer to the last message.
  var answer: JSONValue?
  var offers: [Offer] = []
  var sent: CityMessage?
  /// By a name of the story's own.
  var kept: [String: String] = [:]
}

extension District {
  /// The one message that the district sends now; nil for none.
  func turn(at now: Instant) -> CityMessage? {
    self.now = now
    if outbox.isEmpty { listen() }
    if !outbox.isEmpty { return outbox.removeFirst() }
    if let message = StoryRunner.next(in: self) { return message }
    let silence = vehicle.updatedAt.seconds(to: now)
    // Off duty it may have gone elsewhere, which takes longer than a message may be late.
    guard vehicle.isOnDuty else { return silence > 5 ? onDuty(\.vehicle) : nil }
    guard silence > 60 || (silence > 12 && Int.random(in: 0..<3, using: &numbers) == 0) else {
      return nil
    }
    return onDuty(\.vehicle)
  }

  /// Whether no story is running and no message is unconfirmed.
  var isIdle: Bool { runner.isOver && outbox.isEmpty && !hasOpenRide }

  /// Puts the vehicles' reports into the outbox.
  private func listen() {
    for path in [\District.vehicle, \District.spare] as [ReferenceWritableKeyPath<_, CityVehicle>] {
      for report in self[keyPath: path].reports(at: now) {
        // What costs the rider something is compared with the vehicle's latest reported place.
        if [.arrived, .missedPickup, .ended].contains(report.event) { outbox.append(onDuty(path)) }
        outbox.append(message(report, by: self[keyPath: path].identifier))
      }
    }
  }

  /// The update of a vehicle that is on duty.
  func onDuty(_ path: ReferenceWritableKeyPath<District, CityVehicle>) -> CityMessage {
    addressed(CityMessage(VehicleMessages.update(self[keyPath: path].update(at: now))))
  }

  /// The update that takes a vehicle off duty.
  func offDuty(_ path: ReferenceWritableKeyPath<District, CityVehicle>) -> CityMessage {
    let update = self[keyPath: path].update(at: now, onDuty: false)
    return addressed(CityMessage(VehicleMessages.update(update)))
  }

  /// The report of a vehicle, with the final value of the meter.
  private func message(
    _ report: SimulatedVehicle.Report, by vehicle: VehicleIdentifier
  ) -> CityMessage {
    let isMetered = rides[report.ride.rawValue]?.rideOption.usesMeteredFare ?? false
    guard report.event == .ended, isMetered else {
      return addressed(CityMessage(VehicleMessages.report(report, by: vehicle, at: now)))
    }
    let body: JSONValue = [
      "rideIdentifier": .string(report.ride.rawValue),
      "vehicleIdentifier": .string(vehicle.rawValue), "event": .string(report.event.rawValue),
      "occurredAt": .string(now.rfc3339),
      "meteredFare": money(memory.meter ?? Int64(325 + Int.random(in: 0..<100, using: &numbers))),
    ]
    return addressed(
      CityMessage(.rideUpdate, by: .vehicles, body).with {
        $0.properties.messageID = "\(vehicle)/\(report.ride)/\(report.event.rawValue)"
      })
  }

  /// The message with an address for its answer.
  func addressed(_ message: CityMessage) -> CityMessage {
    message.with {
      $0.properties.replyTo = Self.replyTo
      $0.properties.correlationID = "c-\(nextIdentifier())"
    }
  }

  /// The queue for the answers to the city.
  static let replyTo = "\(Role.replyPrefix)city.1"
}

import Messages
import Rides

/// All simulated vehicles: what they have to say at a time, and which of them a ride concerns.
struct VehicleFleet: Sendable {
  /// Something that a vehicle reported, to be shown.
  struct News: Hashable, Sendable {
    var vehicle: VehicleIdentifier
    var report: SimulatedVehicle.Report
  }

  /// The time between two updates of a vehicle.
  static let period = Duration.seconds(1)
  /// Every so many updates tell everything, for a store that has lost the first.
  private static let wholeEvery = 30

  private(set) var vehicles: [SimulatedVehicle]
  private var updatesSent: [Int]
  private var lastSequence: Int64 = 0

  init(_ vehicles: [SimulatedVehicle]) {
    self.vehicles = vehicles
    updatesSent = Array(repeating: 0, count: vehicles.count)
  }

  /// Tells the vehicles of a ride's status.
  mutating func learn(of status: RideStatus, at now: Instant) {
    for index in vehicles.indices { vehicles[index].learn(of: status, at: now) }
  }

  /// Lets the time pass: the reports of rides, and the updates that are due.
  ///
  /// `elapsed` is the time since the start, by which the updates are spread evenly over a period.
  mutating func tick(
    at now: Instant, elapsed: Duration
  ) -> (messages: [Publication], news: [News]) {
    var messages: [Publication] = []
    var news: [News] = []
    for index in vehicles.indices {
      let identifier = vehicles[index].profile.identifier
      for report in vehicles[index].tick(at: now) {
        messages.append(StreetMessages.report(report, by: identifier, at: now))
        news.append(News(vehicle: identifier, report: report))
      }
      if isDue(index, elapsed) { messages.append(update(index, at: now, onDuty: true)) }
    }
    return (messages, news)
  }

  /// The messages with which all go off duty.
  mutating func leave(at now: Instant) -> [Publication] {
    vehicles.indices.map { update($0, at: now, onDuty: false) }
  }

  private func isDue(_ index: Int, _ elapsed: Duration) -> Bool {
    let phase = Double(index) / Double(vehicles.count)
    return elapsed.inSeconds >= (Double(updatesSent[index]) + phase) * Self.period.inSeconds
  }

  private mutating func update(_ index: Int, at now: Instant, onDuty: Bool) -> Publication {
    // By the clock, so that a run that comes later goes on counting.
    lastSequence = max(lastSequence + 1, now.microseconds / 1_000)
    let isWhole = updatesSent[index] % Self.wholeEvery == 0
    updatesSent[index] += 1
    return StreetMessages.update(
      vehicles[index], sequence: lastSequence, onDuty: onDuty, isWhole: isWhole)
  }
}

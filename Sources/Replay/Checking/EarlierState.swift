import Messages
package import Rides

/// Finds out what a replay lacks of earlier state.
///
/// A first report of a vehicle has to say what the vehicle is. One that died when it was recorded,
/// too, is the vehicle's mistake; another one was not the first. A ride whose first recorded change
/// is not its first began earlier. Without a recorded state, a list before the first report of a
/// vehicle shows nothing: the fleet may have had vehicles.
package struct EarlierState: Sendable {
  /// What only a first report has to have, the first that is looked for first.
  private static let firstMembers = ["onDuty", "products", "capacity", "location"]

  /// By the number of a report that died: whether it had none of those members.
  private var dead: [Int: Bool] = [:]
  private var diedBefore: Set<Int> = []
  /// Whether the recording has what the fleet published.
  private var hasOutputs = false
  /// The number of the first recorded change of each ride.
  private var firstChanges: [String: Int] = [:]
  /// Whether a vehicle is known, by the state or by a report.
  private var knowsVehicles: Bool
  /// Lists and bookings before that.
  private var offers = 0

  /// Of a recording that has the vehicles of its beginning, or not.
  package init(hasState: Bool = false) { knowsVehicles = hasState }

  /// Records what a replayed request caused.
  package mutating func replayed(_ message: RecordedMessage, _ outputs: [ReplayOutput]) {
    let type = MessageType(rawValue: message.routingKey)
    if !knowsVehicles, type == .listRideOptions || type == .requestRide { offers += 1 }
    guard type == .vehicleUpdate else { return }
    if !outputs.contains(where: { $0.kind == .deadLetter }) { knowsVehicles = true }
    for output in outputs where output.kind == .deadLetter {
      guard output.body.holds("\"missing-field\"") else { continue }
      let path = Self.firstMembers.first { output.body.holds(member: $0) }
      if let path { dead[message.number] = path == Self.firstMembers[0] }
    }
  }

  /// Records what the fleet published when it was recorded.
  package mutating func recorded(_ output: ReplayOutput) {
    hasOutputs = true
    if output.kind == .deadLetter, let cause = output.cause { diedBefore.insert(cause) }
    guard output.kind == .event, let name = EventName(output.key), name.kind == .change else {
      return
    }
    let (ride, sequence) = (name.rideIdentifier.rawValue, name.number)
    firstChanges[ride] = min(firstChanges[ride] ?? sequence, sequence)
  }

  /// What is missing in a replay that knows some rides.
  package func missing(knowing rides: Set<RideIdentifier>) -> MissingState {
    MissingState(
      reports: dead.count { number, isShort in
        hasOutputs ? !diedBefore.contains(number) : isShort
      },
      rides: firstChanges.count { ride, first in
        first > 1 && !rides.contains(RideIdentifier(ride))
      }, offers: offers)
  }
}

extension [UInt8] {
  /// Whether the path of a dead letter is a member.
  fileprivate func holds(member name: String) -> Bool {
    String(decoding: self, as: UTF8.self).contains("\"path\":\"\(name)\"")
  }
}

import Crypto
import JSON
import Messages
package import Rides

/// The start codes of the rides of a recording, by which a replay shows its riders the same.
///
/// No event and no recorded answer of a query has a code. But a ride that has started has started
/// by the last code that its vehicle reported before, unless its start was held.
package struct RecordedStartCodes: Sendable {
  private struct Key: Hashable {
    let ride: RideIdentifier
    let vehicle: VehicleIdentifier
  }

  private var reported: [Key: [StartCode]] = [:]
  private var begun: Set<RideIdentifier> = []
  /// Those whose start was held: all codes of the vehicle were wrong, whatever started the ride.
  private var held: Set<Key> = []

  package init() {}

  /// Adds a line of the recording; lines come in their order.
  package mutating func add(_ message: RecordedMessage) {
    switch message.kind {
    case .request where message.routingKey == MessageType.rideUpdate.rawValue: addReport(message)
    case .event where message.isOfStartedRide:
      if let ride = message.eventRide { begun.insert(ride) }
    case .event where message.body.holds("\"isStartHeld\":true"):
      guard let ride = message.eventRide else { return }
      held.formUnion(reported.keys.filter { $0.ride == ride })
    default: break
    }
  }

  private mutating func addReport(_ message: RecordedMessage) {
    guard let fields = try? JSONValue(parsing: message.body, limits: .message),
      let code = fields["startCode"]?.string.flatMap({ StartCode($0) }),
      let ride = fields["rideIdentifier"]?.string, !begun.contains(RideIdentifier(ride)),
      let vehicle = fields["vehicleIdentifier"]?.string
    else { return }
    let key = Key(ride: RideIdentifier(ride), vehicle: VehicleIdentifier(vehicle))
    reported[key, default: []].append(code)
  }

  /// The code of a ride for a vehicle: the one that was right, or one that was never reported.
  ///
  /// The same each time, so that replays are alike.
  package func code(of ride: RideIdentifier, for vehicle: VehicleIdentifier) -> StartCode {
    let key = Key(ride: ride, vehicle: vehicle)
    let known = reported[key] ?? []
    if begun.contains(ride), !held.contains(key), let right = known.last { return right }
    let digest = SHA256.digest(Array("\(ride)/\(vehicle)".utf8))
    var number = Int(digest[0]) << 8 | Int(digest[1])
    while known.contains(StartCode(number)) { number += 1 }
    return StartCode(number)
  }
}

extension RecordedMessage {
  /// The ride of an event.
  fileprivate var eventRide: RideIdentifier? {
    properties.messageID?.split(separator: "/").first.map { RideIdentifier(String($0)) }
  }

  /// Whether the rider of the ride of an event has come aboard.
  fileprivate var isOfStartedRide: Bool {
    routingKey.hasPrefix("ride.\(RidePhase.ongoing.rawValue).")
      || routingKey.hasPrefix("ride.\(RidePhase.completed.rawValue).")
        && body.holds("\"outcome\":\"completed\"")
  }
}

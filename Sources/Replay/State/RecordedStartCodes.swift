import Crypto
import JSON
import Messages
package import Rides

/// The start codes of the rides of a recording, by which a replay shows its riders the same.
///
/// No event and no recorded answer of a query has a code. But a ride that has started has started
/// by the last code that its vehicle reported before.
package struct RecordedStartCodes: Sendable {
  private struct Key: Hashable {
    let ride: RideIdentifier
    let vehicle: VehicleIdentifier
  }

  private var reported: [Key: [StartCode]] = [:]
  private var begun: Set<RideIdentifier> = []

  package init() {}

  /// Adds a line of the recording; lines come in their order.
  package mutating func add(_ message: RecordedMessage) {
    switch message.kind {
    case .request where message.routingKey == MessageType.rideUpdate.rawValue: addReport(message)
    case .event where message.isOfStartedRide:
      let ride = message.properties.messageID?.split(separator: "/").first
      if let ride { begun.insert(RideIdentifier(String(ride))) }
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
    let known = reported[Key(ride: ride, vehicle: vehicle)] ?? []
    if begun.contains(ride), let right = known.last { return right }
    let digest = SHA256.digest(Array("\(ride)/\(vehicle)".utf8))
    var number = Int(digest[0]) << 8 | Int(digest[1])
    while known.contains(StartCode(number)) { number += 1 }
    return StartCode(number)
  }
}

extension RecordedMessage {
  /// Whether the rider of the ride of an event has come aboard.
  fileprivate var isOfStartedRide: Bool {
    routingKey.hasPrefix("ride.\(RidePhase.ongoing.rawValue).")
      || routingKey.hasPrefix("ride.\(RidePhase.completed.rawValue).")
        && body.holds("\"outcome\":\"completed\"")
  }
}

/// A call for help of a rider or a driver, during a ride or after it (rule A17).
package struct HelpCall: Hashable, Sendable {
  /// Who calls.
  package enum Caller: String, Sendable, CaseIterable {
    case rider
    case driver
  }

  /// The most calls for a ride of its rider, and of each vehicle; further calls are refused.
  package static let atMost = 10
  /// Within so many seconds, the same words from the same place are the same call.
  private static let repeatSeconds = 60.0

  package let number: Int
  package let caller: Caller
  /// The vehicle of the driver who calls.
  package let vehicle: VehicleIdentifier?
  package let messageIdentifier: String
  package let calledAt: Instant
  /// Where the caller is, as the caller says.
  package let location: Place?
  package let note: String?

  /// More than five parameters: an initializer that only stores them.
  package init(
    number: Int, caller: Caller, vehicle: VehicleIdentifier?, messageIdentifier: String,
    calledAt: Instant, location: Place?, note: String?
  ) {
    self.number = number
    self.caller = caller
    self.vehicle = vehicle
    self.messageIdentifier = messageIdentifier
    self.calledAt = calledAt
    self.location = location
    self.note = note
  }

  fileprivate func isOfSameCaller(as other: HelpCall) -> Bool {
    caller == other.caller && vehicle == other.vehicle
  }

  /// Whether the call says again what an earlier one has said.
  fileprivate func repeats(_ earlier: HelpCall) -> Bool {
    isOfSameCaller(as: earlier) && note == earlier.note && location == earlier.location
      && (messageIdentifier == earlier.messageIdentifier
        || earlier.calledAt.seconds(to: calledAt) < Self.repeatSeconds)
  }
}

/// A call for help, with what helpers need of its ride.
package struct RideSOS: Hashable, Sendable {
  package let rideIdentifier: RideIdentifier
  package let riderIdentifier: RiderIdentifier
  package let phase: RidePhase
  package let call: HelpCall
  package let vehicle: Vehicle?
  package let driver: Driver?

  /// `seen` is the vehicle where it is now; nil where it no longer drives the ride.
  package init(_ call: HelpCall, of ride: Ride, seen: Vehicle?) {
    let status = ride.status.redacted
    rideIdentifier = status.rideIdentifier
    riderIdentifier = status.riderIdentifier
    phase = status.phase
    self.call = call
    vehicle = status.vehicle.map { seen ?? $0 }
    driver = status.driver
  }
}

extension Ride {
  /// Records a call for help, in any phase and after the end; returns whether it is a new one.
  package mutating func record(_ call: HelpCall) throws(Refusal) -> Bool {
    guard !helpCalls.contains(where: { call.repeats($0) }) else { return false }
    guard helpCalls.count(where: call.isOfSameCaller) < HelpCall.atMost else {
      throw Refusal(.tooManyCalls, "the operator has \(HelpCall.atMost) calls of this ride already")
    }
    helpCalls.append(call)
    return true
  }

  /// Whether a vehicle drives the ride, or has driven it to its end.
  package func isDriven(by vehicle: VehicleIdentifier) -> Bool {
    status.redacted.vehicle?.identifier == vehicle
  }
}

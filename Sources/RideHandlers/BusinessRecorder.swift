package import Messages
package import Rides

/// Records figures of the business for the metrics.
///
/// Each function may be called from all lanes at a time, and must not wait.
package struct BusinessRecorder: Sendable {
  /// The options of an answered list.
  package var quoted: @Sendable ([ListedQuote]) -> Void
  /// A committed booking and the code of its answer.
  package var booked: @Sendable (ProductKey, ResponseCode) -> Void
  /// The seconds from the booking of a ride until it got a vehicle, committed.
  package var foundVehicle: @Sendable (Double) -> Void
  /// How far an estimate was from what its driver has reported, committed.
  package var missedEstimate: @Sendable (EstimateError) -> Void
  /// Records that a batch has finished its reads and starts to decide.
  package var decoded: @Sendable () -> Void

  package init(
    quoted: @escaping @Sendable ([ListedQuote]) -> Void,
    booked: @escaping @Sendable (ProductKey, ResponseCode) -> Void,
    foundVehicle: @escaping @Sendable (Double) -> Void,
    missedEstimate: @escaping @Sendable (EstimateError) -> Void,
    decoded: @escaping @Sendable () -> Void
  ) {
    self.quoted = quoted
    self.booked = booked
    self.foundVehicle = foundVehicle
    self.missedEstimate = missedEstimate
    self.decoded = decoded
  }

  /// Records nothing.
  package static let none = BusinessRecorder(
    quoted: { _ in }, booked: { _, _ in }, foundVehicle: { _ in }, missedEstimate: { _ in },
    decoded: {})
}

/// By how much a ride came or ended at another time than was promised (rule S7).
package struct EstimateError: Hashable, Sendable {
  /// What was estimated.
  package enum Estimate: String, Sendable, CaseIterable {
    /// The pickup, at the commitment of the vehicle.
    case pickup
    /// The drop-off, at the start of the trip.
    case dropOff
  }

  package let estimate: Estimate
  /// How much later it was; negative for earlier.
  package let seconds: Double

  package init(_ estimate: Estimate, seconds: Double) {
    self.estimate = estimate
    self.seconds = seconds
  }
}

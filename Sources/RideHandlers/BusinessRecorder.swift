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
  /// Records that a batch has finished its reads and starts to decide.
  package var decoded: @Sendable () -> Void

  package init(
    quoted: @escaping @Sendable ([ListedQuote]) -> Void,
    booked: @escaping @Sendable (ProductKey, ResponseCode) -> Void,
    foundVehicle: @escaping @Sendable (Double) -> Void,
    decoded: @escaping @Sendable () -> Void
  ) {
    self.quoted = quoted
    self.booked = booked
    self.foundVehicle = foundVehicle
    self.decoded = decoded
  }

  /// Records nothing.
  package static let none = BusinessRecorder(
    quoted: { _ in }, booked: { _, _ in }, foundVehicle: { _ in }, decoded: {})
}

import Metrics

/// The metrics of the whole fleet, which one worker at a time reports.
extension MetricFamily {
  static let fleetReporter = MetricFamily(
    "livery_fleet_reporter", .gauge,
    help: "1 in the worker that reports the figures of the fleet, 0 in the others.")
  static let rides = MetricFamily(
    "livery_rides", .gauge, labels: ["phase"], help: "Fleet: unfinished rides by phase.")
  static let ridesWaiting = MetricFamily(
    "livery_rides_waiting", .gauge, help: "Fleet: rides that wait for a vehicle.")
  static let longestWait = MetricFamily(
    "livery_longest_wait_seconds", .gauge,
    help: "Fleet: how long the longest-waiting ride has waited for a vehicle; 0 without one.")
  static let longestPhase = MetricFamily(
    "livery_longest_phase_seconds", .gauge, labels: ["phase"],
    help: "Fleet: the longest time for which the status of an unfinished ride has not changed.")
  static let charges = MetricFamily(
    "livery_charges", .gauge, labels: ["kind", "state"],
    help: "Fleet: payments that have not ended, and those that failed in the last week.")
  static let oldestCharge = MetricFamily(
    "livery_oldest_charge_age_seconds", .gauge, labels: ["kind", "state"],
    help: "Fleet: how long the oldest of those payments has been in its state; 0 without one.")
  static let storedDeadLetters = MetricFamily(
    "livery_stored_dead_letters", .gauge, labels: ["state"],
    help: "Fleet: dead letters in the store.")
  static let observers = MetricFamily(
    "livery_observers", .gauge, help: "Fleet: subscriptions to live updates.")
}

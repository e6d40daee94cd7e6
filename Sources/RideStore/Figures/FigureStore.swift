package import Rides

/// What operators ask of the whole fleet, and who reports it.
package protocol FigureStore {
  /// Counts what the fleet has under way; never locked.
  ///
  /// What it costs does not grow with the rides that have ended. Each figure is as it was at some
  /// moment of the reading, unless a transaction that reads makes them one.
  func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures

  /// Takes or renews the lease of that name until an instant; returns whether the holder has it.
  ///
  /// A lease that another holder has is taken after its end. One whose `until` is not later than
  /// `now` is given up: another holder can take it at once. The clock of the database counts where
  /// it has one; then `now` only says how long the lease is to last.
  func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool
}

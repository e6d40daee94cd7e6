import Fleet
import RideHandlers
import RideStore
import Rides

/// The snapshots that workers take of the store each second, in the time of a recording.
struct LocalSnapshots {
  let cache = SupplyCache()
  let obligations = ObligationCache()
  private var roster = VehicleRoster()
  private var takenAt: Instant?
  private var postedVersion: Int?

  /// Takes them anew if a second has passed since the last.
  mutating func take(_ store: any RideStore, at now: Instant) throws(StoreError) {
    if let takenAt, now < takenAt.advanced(bySeconds: 1) { return }
    takenAt = now
    let owed = try store.transaction(.read) { () throws(StoreError) in
      let owed = try store.obligations(limit: 100_000)
      try store.refresh(&roster, at: now)
      return owed
    }
    obligations.post(owed, at: now)
    cache.post(
      postedVersion == roster.version
        ? Supply(takenAt: now, like: cache.supply) : Supply(takenAt: now, roster: roster))
    postedVersion = roster.version
  }
}

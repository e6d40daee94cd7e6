import Fleet
import RideHandlers
import RideStore
import Rides

/// The snapshots that workers take of the store each second, in the time of a recording.
struct LocalSnapshots {
  let board = SupplyBoard()
  let obligations = ObligationBoard()
  private var roll = VehicleRoll()
  private var takenAt: Instant?
  private var postedVersion: Int?

  /// Takes them anew if a second has passed since the last.
  mutating func take(_ store: any RideStore, at now: Instant) throws(StoreError) {
    if let takenAt, now < takenAt.advanced(bySeconds: 1) { return }
    takenAt = now
    let owed = try store.transaction(.read) { () throws(StoreError) in
      let owed = try store.obligations(limit: 100_000)
      try store.refresh(&roll, at: now)
      return owed
    }
    obligations.post(owed, at: now)
    board.post(
      postedVersion == roll.version
        ? Supply(takenAt: now, like: board.supply) : Supply(takenAt: now, roll: roll))
    postedVersion = roll.version
  }
}

import MemoryStore
import RideStore
import Rides

/// In the world nothing asks for figures; this is what a port must have.
extension WorldStore {
  func fleetFigures(at instant: Instant) throws(StoreError) -> FleetFigures {
    try read("read figures") { (store) throws(StoreError) in try store.fleetFigures(at: instant) }
  }

  func lease(
    _ name: String, holder: String, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool {
    try write("take the lease") { (store) throws(StoreError) in
      try store.lease(name, holder: holder, until: until, at: now)
    }
  }
}

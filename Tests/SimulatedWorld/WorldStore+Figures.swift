import MemoryStore
import RideStore
import Rides

/// In the world nothing asks for figures, and there is no console; this is what a port must have.
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

extension WorldStore {
  func save(_ session: ConsoleSession) throws(StoreError) {
    try change("save a session") { (store) throws(StoreError) in try store.save(session) }
  }

  func session(_ digest: String) throws(StoreError) -> ConsoleSession? {
    try read("read a session") { (store) throws(StoreError) in try store.session(digest) }
  }

  func renewSession(_ digest: String, seenAt instant: Instant) throws(StoreError) -> Int {
    try write("renew a session") { (store) throws(StoreError) in
      try store.renewSession(digest, seenAt: instant)
    }
  }

  func endSession(_ digest: String) throws(StoreError) -> Int {
    try write("end a session") { (store) throws(StoreError) in try store.endSession(digest) }
  }

  func endSessions(of account: String) throws(StoreError) -> Int {
    try write("end sessions") { (store) throws(StoreError) in
      try store.endSessions(of: account)
    }
  }

  func pruneSessions(endedBefore instant: Instant, limit: Int) throws(StoreError) -> Int {
    try write("prune sessions") { (store) throws(StoreError) in
      try store.pruneSessions(endedBefore: instant, limit: limit)
    }
  }

  func append(_ entry: AuditEntry) throws(StoreError) {
    try change("append to the audit") { (store) throws(StoreError) in try store.append(entry) }
  }

  func auditEntries(matching filter: AuditFilter) throws(StoreError) -> [AuditEntry] {
    try read("list the audit") { (store) throws(StoreError) in
      try store.auditEntries(matching: filter)
    }
  }
}

package import RideStore
package import Rides

extension MemoryStore {
  package func statusChanges(
    _ keys: [StatusChangeKey]
  ) throws(StoreError) -> [StatusChangeKey: StatusChange] {
    try refuseNUL(in: keys.map(\.rideIdentifier.rawValue), "read status changes")
    let changes = visible.changes
    let found = keys.compactMap { changes[$0.rideIdentifier]?[$0.sequence] }
    return Dictionary(found.map { ($0.key, $0) }) { $1 }
  }

  package func history(of ride: RideIdentifier) throws(StoreError) -> [StatusChange] {
    visible.changes[ride, default: [:]].values.sorted { $0.key < $1.key }
  }

  package func append(_ changes: [StatusChange]) throws(StoreError) {
    if changes.isEmpty { return }
    try write("append status changes") { (tables) throws(StoreError) in
      for change in changes {
        let texts = [change.key.rideIdentifier.rawValue, change.traceparent, change.tracestate]
        try refuseNUL(in: texts, "append status changes")
        let (ride, sequence) = (change.key.rideIdentifier, change.key.sequence)
        guard tables.changes[ride]?[sequence] == nil else {
          throw .conflict("append status changes", "change \(sequence) of \(ride) exists")
        }
        tables.changes[ride, default: [:]][sequence] = change
        tables.hastenSubscriptions(of: ride, to: change.occurredAt)
      }
    }
  }
}

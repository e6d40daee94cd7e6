package import RideStore
package import Rides

/// The right of one worker among all of the fleet to do a task, by a lease in the store.
///
/// A worker that ends releases the lease; the lease of one that crashes or freezes expires. Until a
/// worker notices that its lease has expired, two workers can do the task at once, so the task must
/// tolerate that.
package struct TaskLease: Sendable {
  private let task: String
  private let holder: String
  private let seconds: Int
  /// What the store answered last; nil when that is not known.
  private var answer: (isHeld: Bool, at: Instant)?

  /// A lease that lasts `seconds`, and is renewed or requested again after a third of them.
  ///
  /// `holder` names the process among all of the fleet.
  package init(_ task: String, holder: String, seconds: Int) {
    precondition(seconds >= 3, "a third of the lease is a second at least")
    self.task = task
    self.holder = holder
    self.seconds = seconds
  }

  /// Whether this worker does the task; acquires or renews the lease when that is due.
  package mutating func isHeld(
    in store: any RideStore, at now: Instant
  ) throws(StoreError) -> Bool {
    if let answer, answer.at <= now, now < answer.at.advanced(bySeconds: seconds / 3) {
      return answer.isHeld
    }
    answer = nil
    let isHeld = try request(store, until: now.advanced(bySeconds: seconds), at: now)
    answer = (isHeld, now)
    return isHeld
  }

  /// Releases the lease, so that another worker can acquire it at once.
  package mutating func giveUp(in store: any RideStore, at now: Instant) {
    guard answer?.isHeld != false else { return }
    answer = nil
    // If that fails, the lease runs out.
    _ = try? request(store, until: now, at: now)
  }

  private func request(
    _ store: any RideStore, until: Instant, at now: Instant
  ) throws(StoreError) -> Bool {
    try store.transaction(.write) { () throws(StoreError) in
      try store.lease(task, holder: holder, until: until, at: now)
    }
  }
}

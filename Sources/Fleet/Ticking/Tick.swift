package import Messages
package import RideStore
package import Rides

/// What a worker asks the store for as time passes: the commands that are due.
///
/// It reads and never writes: what a command changes, it changes when it is carried out, and a
/// command that comes twice is carried out once.
package typealias Tick =
  @Sendable (_ store: any RideStore, _ now: Instant) throws(StoreError) -> [Publication]

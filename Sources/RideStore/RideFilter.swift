package import Rides

/// The rides that an operator selects; nil members restrict nothing.
package struct RideFilter: Hashable, Sendable {
  package var phases: [RidePhase]?
  package var rider: RiderIdentifier?
  /// The earliest creation that is wanted.
  package var createdFrom: Instant?
  /// Only rides created before this.
  package var createdBefore: Instant?
  /// The last ride of the previous page: only the rides after it, newest first, are selected.
  package var after: RideCursor?
  package var limit: Int

  package init(
    phases: [RidePhase]? = nil, rider: RiderIdentifier? = nil, createdFrom: Instant? = nil,
    createdBefore: Instant? = nil, after: RideCursor? = nil, limit: Int
  ) {
    self.phases = phases
    self.rider = rider
    self.createdFrom = createdFrom
    self.createdBefore = createdBefore
    self.after = after
    self.limit = limit
  }

  /// The place before which, newest first, all wanted rides begin; nil when any ride can be one.
  ///
  /// No identifier is below the empty one, so with it a place excludes its whole instant.
  package var end: RideCursor? {
    let before = createdBefore.map {
      RideCursor(createdAt: $0, rideIdentifier: RideIdentifier(""))
    }
    guard let before, let after else { return before ?? after }
    return min(before, after)
  }
}

/// The place of a ride in the order of creation; of two created at once the identifier decides.
package struct RideCursor: Hashable, Comparable, Sendable {
  package var createdAt: Instant
  package var rideIdentifier: RideIdentifier

  package init(createdAt: Instant, rideIdentifier: RideIdentifier) {
    self.createdAt = createdAt
    self.rideIdentifier = rideIdentifier
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.createdAt, left.rideIdentifier) < (right.createdAt, right.rideIdentifier)
  }
}

extension RideRecord {
  /// The place of the ride in the order of creation.
  package var cursor: RideCursor {
    RideCursor(createdAt: createdAt, rideIdentifier: rideIdentifier)
  }
}

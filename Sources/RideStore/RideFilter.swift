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
  package var after: PageCursor<RideIdentifier>?
  package var limit: Int

  package init(
    phases: [RidePhase]? = nil, rider: RiderIdentifier? = nil, createdFrom: Instant? = nil,
    createdBefore: Instant? = nil, after: PageCursor<RideIdentifier>? = nil, limit: Int
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
  package var end: PageCursor<RideIdentifier>? {
    let before = createdBefore.map { PageCursor(time: $0, identifier: RideIdentifier("")) }
    guard let before, let after else { return before ?? after }
    return min(before, after)
  }
}

/// The place of a record in an order by time, from which a next page goes on; of two records of one
/// moment the identifier decides.
package struct PageCursor<Key: Identifier>: Hashable, Comparable, Sendable {
  package var time: Instant
  package var identifier: Key

  package init(time: Instant, identifier: Key) {
    self.time = time
    self.identifier = identifier
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.time, left.identifier) < (right.time, right.identifier)
  }
}

extension RideRecord {
  /// The place of the ride in the order of creation.
  package var cursor: PageCursor<RideIdentifier> {
    PageCursor(time: createdAt, identifier: rideIdentifier)
  }
}

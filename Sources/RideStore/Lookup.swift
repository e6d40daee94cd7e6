package import Rides

/// The sets that a batch reads before it decides; an empty one is not read.
package struct Lookup: Sendable {
  package var rides: [RideIdentifier] = []
  package var outcomes: [OutcomeKey] = []
  /// The riders whose unfinished rides are read.
  package var unfinishedRidesOf: [RiderIdentifier] = []
  /// The riders whose owing rides are read.
  package var owingRidesOf: [RiderIdentifier] = []
  package var waitingRides: [WaitingSearch] = []

  package init() {}

  /// The rows of each set, as the function of the store with the same name returns them.
  package struct Findings: Sendable {
    package var rides: [RideIdentifier: RideRecord] = [:]
    package var outcomes: [OutcomeKey: StoredOutcome] = [:]
    package var unfinishedRides: [RideRecord] = []
    package var owingRides: [RideRecord] = []
    package var waitingRides: [RideRecord] = []

    package init() {}
  }
}

extension RideStore {
  /// Reads one set after the other.
  package func find(_ lookup: Lookup) throws(StoreError) -> Lookup.Findings {
    var found = Lookup.Findings()
    if !lookup.rides.isEmpty { found.rides = try rides(lookup.rides) }
    if !lookup.outcomes.isEmpty { found.outcomes = try outcomes(lookup.outcomes) }
    if !lookup.unfinishedRidesOf.isEmpty {
      found.unfinishedRides = try unfinishedRides(of: lookup.unfinishedRidesOf)
    }
    if !lookup.owingRidesOf.isEmpty {
      found.owingRides = try owingRides(of: lookup.owingRidesOf)
    }
    if !lookup.waitingRides.isEmpty {
      found.waitingRides = try waitingRides(lookup.waitingRides)
    }
    return found
  }
}

extension Array {
  /// The rows by their keys; of two rows with equal keys the later one stays.
  @inlinable
  package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    var result = [Key: Element](minimumCapacity: count)
    for element in self { result[key(element)] = element }
    return result
  }
}

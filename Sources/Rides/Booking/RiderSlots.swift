/// The slots of a rider's unfinished rides.
///
/// A store accepts each number once for a rider, which prevents two workers from booking twice
/// (rule A2).
///
/// | slots | held by |
/// |---|---|
/// | 0 to 999 | rides for now: as many as `unfinishedRidesPerRider` |
/// | 1000 to 1999 | rides booked ahead: as many as `ridesAheadPerRider` |
/// | 2000 to 2999 | rides booked ahead whose search has begun, which count as rides for now |
///
/// A search can begin whatever other rides the rider has: the ride moves from slot 1000 + n to
/// 2000 + n, which is free, because n stays reserved until the ride has ended. So no other ride has
/// to be read or locked.
package struct RiderSlots: Hashable, Sendable {
  private var taken: Set<Int> = []
  private static let ahead = 1_000..<2_000

  package init() {}

  /// Holds the slot of an unfinished ride.
  package mutating func hold(_ slot: Int) { taken.insert(slot) }

  /// Releases the slot of an ended ride.
  package mutating func release(_ slot: Int) { taken.remove(slot) }

  /// The lowest slot for a new ride; refused as `previousRideNeedsCompletion` when the rider has as
  /// many rides as the policies allow.
  ///
  /// Two workers at the same time choose the same slot, and the store accepts one of them.
  package func lowestFree(isAhead: Bool, policies: Policies) throws(Refusal) -> Int {
    let held = taken.count { Self.ahead.contains($0) == isAhead }
    let limit =
      isAhead ? policies.scheduling?.ridesAheadPerRider ?? 0 : policies.unfinishedRidesPerRider
    let places = isAhead ? Self.ahead : 0..<limit
    guard held < limit, let slot = places.first(where: isFree) else {
      let (rides, kind) = (limit == 1 ? "ride" : "rides", isAhead ? "booked ahead" : "unfinished")
      throw Refusal(
        .previousRideNeedsCompletion,
        "expected at most \(limit) \(isAhead ? "\(rides) \(kind)" : "\(kind) \(rides)"), "
          + "the rider has \(held)", path: isAhead ? "scheduledPickupTime" : nil)
    }
    return slot
  }

  /// The slot of a ride after its search has begun.
  package static func whenSought(_ slot: Int) -> Int {
    ahead.contains(slot) ? slot + ahead.count : slot
  }

  private func isFree(_ slot: Int) -> Bool {
    !taken.contains(slot) && !taken.contains(Self.whenSought(slot))
  }
}

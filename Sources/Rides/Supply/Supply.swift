/// The vehicles on duty at one moment, for estimates of pickups and for candidates.
package struct Supply: Sendable {
  /// One vehicle on duty.
  package struct Entry: Hashable, Sendable {
    package var vehicle: VehicleIdentifier
    package var location: Coordinate
    package var products: [ProductKey]
    package var capacity: Int
    /// Whether no ride has claimed it.
    package var isFree: Bool
    /// What it has of the extras that not every vehicle has.
    package var extras: [ExtraCount]

    package init(
      vehicle: VehicleIdentifier, location: Coordinate, products: [ProductKey], capacity: Int,
      isFree: Bool, extras: [ExtraCount] = []
    ) {
      self.vehicle = vehicle
      self.location = location
      self.products = products
      self.capacity = capacity
      self.isFree = isFree
      self.extras = extras
    }

    /// Whether the vehicle has so many of each extra.
    package func has(_ wanted: [ExtraCount]) -> Bool {
      wanted.allSatisfy { wanted in
        extras.contains { $0.identifier == wanted.identifier && $0.count >= wanted.count }
      }
    }
  }

  package let takenAt: Instant
  /// The vehicles, ascending by identifier.
  package let entries: [Entry]
  /// The vehicles of each product.
  private let groups: [ProductKey: SupplyGroup]

  /// The vehicles of a supply at that time.
  package init(takenAt: Instant, entries: [Entry]) {
    // Stores return them in this order, and checking is cheaper than sorting.
    self.init(
      takenAt: takenAt,
      ascending: entries.isAscending ? entries : entries.sorted { $0.vehicle < $1.vehicle })
  }

  /// The vehicles of a roster.
  package init(takenAt: Instant, roster: borrowing VehicleRoster) {
    self.init(takenAt: takenAt, ascending: roster.entries)
  }

  /// The same vehicles at a later time.
  package init(takenAt: Instant, like other: Supply) {
    self.takenAt = takenAt
    entries = other.entries
    groups = other.groups
  }

  private init(takenAt: Instant, ascending entries: [Entry]) {
    self.takenAt = takenAt
    self.entries = entries
    groups = SupplyGroup.groups(of: entries)
  }

  /// The number of free vehicles of a product, anywhere.
  package func freeVehicles(of product: ProductKey) -> Int { groups[product]?.free.count ?? 0 }

  /// The number of vehicles of a product on duty, free or not.
  package func vehiclesOnDuty(of product: ProductKey) -> Int {
    groups[product].map { $0.free.count + $0.busyCount } ?? 0
  }

  /// The nearest free vehicle of a product that carries the party and passes `isWanted`, as an
  /// index in `entries`; of equally near ones the first by identifier.
  ///
  /// Vehicles farther than 50 km are excluded. Without a party size, any capacity is enough.
  package func nearestFreeEntry(
    product: ProductKey, to point: Coordinate, partySize: Int?, where isWanted: (Int) -> Bool
  ) -> Int? {
    groups[product].flatMap {
      nearest(in: $0.free, to: UnitVector(point), partySize: partySize ?? 0, where: isWanted)
    }
  }

  /// The nearest free vehicle of a product, and whether any of its vehicles is on duty within
  /// reach; the free ones are counted until there are `enough`.
  func survey(_ product: ProductKey, around target: UnitVector, enough: Int) -> SupplySearch {
    var search = SupplySearch()
    guard let group = groups[product] else { return search }
    search.nearestFree = nearest(in: group.free, to: target, partySize: .min) { _ in true }
    search.isAnyOnDuty =
      search.nearestFree != nil
      || Self.count(group.busy(of: entries), around: target, enough: 1) > 0
    if search.nearestFree != nil, enough > 0 {
      search.freeCount = Self.count(group.free, around: target, enough: enough)
    }
    return search
  }

  private func nearest(
    in tree: VehicleTree, to target: UnitVector, partySize: Int, where isWanted: (Int) -> Bool
  ) -> Int? {
    var best: (chord: Double, entry: Int)?
    var reach = SupplySearch.reachChord
    tree.search(around: target, within: reach, partySize: partySize) { candidate, chord in
      let isNearer = best.map { (chord, candidate.entryIndex) < $0 } ?? true
      if isNearer, isWanted(candidate.entryIndex) {
        best = (chord, candidate.entryIndex)
        reach = chord
      }
      return reach
    }
    return best?.entry
  }

  private static func count(_ tree: VehicleTree, around target: UnitVector, enough: Int) -> Int {
    var count = 0
    tree.search(around: target, within: SupplySearch.reachChord, partySize: .min) { _, _ in
      count += 1
      return count < enough ? SupplySearch.reachChord : -1
    }
    return count
  }

  /// The straight-line distance in meters within which a vehicle serves a pickup.
  package static var reach: Double { SupplySearch.reach }
}

extension [Supply.Entry] {
  fileprivate var isAscending: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1].vehicle < self[$0].vehicle }
  }
}

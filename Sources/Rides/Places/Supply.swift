/// The vehicles on duty at one moment, from which pickups are estimated and candidates are taken.
package struct Supply: Sendable {
  /// One vehicle on duty.
  package struct Entry: Hashable, Sendable {
    package var vehicle: VehicleIdentifier
    package var location: Coordinate
    package var products: [ProductKey]
    package var capacity: Int
    /// Whether no ride has claimed it.
    package var isFree: Bool

    package init(
      vehicle: VehicleIdentifier, location: Coordinate, products: [ProductKey], capacity: Int,
      isFree: Bool
    ) {
      self.vehicle = vehicle
      self.location = location
      self.products = products
      self.capacity = capacity
      self.isFree = isFree
    }
  }

  package let takenAt: Instant
  /// The vehicles, ascending by identifier.
  package let entries: [Entry]
  /// The vehicles of each product.
  private let groups: [Group]

  package init(takenAt: Instant, entries: [Entry]) {
    self.takenAt = takenAt
    self.entries = entries.sorted { $0.vehicle < $1.vehicle }
    groups = Self.grouped(self.entries)
  }

  /// The free vehicles of a product that carry the party, nearest first, equally near ones by
  /// identifier.
  ///
  /// A vehicle farther than 50 km is not among them. Without a party size any capacity does.
  package func nearestFree(
    product: ProductKey, to point: Coordinate, partySize: Int?, limit: Int
  ) -> [VehicleIdentifier] {
    guard limit > 0, let group = group(of: product) else { return [] }
    let target = UnitVector(point)
    var found: [(chord: Double, entry: Int)] = []
    for candidate in group.candidates where candidate.isFree {
      guard candidate.capacity >= partySize ?? 0 else { continue }
      let chord = candidate.position.squaredChord(to: target)
      if chord <= SupplySearch.reachChord { found.append((chord, candidate.entry)) }
    }
    found.sort { $0 < $1 }
    return found.prefix(limit).map { entries[$0.entry].vehicle }
  }

  /// The nearest free vehicle of a product, and whether any of its vehicles is on duty within
  /// reach.
  func survey(_ product: ProductKey, around target: UnitVector) -> SupplySearch {
    var search = SupplySearch()
    guard let group = group(of: product) else { return search }
    for candidate in group.candidates {
      search.consider(candidate, chord: candidate.position.squaredChord(to: target))
    }
    return search
  }

  private func group(of product: ProductKey) -> Group? {
    groups.first { $0.product == product }
  }

  /// The vehicles of one product, ascending by identifier.
  private struct Group {
    let product: ProductKey
    var candidates: [SupplySearch.Candidate]
  }

  private static func grouped(_ entries: [Entry]) -> [Group] {
    var groups: [Group] = []
    var numbers: [ProductKey: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let candidate = SupplySearch.Candidate(
        position: UnitVector(entry.location), entry: index, capacity: entry.capacity,
        isFree: entry.isFree)
      for product in Set(entry.products) {
        if let number = numbers[product] {
          groups[number].candidates.append(candidate)
        } else {
          numbers[product] = groups.count
          groups.append(Group(product: product, candidates: [candidate]))
        }
      }
    }
    return groups
  }
}

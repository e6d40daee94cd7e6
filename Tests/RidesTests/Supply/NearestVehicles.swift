import Rides

extension Supply {
  /// The nearest free vehicle that is wanted.
  func nearestFree(
    product: ProductKey, to point: Coordinate, partySize: Int?,
    where isWanted: (VehicleIdentifier) -> Bool
  ) -> VehicleIdentifier? {
    nearestFreeEntry(product: product, to: point, partySize: partySize) {
      isWanted(entries[$0].vehicle)
    }.map { entries[$0].vehicle }
  }

  /// The nearest few, by one search after the other.
  func nearestFree(
    product: ProductKey, to point: Coordinate, partySize: Int?, limit: Int
  ) -> [VehicleIdentifier] {
    var found: [VehicleIdentifier] = []
    var seen: Set<VehicleIdentifier> = []
    while found.count < limit,
      let next = nearestFree(
        product: product, to: point, partySize: partySize, where: { !seen.contains($0) })
    {
      found.append(next)
      seen.insert(next)
    }
    return found
  }
}

package import Rides

/// The way of a rider.
package struct EveningTrip: Hashable, Sendable {
  let pickup: Coordinate
  let dropOff: Coordinate

  package init(pickup: Coordinate, dropOff: Coordinate) {
    self.pickup = pickup
    self.dropOff = dropOff
  }

  /// The trips of a file as the city of Chicago publishes those of its taxis that begin between 17
  /// and 23 o'clock of its clocks; rows without places are left out.
  package static func evening(of csv: String) -> [EveningTrip] {
    csv.split(whereSeparator: \.isNewline).dropFirst().compactMap { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).prefix(5)
        .compactMap { Double($0) }
      guard cells.count == 5, (17..<23).contains(Int(cells[0]) / 3_600 % 24),
        let pickup = Coordinate(latitude: cells[1], longitude: cells[2]),
        let dropOff = Coordinate(latitude: cells[3], longitude: cells[4])
      else { return nil }
      return EveningTrip(pickup: pickup, dropOff: dropOff)
    }
  }
}

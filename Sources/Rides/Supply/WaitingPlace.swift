/// A place in the waiting list, with the requirements for a vehicle; much smaller than the ride.
package struct WaitingPlace: Comparable, Sendable {
  package let rideIdentifier: RideIdentifier
  package let product: ProductKey
  package let pickup: Coordinate
  package let partySize: Int?
  /// What the vehicle has to have.
  package let extras: [ExtraCount]
  /// The vehicles that have declined the ride.
  package let declinedBy: [VehicleIdentifier]
  /// When the search for a vehicle began.
  package let searchFrom: Instant
  /// The vehicle that the operator has planned for it.
  package let plannedVehicle: VehicleIdentifier?

  package init(
    rideIdentifier: RideIdentifier, product: ProductKey, pickup: Coordinate, partySize: Int?,
    extras: [ExtraCount] = [], declinedBy: [VehicleIdentifier], searchFrom: Instant,
    plannedVehicle: VehicleIdentifier? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.product = product
    self.pickup = pickup
    self.partySize = partySize
    self.extras = extras
    self.declinedBy = declinedBy
    self.searchFrom = searchFrom
    self.plannedVehicle = plannedVehicle
  }

  /// The order of the list, as the store has it.
  package static func < (left: Self, right: Self) -> Bool {
    left.searchFrom == right.searchFrom
      ? left.rideIdentifier < right.rideIdentifier : left.searchFrom < right.searchFrom
  }

  /// Whether a vehicle can take the ride, wherever it is.
  package func isServed(by vehicle: Supply.Entry) -> Bool {
    vehicle.products.contains(product) && vehicle.capacity >= partySize ?? 0
      && vehicle.has(extras)
  }

  /// A product and a cell of one degree by one degree: rides of one cell are searched together.
  package struct Cell: Hashable, Sendable {
    package let product: ProductKey
    private let row: Double
    private let column: Double

    /// The cell of a place.
    package init(_ place: WaitingPlace) {
      product = place.product
      row = place.pickup.latitude.rounded(.down)
      column = place.pickup.longitude.rounded(.down)
    }
  }
}

extension Supply {
  /// Which of the rides without a vehicle search all vehicles now, in the order of the waiting
  /// list.
  ///
  /// A vehicle may have become free since the snapshot, before its own report could find these
  /// rides. The number of searches at one place is limited to the vehicles of the product on duty,
  /// and a few more for vehicles that have just arrived: further searches could only find that all
  /// vehicles are taken. So many bookings at a place without free vehicles cost little more than
  /// the bookings themselves. A ride without a search is found after a ride with one has got a
  /// vehicle and others are nearby.
  package func searchers(among waiting: [WaitingPlace]) -> [RideIdentifier] {
    var rooms: [WaitingPlace.Cell: Int] = [:]
    // By index: copying a whole place is expensive.
    return waiting.indices.sorted { waiting[$0] < waiting[$1] }.compactMap { index in
      let cell = WaitingPlace.Cell(waiting[index])
      let room = rooms[cell] ?? vehiclesOnDuty(of: cell.product) + Self.searchesForNewcomers
      rooms[cell] = max(0, room - 1)
      return room > 0 ? waiting[index].rideIdentifier : nil
    }
  }

  /// The number of searches at a place in addition to those for the vehicles of the snapshot.
  private static let searchesForNewcomers = 8
}

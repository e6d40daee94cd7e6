package import Rides

/// Which rides that wait for a vehicle are sought; of those the longest waiting.
package struct WaitingSearch: Hashable, Sendable {
  package var products: [ProductKey]
  /// Where the pickups are.
  package var area: SearchArea
  /// Rides for more people are left out; nil leaves out none.
  package var largestParty: Int?
  /// The most rides that are wanted.
  package var limit: Int

  /// Makes a search; without products or places it finds nothing.
  package init(
    products: [ProductKey], area: SearchArea, largestParty: Int? = nil, limit: Int
  ) {
    precondition(limit >= 0, "a limit cannot be negative")
    self.products = products
    self.area = area
    self.largestParty = largestParty
    self.limit = limit
  }

  /// Whether a ride that waits is sought, as long as fewer than `limit` have waited longer.
  package func wants(_ ride: RideRecord) -> Bool {
    products.contains(ride.product) && area.contains(ride.pickup)
      && largestParty.map { ride.partySize ?? 0 <= $0 } ?? true
  }
}

/// A part of a search, as an index finds it: the rides of each product within each cell, in their
/// order.
///
/// The earth is divided into cells of a degree by a degree, so that the order within each can be
/// kept in an index: a search in one place reads no rides of another, however many
/// wait there and however long. The area around a vehicle touches about four cells, near a pole
/// some hundreds.
package struct WaitingPart: Hashable, Sendable {
  /// The index of the search among the given ones.
  package var search: Int
  /// Each once.
  package var products: [ProductKey]
  package var cells: [Int]
  package var box: CoordinateBox
  package var largestParty: Int
  package var limit: Int

  /// The parts of all searches; none of a search without a result.
  package static func parts(of searches: [WaitingSearch]) -> [WaitingPart] {
    searches.enumerated().flatMap { index, search -> [WaitingPart] in
      let products = Set(search.products).sorted()
      guard search.limit > 0, !products.isEmpty else { return [] }
      return search.area.boxes.map { box in
        WaitingPart(
          search: index, products: products, cells: cells(of: box), box: box,
          largestParty: search.largestParty ?? .max, limit: search.limit)
      }
    }
  }

  /// The numbers of the cells that a box touches: whole degrees from the south pole times 1000, and
  /// whole degrees from the 180th meridian.
  ///
  /// The databases work out the same number for a pickup, by the same operations.
  private static func cells(of box: CoordinateBox) -> [Int] {
    (Int(box.south + 90)...Int(box.north + 90)).flatMap { row in
      (Int(box.west + 180)...Int(box.east + 180)).map { row * 1_000 + $0 }
    }
  }
}

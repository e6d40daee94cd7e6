/// The result of one search of a product's vehicles.
struct SupplySearch {
  /// The straight-line distance in meters beyond which a vehicle does not serve a pickup: it
  /// belongs to another city, which may have a product with the same key.
  static let reach = 50_000.0
  /// The square of the chord of `reach`, on a sphere of radius one; chord and arc are one at this
  /// scale.
  static let reachChord = (reach / GreatCircle.earthRadius) * (reach / GreatCircle.earthRadius)

  var isAnyOnDuty = false
  /// The number of free vehicles within reach, up to the requested number.
  var freeCount = 0
  /// The entry of the nearest free vehicle; of equally near ones the first by identifier.
  var nearestFree: Int?
}

/// The nearest few vehicles of a search, in a heap with the farthest one first.
struct NearestVehicles {
  private let limit: Int
  private var heap: [(chord: Double, entry: Int)] = []

  init(limit: Int) { self.limit = limit }

  /// The square of the chord beyond which a vehicle is not among them.
  var reach: Double { heap.count < limit ? SupplySearch.reachChord : heap[0].chord }

  /// The entries, nearest first, equally near ones in their order.
  var entries: [Int] { heap.sorted { $0 < $1 }.map(\.entry) }

  mutating func add(_ entry: Int, chord: Double) {
    if heap.count < limit {
      heap.append((chord, entry))
      rise(heap.count - 1)
    } else if (chord, entry) < heap[0] {
      heap[0] = (chord, entry)
      sink()
    }
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[(place - 1) / 2] < heap[place] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var largest = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if heap[largest] < heap[child] { largest = child }
      }
      guard largest != place else { return }
      heap.swapAt(place, largest)
      place = largest
    }
  }
}

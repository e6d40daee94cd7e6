import RideStore
import Rides

/// A place in the waiting list, with what a vehicle has to be for its ride: little beside the whole
/// ride.
struct WaitingPlace: Comparable {
  let rideIdentifier: RideIdentifier
  let product: ProductKey
  let pickup: Coordinate
  let partySize: Int?
  /// The vehicles that have declined the ride.
  let declinedBy: [VehicleIdentifier]
  /// Since when a vehicle is sought.
  let searchFrom: Instant

  /// The order of the list, as the store has it.
  static func < (left: Self, right: Self) -> Bool {
    (left.searchFrom, left.rideIdentifier) < (right.searchFrom, right.rideIdentifier)
  }
}

extension WaitingPlace {
  init(_ ride: Ride) {
    self.init(
      rideIdentifier: ride.status.rideIdentifier, product: ride.product,
      pickup: ride.status.pickupLocation.coordinate, partySize: ride.partySize,
      declinedBy: ride.declinedBy, searchFrom: ride.searchFrom)
  }
}

/// A product and a part of the earth of a degree by a degree: rides of one place are looked at
/// together.
struct RidePlace: Hashable {
  let product: ProductKey
  private let row: Double
  private let column: Double

  init(_ place: WaitingPlace) {
    product = place.product
    row = place.pickup.latitude.rounded(.down)
    column = place.pickup.longitude.rounded(.down)
  }
}

/// The longest-waiting rides that free vehicles could take, each handed out once.
///
/// No ride waits for ever beside a free vehicle that could take it, for these look for the two:
///
/// - A vehicle that reports while it is free, or that the end of a ride frees, looks for the rides
///   around it. What it cannot take, since it is elsewhere, for another product or for too many
///   people, the search leaves out, so that it hides nothing.
/// - A ride that was booked without getting a vehicle looks at all vehicles once it is committed,
///   and so does one whose vehicle has declined or dropped out. Of a crowd at one place only the
///   first ones do.
/// - A ride that has got a vehicle looks for others beside the next two free ones. So the crowd
///   gets all vehicles that are there in a few rounds, and the rounds end where none is free.
/// - A ride that waits looks at all vehicles by itself, after half a minute, then whenever it has
///   waited twice as long, but every five minutes at least (`Ride.processDue`).
///
/// The last is what the promise rests on, since nothing but time is needed for it, and it sees all
/// vehicles; the others are so that nobody waits for it. They may miss a ride: one that another
/// batch has locked is left out, commands of reports are not repeated, and `searchDepth` rides that
/// a vehicle has declined, or just out of its reach, hide those behind them.
///
/// A ride that looks does not take a vehicle that one which has waited longer could take. That one
/// is found by the same looks, its own among them, and takes the vehicle: for one that could not,
/// none is set aside. So the first in the list always gets on, and then the next is first.
///
/// The work of a batch is bounded: one statement, whose parts grow with the places where its
/// vehicles stand, and which reads a ride for each vehicle and `searchDepth` for each place.
struct WaitingRides {
  private var waiting: [RideRecord]

  /// Reads as many as the vehicles can serve, and some more, except those of `rides` that no
  /// longer wait.
  init(
    for vehicles: [Supply.Entry], beside rides: [RideIdentifier: Ride], in store: any RideStore,
    at now: Instant
  ) throws(StoreError) {
    waiting = []
    guard !vehicles.isEmpty else { return }
    let records = try store.waitingRides(Self.searches(for: vehicles))
    guard !records.isEmpty else { return }
    let supply = Supply(takenAt: now, entries: vehicles)
    waiting = records.filter { record in
      rides[record.rideIdentifier]?.isWaiting ?? true && supply.hasFree(for: record)
    }
  }

  /// Takes the first ride for which the vehicle would do off the list; nil when there is none.
  mutating func next(for vehicle: Supply.Entry, at now: Instant) -> RideIdentifier? {
    let supply = Supply(takenAt: now, entries: [vehicle])
    let match = waiting.firstIndex { record in
      // One that cannot be read waits until somebody mends it, and keeps nobody behind it. Only
      // the vehicles that have declined are not told without reading the whole ride.
      guard supply.hasFree(for: record), let ride = try? record.ride() else { return false }
      return !ride.declinedBy.contains(vehicle.vehicle)
    }
    return match.map { waiting.remove(at: $0).rideIdentifier }
  }

  /// A search for each place where some of the vehicles stand, and of these for each kind.
  ///
  /// Vehicles of a kind can take the same rides, so that none that another kind could take hides
  /// one from them; and those that stand together have nearly the same surroundings.
  private static func searches(for vehicles: [Supply.Entry]) -> [WaitingSearch] {
    let somewhere = vehicles.filter { abs($0.location.latitude) <= northernmost }
    return Dictionary(grouping: somewhere, by: Kind.init).map { kind, vehicles in
      WaitingSearch(
        products: kind.products,
        surroundings: SearchArea(of: vehicles.map(\.location), within: Supply.reach),
        largestParty: kind.capacity, limit: vehicles.count + searchDepth)
    }
  }

  /// What vehicles have in common that are looked after together.
  private struct Kind: Hashable {
    let products: [ProductKey]
    let capacity: Int
    /// Halves of a degree.
    let row: Double
    let column: Double

    init(_ vehicle: Supply.Entry) {
      products = Set(vehicle.products).sorted()
      capacity = vehicle.capacity
      row = (vehicle.location.latitude * 2).rounded(.down)
      column = (vehicle.location.longitude * 2).rounded(.down)
    }
  }

  /// Beyond this latitude, where no roads are, a vehicle's surroundings span all meridians, and
  /// nothing is searched for it; a ride there looks by itself.
  private static let northernmost = 85.0

  /// How many rides that a search finds and its vehicles do not serve hide none behind them: those
  /// that they have declined, and those just out of their reach.
  static let searchDepth = 32
}

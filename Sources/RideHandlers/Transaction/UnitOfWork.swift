import Messages
import RideStore
import Rides

/// The rides and vehicles that a batch touches, as they are while it is decided, and what has
/// changed of them.
///
/// Where a store locks rows, a batch here locks in this order: the rides that its messages name,
/// then their vehicles, each by identifier. What it takes later, vehicles for waiting rides
/// (`claim`) and waiting rides for its vehicles (`waitingRides`), it takes only if nobody holds
/// it. A batch of riders' requests locks the rides that its messages name, the unfinished rides of
/// their riders, waiting rides that no other session has locked, and then vehicles. Last come new
/// rows; two lanes that insert those of the same riders or messages in another order the database
/// tells apart as a conflict, and the batch is decided again. SQLite has one writer at a time, and
/// none of this.
struct UnitOfWork {
  private(set) var rides: [RideIdentifier: Ride] = [:]
  private(set) var vehicles: [VehicleIdentifier: VehicleRecord] = [:]
  /// Each ride as it was read.
  private var ridesRead: [RideIdentifier: ReadRide] = [:]
  private var newRides: Set<RideIdentifier> = []
  /// Where the rides stand that the batch has put and that wait for a vehicle.
  private(set) var waiting: [RideIdentifier: WaitingPlace] = [:]
  private var movedVehicles: Set<VehicleIdentifier> = []
  private(set) var releases: [VehicleClaim] = []
  /// The rides that are kept and cannot be read, each with its rider and what is told of it.
  private(set) var unreadable: [RideIdentifier: (rider: RiderIdentifier, error: RequestError)] = [:]

  /// Begins with the rides that were read; reads the vehicles, and those that some of the rides
  /// have asked, or that are committed to some.
  init(
    rides records: [RideIdentifier: RideRecord],
    vehicles vehicleIdentifiers: Set<VehicleIdentifier> = [],
    askedBy askingRides: Set<RideIdentifier> = [],
    committedTo drivenRides: Set<RideIdentifier> = [], in store: any RideStore
  ) throws(StoreError) {
    for record in records.values { add(record) }
    let asked = askingRides.compactMap { rides[$0]?.askedVehicle }
    let committed = drivenRides.compactMap { rides[$0]?.committedVehicle }
    let wanted = vehicleIdentifiers.union(asked).union(committed)
    vehicles = wanted.isEmpty ? [:] : try store.vehicles(wanted.sorted())
  }

  /// Makes room for so many rides, so that the rides, which are large, are not moved while they
  /// grow in number.
  mutating func reserve(_ count: Int) { rides.reserveCapacity(count) }

  /// The vehicles that reported.
  var savedVehicles: [VehicleRecord] {
    movedVehicles.sorted().compactMap { vehicles[$0] }
  }

  /// The rides that the batch has made.
  func insertions(_ statuses: EncodedStatuses, at now: Instant) -> [RideRecord] {
    newRides.sorted().compactMap { identifier in
      rides[identifier].map {
        RideRecord($0, statuses, payments: $0.account.openPayments(at: now))
      }
    }
  }

  /// The rides that changed in whatever way, also in one that riders are not told, each with the
  /// condition under which it may be replaced.
  func rideUpdates(_ statuses: EncodedStatuses, at now: Instant) -> [RideUpdate] {
    rides.values.compactMap { ride -> RideUpdate? in
      guard let read = ridesRead[ride.status.rideIdentifier], read.differs(from: ride) else {
        return nil
      }
      let payments = ride.account.openPayments(at: now, before: read.payments)
      return RideUpdate(
        record: RideRecord(ride, statuses, payments: payments), expectedRevision: read.revision)
    }
    .sorted { $0.record.rideIdentifier < $1.record.rideIdentifier }
  }

  /// Adds a ride that was read.
  private mutating func add(_ record: RideRecord) {
    do throws(RequestError) {
      let ride = try record.ride()
      rides[record.rideIdentifier] = ride
      ridesRead[record.rideIdentifier] = ReadRide(
        ride: ride, revision: record.revision, dueAt: record.dueAt,
        payments: record.payments)
    } catch {
      unreadable[record.rideIdentifier] = (record.riderIdentifier, error)
    }
  }

  mutating func put(_ ride: Ride) {
    let identifier = ride.status.rideIdentifier
    waiting[identifier] = ride.isWaiting ? WaitingPlace(ride) : nil
    rides[identifier] = ride
  }

  /// Adds a ride that the batch has made.
  mutating func insert(_ ride: Ride) {
    newRides.insert(ride.status.rideIdentifier)
    put(ride)
  }

  /// Adds a vehicle as it has reported itself; the batch writes it.
  mutating func put(_ vehicle: VehicleRecord) {
    vehicles[vehicle.vehicleIdentifier] = vehicle
    movedVehicles.insert(vehicle.vehicleIdentifier)
  }

  /// Replaces a vehicle by what the store returned after a ride of the batch had claimed it.
  mutating func replace(_ vehicle: VehicleRecord) {
    vehicles[vehicle.vehicleIdentifier] = vehicle
  }

  /// Frees the vehicle of a ride.
  mutating func release(_ vehicle: VehicleIdentifier, of ride: RideIdentifier) {
    releases.append(VehicleClaim(vehicleIdentifier: vehicle, rideIdentifier: ride))
    if vehicles[vehicle]?.ride == ride { vehicles[vehicle]?.ride = nil }
  }

  /// Whether a vehicle could take a ride now.
  func isFree(_ vehicle: VehicleIdentifier, at now: Instant) -> Bool {
    vehicles[vehicle]?.supplyEntry(at: now)?.isFree ?? false
  }
}

extension UnitOfWork {
  /// A ride as the store had it.
  private struct ReadRide {
    let ride: Ride
    let revision: Int
    /// When the store says that the ride is due; a build that judges otherwise has it corrected.
    let dueAt: Instant?
    /// Since when its payments stand as they do, which the ride itself does not know.
    let payments: [OpenPayment]

    func differs(from other: Ride) -> Bool { ride != other || dueAt != other.dueAt }
  }
}

extension Ride {
  /// The vehicle that has been asked and has not answered.
  fileprivate var askedVehicle: VehicleIdentifier? {
    status.phase == .received ? status.vehicle?.identifier : nil
  }

  /// The vehicle that has taken the ride, until the ride has ended.
  fileprivate var committedVehicle: VehicleIdentifier? {
    commitment == nil || status.phase.isFinal ? nil : status.vehicle?.identifier
  }
}

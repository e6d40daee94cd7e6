import Messages
import RideStore
import Rides

/// The rides and vehicles of a batch in their current state, and their changes.
///
/// Where a store locks rows, a dispatch batch locks them in this order: the rides that its messages
/// name, then their vehicles, each by identifier. It claims vehicles for waiting rides (`claim`)
/// and waiting rides for its vehicles (`waitingRides`) only if no other session has locked them. A
/// batch of riders' requests locks the rides that its messages name, the unfinished rides of their
/// riders, waiting rides that no other session has locked, and then vehicles. New rows come last:
/// if two lanes insert rows of the same riders or messages in different orders, the database
/// reports a conflict, and one batch is decided again. SQLite has one writer at a time and locks no
/// rows.
struct UnitOfWork {
  private(set) var rides: [RideIdentifier: Ride] = [:]
  private(set) var vehicles: [VehicleIdentifier: VehicleRecord] = [:]
  /// Each ride as it was read.
  private var ridesRead: [RideIdentifier: ReadRide] = [:]
  private var newRides: Set<RideIdentifier> = []
  /// The places in the waiting list of the rides that the batch has added.
  private(set) var waiting: [RideIdentifier: WaitingPlace] = [:]
  private var movedVehicles: Set<VehicleIdentifier> = []
  private var beginningVehicles: Set<VehicleIdentifier> = []
  private(set) var releases: [VehicleClaim] = []
  /// The stored rides that cannot be read, each with its rider and the error to answer.
  private(set) var unreadable: [RideIdentifier: (rider: RiderIdentifier, error: RequestError)] = [:]

  /// Begins with the rides that were read; reads the vehicles, and those that some of the rides
  /// have asked or watch, or that are committed to some.
  init(
    rides records: [RideIdentifier: RideRecord],
    vehicles vehicleIdentifiers: Set<VehicleIdentifier> = [],
    askedBy askingRides: Set<RideIdentifier> = [],
    committedTo drivenRides: Set<RideIdentifier> = [], in store: any RideStore
  ) throws(StoreError) {
    for record in records.values { add(record) }
    let asked = askingRides.compactMap { rides[$0]?.askedVehicle ?? rides[$0]?.watchedVehicle }
    let committed = drivenRides.compactMap { rides[$0]?.committedVehicle }
    let wanted = vehicleIdentifiers.union(asked).union(committed)
    vehicles = wanted.isEmpty ? [:] : try store.vehicles(wanted.sorted())
  }

  /// Reserves capacity for `count` rides, so that appending does not move the large values.
  mutating func reserve(_ count: Int) { rides.reserveCapacity(count) }

  /// The vehicles that reported.
  var savedVehicles: [VehicleRecord] {
    movedVehicles.sorted().compactMap { vehicles[$0] }
  }

  /// The vehicles of which something else is measured, and that have not reported since or are no
  /// longer measured: a report leaves the stored sum.
  var beginnings: [VehicleRecord] {
    beginningVehicles.sorted().compactMap { vehicles[$0] }
      .filter { $0.driven == nil || !movedVehicles.contains($0.vehicleIdentifier) }
  }

  /// The number of the receipt that was told of a ride before the batch.
  func receiptNumberRead(of ride: RideIdentifier) -> Int? {
    ridesRead[ride]?.ride.toldReceiptNumber
  }

  /// The rides that the batch has created.
  func insertions(_ statuses: EncodedStatuses, at now: Instant) -> [RideRecord] {
    newRides.sorted().compactMap { identifier in
      rides[identifier].map {
        RideRecord($0, statuses, payments: $0.account.openPayments(at: now))
      }
    }
  }

  /// All changed rides, including those without an event, each with the condition for its update.
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
    waiting[identifier] = ride.isWaiting ? ride.waitingPlace : nil
    rides[identifier] = ride
  }

  /// Adds a ride that the batch has created.
  mutating func insert(_ ride: Ride) {
    newRides.insert(ride.status.rideIdentifier)
    put(ride)
  }

  /// Adds a vehicle as it has reported itself; the batch writes it.
  mutating func put(_ vehicle: VehicleRecord) {
    vehicles[vehicle.vehicleIdentifier] = vehicle
    movedVehicles.insert(vehicle.vehicleIdentifier)
  }

  /// Sets what is measured of a vehicle, when it arrives or its rider comes aboard; the batch
  /// writes it.
  mutating func begin(_ driven: String?, by vehicle: VehicleIdentifier) {
    vehicles[vehicle]?.driven = driven
    beginningVehicles.insert(vehicle)
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
}

extension UnitOfWork {
  /// A ride as the store had it.
  private struct ReadRide {
    let ride: Ride
    let revision: Int
    /// When the ride is due by its row; a build that computes another time corrects the row.
    let dueAt: Instant?
    /// Since when its payments are in their current state, which only the row has.
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

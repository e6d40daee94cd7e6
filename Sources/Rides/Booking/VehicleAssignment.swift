/// What the vehicle of a ride is told (rule A19).
package struct VehicleAssignment: Hashable, Sendable {
  /// Whether the vehicle drives the ride.
  package enum State: String, Sendable, CaseIterable {
    case assigned
    /// The ride has ended, or another vehicle drives it: what was told of it is to be deleted.
    case withdrawn
  }

  package let vehicleIdentifier: VehicleIdentifier
  package let rideIdentifier: RideIdentifier
  /// The sequence of the ride's status.
  package let sequence: Int
  package let state: State
  package let phase: RidePhase
  package let updatedAt: Instant
  /// When it is too old to be read.
  package let expiresAt: Instant
  package private(set) var riderName: String?
  package private(set) var riderPhone: String?
  package private(set) var isGuest = false
  package private(set) var note: String?
  package private(set) var partySize: Int?
  package private(set) var scheduledPickupTime: PickupWindow?
  package private(set) var pickupLocation: Place?
  package private(set) var waypoints: [Place] = []
  package private(set) var dropOffLocation: Place?
  package private(set) var extras: [BookedExtra] = []

  /// What a vehicle is told that has lost the ride, or whose ride has ended: nothing of the rider.
  fileprivate init(
    withdrawnFrom vehicle: VehicleIdentifier, by status: RideStatus, _ policy: DispatchPolicy,
    sentAt: Instant?
  ) {
    self.init(.withdrawn, vehicle, status, policy, sentAt)
  }

  /// What the committed vehicle of a ride is told.
  fileprivate init(
    of ride: Ride, to vehicle: VehicleIdentifier, _ policy: DispatchPolicy, sentAt: Instant?
  ) {
    let (status, passenger) = (ride.status, ride.passenger)
    self.init(.assigned, vehicle, status, policy, sentAt)
    riderName = passenger?.firstName
    riderPhone = policy.maskingNumber(for: status.rideIdentifier) ?? passenger?.phoneNumber
    isGuest = passenger?.isGuest ?? false
    note = passenger?.note
    partySize = ride.partySize
    scheduledPickupTime = status.scheduledPickupTime
    pickupLocation = status.pickupLocation
    waypoints = status.waypoints
    dropOffLocation = status.dropOffLocation
    extras = status.extras
  }

  private init(
    _ state: State, _ vehicle: VehicleIdentifier, _ status: RideStatus, _ policy: DispatchPolicy,
    _ sentAt: Instant?
  ) {
    self.state = state
    vehicleIdentifier = vehicle
    rideIdentifier = status.rideIdentifier
    sequence = status.sequence
    phase = status.phase
    updatedAt = status.updatedAt
    // A report can come long after what it reports.
    expiresAt = (sentAt ?? status.updatedAt).advanced(bySeconds: policy.assignmentSeconds)
  }
}

extension Ride {
  /// What a vehicle is told of the current status; nil where none has to be told anything.
  ///
  /// - Parameter sentAt: When it is sent for the first time; nil where it is repeated.
  package func assignment(
    _ policy: DispatchPolicy, sentAt: Instant? = nil
  ) -> VehicleAssignment? {
    guard policy.informsVehicles else { return nil }
    guard let vehicle = status.vehicle?.identifier else {
      return withdrawal(by: status, policy, sentAt: sentAt)
    }
    // Nothing was told to a vehicle that was only offered the ride.
    guard !status.isVehicleAsked else { return nil }
    return status.phase.isFinal
      ? VehicleAssignment(withdrawnFrom: vehicle, by: status, policy, sentAt: sentAt)
      : VehicleAssignment(of: self, to: vehicle, policy, sentAt: sentAt)
  }

  /// What the last vehicle is told that has lost the ride by a status; nil for a status that has
  /// another cause.
  package func withdrawal(
    by status: RideStatus, _ policy: DispatchPolicy, sentAt: Instant? = nil
  ) -> VehicleAssignment? {
    guard policy.informsVehicles, status.phase == .received || status.phase.isFinal,
      status.vehicle == nil, hasLostVehicle, let vehicle = declinedBy.last
    else { return nil }
    return VehicleAssignment(withdrawnFrom: vehicle, by: status, policy, sentAt: sentAt)
  }

  /// Whether a committed vehicle has dropped out, or the operator has taken the ride from it.
  private var hasLostVehicle: Bool {
    dropOuts > 0 || account[.settlement].contains { $0.deed == .reassignment }
  }
}

extension DispatchPolicy {
  /// The number that the driver of a ride calls in the place of the rider's own; nil without any.
  ///
  /// The same for each vehicle of the ride: the masking service connects whoever calls it.
  func maskingNumber(for ride: RideIdentifier) -> String? {
    guard !maskingNumbers.isEmpty else { return nil }
    let sum = ride.rawValue.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
    return maskingNumbers[sum % maskingNumbers.count]
  }
}

import Rides

extension SimulatedVehicle.Habits {
  /// The seconds that a wait takes at this pace.
  func wait(_ seconds: Double) -> Double { seconds / pace }
}

extension SimulatedVehicle.Job {
  init(_ status: RideStatus) {
    self.init(
      ride: status.rideIdentifier, pickup: status.pickupLocation.coordinate,
      dropOff: status.dropOffLocation?.coordinate, sequence: status.sequence)
  }
}

extension SimulatedVehicle.Activity {
  /// The ride that is served or considered.
  var job: SimulatedVehicle.Job? {
    get {
      switch self {
      case .free: nil
      case .asked(let job, _), .accepted(let job), .drivingToPickup(let job, _, _),
        .boarding(let job, _), .drivingToDropOff(let job, _), .cruising(let job, _):
        job
      }
    }
    set {
      guard let job = newValue else {
        self = .free
        return
      }
      switch self {
      case .free: break
      case .asked(_, let until): self = .asked(job, until: until)
      case .accepted: self = .accepted(job)
      case .drivingToPickup(_, let leg, let hasApproached):
        self = .drivingToPickup(job, leg, hasApproached: hasApproached)
      case .boarding(_, let until): self = .boarding(job, until: until)
      case .drivingToDropOff(_, let leg): self = .drivingToDropOff(job, leg)
      case .cruising(_, let until): self = .cruising(job, until: until)
      }
    }
  }

  /// Whether the vehicle is on its way for a confirmed ride.
  var isDriving: Bool {
    switch self {
    case .free, .asked, .accepted: false
    case .drivingToPickup, .boarding, .drivingToDropOff, .cruising: true
    }
  }
}

extension Instant {
  /// The instant that many seconds later, fractions included.
  func later(_ seconds: Double) -> Instant {
    Instant(microseconds: microseconds + Int64((seconds * 1e6).rounded()))
  }
}

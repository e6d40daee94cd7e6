import Messages
package import Rides

/// What does not change about a simulated vehicle.
package struct VehicleProfile: Hashable, Sendable {
  package var identifier: VehicleIdentifier
  package var product: ProductKey
  package var capacity: Int
  package var registrationPlate: String
  package var manufacturer: String
  package var model: String
  package var driver: Driver
  /// Whether its riders have a code that `started` must carry.
  package var asksForCode = false
}

/// A vehicle that drives on its own: it gets rides and the time, and returns what to report.
///
/// A value without a clock and a connection. It drives straight lines. After a restart it
/// resumes a ride in the phase that the ride has.
package struct SimulatedVehicle: Sendable {
  /// How a vehicle behaves; a larger `pace` makes it drive faster and wait less.
  package struct Habits: Hashable, Sendable {
    package var metresPerSecond: Double
    package var pace: Double

    /// The seconds until a driver has answered.
    static let reaction = 2.0
    /// The seconds that a rider takes to board.
    static let boarding = 8.0
    /// The seconds of a ride that has no destination.
    static let aimless = 60.0
    /// The seconds until a rider who has not answered is asked again.
    static let patience = 5.0
    /// The meters from the pickup at which a vehicle counts as approaching.
    static let approach = 300.0

    var speed: Double { metresPerSecond * pace }

    package init(metresPerSecond: Double, pace: Double) {
      self.metresPerSecond = metresPerSecond
      self.pace = pace
    }
  }

  /// What to report of a ride.
  package struct Report: Hashable, Sendable {
    package var ride: RideIdentifier
    package var event: RideReport
    /// The start code that the rider gave the driver.
    package var startCode: StartCode?

    package init(ride: RideIdentifier, event: RideReport, startCode: StartCode? = nil) {
      self.ride = ride
      self.event = event
      self.startCode = startCode
    }
  }

  /// A ride as its vehicle sees it.
  package struct Job: Hashable, Sendable {
    package var ride: RideIdentifier
    package var rider: RiderIdentifier
    package var pickup: Coordinate
    package var dropOff: Coordinate?
    /// Where it stops on the way, in this order.
    package var stops: [Coordinate] = []
    /// At how many of them the vehicle has been.
    package var stopsMade = 0
    /// The newest sequence of the ride that was seen.
    package var sequence: Int
    /// When the rider is asked next for the start code; nil once they have answered.
    package var asksAt: Instant? = Instant(seconds: 0)
    package var startCode: StartCode?
  }

  /// What the vehicle is doing.
  package enum Activity: Hashable, Sendable {
    case free
    case serving(Job, Stage)

    /// The ride that is served or considered.
    var job: Job? {
      if case .serving(let job, _) = self { job } else { nil }
    }
  }

  /// How far a ride has come for its vehicle.
  package enum Stage: Hashable, Sendable {
    /// The driver has an offer and answers at that time.
    case asked(until: Instant)
    /// The driver has accepted; the ride is not confirmed yet.
    case accepted
    case drivingToPickup(Leg, hasApproached: Bool)
    case boarding(until: Instant)
    case drivingToDropOff(Leg)
    /// Aboard without a destination.
    case cruising(until: Instant)

    /// Whether the vehicle is on its way for a confirmed ride.
    var isDriving: Bool {
      switch self {
      case .asked, .accepted: false
      case .drivingToPickup, .boarding, .drivingToDropOff, .cruising: true
      }
    }
  }

  package let profile: VehicleProfile
  package let habits: Habits
  package private(set) var position: Coordinate
  package private(set) var course: Double?
  package private(set) var activity = Activity.free
  /// The latest finished ride, whose older statuses may still arrive.
  private var endedRide: RideIdentifier?

  /// A vehicle that is free at a place.
  package init(profile: VehicleProfile, habits: Habits, position: Coordinate) {
    precondition(habits.speed > 0, "a vehicle that does not move never arrives")
    self.profile = profile
    self.habits = habits
    self.position = position
  }

  /// Takes note of a ride's new status.
  package mutating func learn(of status: RideStatus, at now: Instant) {
    let isMine = status.vehicle?.identifier == profile.identifier
    if case .serving(var job, let stage) = activity, job.ride == status.rideIdentifier {
      guard status.sequence > job.sequence else { return }
      job.sequence = status.sequence
      let isElsewhere = job.change(to: Job(status))
      if !isMine || status.phase.isFinal {
        activity = .free
      } else if status.phase == .confirmed, !stage.isDriving {
        activity = driving(to: Job(status), at: now)
      } else {
        activity = isElsewhere ? redirected(job, stage, at: now) : .serving(job, stage)
      }
    } else if isMine, activity == .free, status.rideIdentifier != endedRide {
      resume(status, at: now)
    }
  }

  /// Goes on to the places of a ride that its rider has changed.
  private mutating func redirected(_ job: Job, _ stage: Stage, at now: Instant) -> Activity {
    switch stage {
    case .drivingToDropOff(let leg):
      move(along: leg, at: now)
      return aboard(job, at: now)
    case .cruising: return aboard(job, at: now)
    case .asked, .accepted, .drivingToPickup, .boarding: return .serving(job, stage)
    }
  }

  /// Begins with a ride where it stands.
  private mutating func resume(_ status: RideStatus, at now: Instant) {
    let job = Job(status)
    switch status.phase {
    case .received:
      activity = .serving(job, .asked(until: now.later(habits.wait(Habits.reaction))))
    case .confirmed: activity = driving(to: job, at: now)
    case .approachingPickup: activity = driving(to: job, hasApproached: true, at: now)
    case .pickup:
      activity = .serving(job, .boarding(until: now.later(habits.wait(Habits.boarding))))
    case .ongoing: activity = aboard(job, at: now)
    case .completed: break
    }
  }

  /// The ride whose rider is asked for the start code now; again when no answer comes in time.
  package mutating func question(at now: Instant) -> Job? {
    guard profile.asksForCode, case .serving(var job, .boarding(let until)) = activity,
      let asksAt = job.asksAt, asksAt <= now
    else { return nil }
    job.asksAt = now.later(Habits.patience)
    activity = .serving(job, .boarding(until: until))
    return job
  }

  /// Takes note of the start code that the rider of a ride is shown, if that ride has one.
  package mutating func learn(_ startCode: StartCode?, of ride: RideIdentifier) {
    guard case .serving(var job, let stage) = activity, job.ride == ride else { return }
    job.startCode = startCode
    job.asksAt = nil
    activity = .serving(job, stage)
  }

  /// Lets the time pass until now; returns the due reports, in order.
  package mutating func tick(at now: Instant) -> [Report] {
    var reports: [Report] = []
    while let report = step(at: now) { reports.append(report) }
    return reports
  }

  /// The next thing that has happened by now; nil if there is none.
  private mutating func step(at now: Instant) -> Report? {
    guard case .serving(let job, let stage) = activity else { return nil }
    switch stage {
    case .accepted: return nil
    case .asked(let until):
      guard now >= until else { return nil }
      activity = .serving(job, .accepted)
      return Report(ride: job.ride, event: .accepted)
    case .drivingToPickup(let leg, let hasApproached):
      return driveToPickup(job, leg, hasApproached, at: now)
    case .boarding(let until):
      guard now >= until, !profile.asksForCode || job.asksAt == nil else { return nil }
      activity = aboard(job, at: now)
      return Report(ride: job.ride, event: .started, startCode: job.startCode)
    case .drivingToDropOff(let leg):
      move(along: leg, at: now)
      guard leg.isOver(at: now) else { return nil }
      return job.stopsMade < job.stops.count ? stop(job, at: leg.arrival) : end(job)
    case .cruising(let until):
      return now >= until ? end(job) : nil
    }
  }

  private mutating func driveToPickup(
    _ job: Job, _ leg: Leg, _ hasApproached: Bool, at now: Instant
  ) -> Report? {
    move(along: leg, at: now)
    if !hasApproached, leg.remaining(at: now) <= Habits.approach {
      activity = .serving(job, .drivingToPickup(leg, hasApproached: true))
      return Report(ride: job.ride, event: .approaching)
    }
    guard leg.isOver(at: now) else { return nil }
    let until = leg.arrival.later(habits.wait(Habits.boarding))
    activity = .serving(job, .boarding(until: until))
    return Report(ride: job.ride, event: .arrived)
  }

  /// Goes on from a stop.
  private mutating func stop(_ job: Job, at now: Instant) -> Report? {
    var job = job
    job.stopsMade += 1
    activity = aboard(job, at: now)
    return nil
  }

  private mutating func end(_ job: Job) -> Report {
    activity = .free
    endedRide = job.ride
    return Report(ride: job.ride, event: .ended)
  }

  private func driving(
    to job: Job, hasApproached: Bool = false, at now: Instant
  ) -> Activity {
    .serving(job, .drivingToPickup(leg(to: job.pickup, at: now), hasApproached: hasApproached))
  }

  private func aboard(_ job: Job, at now: Instant) -> Activity {
    guard let dropOff = job.dropOff else {
      return .serving(job, .cruising(until: now.later(habits.wait(Habits.aimless))))
    }
    let next = job.stopsMade < job.stops.count ? job.stops[job.stopsMade] : dropOff
    return .serving(job, .drivingToDropOff(leg(to: next, at: now)))
  }

  private func leg(to end: Coordinate, at now: Instant) -> Leg {
    Leg(from: position, to: end, startedAt: now, metresPerSecond: habits.speed)
  }

  private mutating func move(along leg: Leg, at now: Instant) {
    position = leg.position(at: now)
    course = leg.course ?? course
  }
}

extension SimulatedVehicle.Habits {
  /// The seconds of a wait at this pace.
  func wait(_ seconds: Double) -> Double { seconds / pace }
}

extension SimulatedVehicle.Job {
  /// Takes over the places of a later status; returns whether some are others.
  fileprivate mutating func change(to other: Self) -> Bool {
    guard other.dropOff != dropOff || other.stops != stops else { return false }
    (dropOff, stops) = (other.dropOff, other.stops)
    return true
  }

  init(_ status: RideStatus) {
    self.init(
      ride: status.rideIdentifier, rider: status.riderIdentifier,
      pickup: status.pickupLocation.coordinate,
      dropOff: status.dropOffLocation?.coordinate, stops: status.waypoints.map(\.coordinate),
      sequence: status.sequence)
  }
}

extension Instant {
  /// The instant that many seconds later, fractions included.
  package func later(_ seconds: Double) -> Instant {
    Instant(microseconds: microseconds + Int64((seconds * 1e6).rounded()))
  }
}

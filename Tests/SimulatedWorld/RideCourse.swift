import MemoryStore
import Messages
import RideStore
import Rides

/// A ride with all that was written of it, once everything has come to rest.
struct RideCourse {
  /// A change of its status.
  struct Change {
    let key: StatusChangeKey
    let status: RideStatus
    /// The vehicle that was offered the ride.
    let asked: VehicleIdentifier?
    /// What is kept of the message that has made it.
    let cause: StoredOutcome?
  }

  let ride: Ride
  /// In their order; there is one at least.
  let changes: [Change]

  var identifier: RideIdentifier { ride.status.rideIdentifier }

  /// The vehicles that were offered the ride, or were committed to it.
  var vehicles: Set<VehicleIdentifier> {
    Set(changes.flatMap { [$0.asked, $0.status.vehicle?.identifier].compactMap(\.self) })
  }

  /// The change that has ended it.
  var end: Change? { changes.first { $0.status.phase.isFinal } }

  /// What it was billed without the wait at the pickup; nil where it is not billed.
  var billed: Int64? {
    let waiting = ride.agreedFare?.waiting?.title
    return ride.account.bill?.filter { $0.item.title != waiting }
      .reduce(0) { $0 + $1.item.price.minorUnits }
  }
}

extension World {
  /// Checks what was written of each ride as a whole.
  mutating func checkCourses(of rides: [RideRecord]) {
    var causes: [StatusChangeKey: StoredOutcome] = [:]
    let outcomes = storedOutcomes()
    for outcome in outcomes.values {
      for change in outcome.changes { causes[change] = outcome }
    }
    let sound = rides.filter { !record.spoilt.contains($0.rideIdentifier) }
    let courses = sound.compactMap { course(of: $0, causes) }
    for course in courses {
      checkPrices(of: course)
      checkEnd(of: course)
    }
    checkDropOuts(of: courses)
    checkHeard(courses.map(\.ride), outcomes)
  }

  private func course(
    of record: RideRecord, _ causes: [StatusChangeKey: StoredOutcome]
  ) -> RideCourse? {
    guard let ride = try? RideDocument.decode(record.document),
      let history = try? committed.history(of: record.rideIdentifier)
    else { return nil }
    let changes = history.compactMap { change -> RideCourse.Change? in
      guard let status = try? RideStatusCoding.decode(change.status) else { return nil }
      let asked = change.status.text(after: #""askedVehicleIdentifier":""#)
      return RideCourse.Change(
        key: change.key, status: status, asked: asked.map { VehicleIdentifier($0) },
        cause: causes[change.key])
    }
    return RideCourse(ride: ride, changes: changes)
  }

  /// A price changes by its rider alone, never above what the rider agrees to, and no ride is
  /// billed more.
  private mutating func checkPrices(of course: RideCourse) {
    var agreed = course.changes.first?.status.rideOption.priceRange?.maximumPrice
    for change in course.changes {
      let price = change.status.rideOption.priceRange?.maximumPrice
      defer { agreed = price }
      guard price != agreed else { continue }
      let consents = producers.letters.values.filter { $0.key == change.cause?.key }
        .compactMap { $0.intent?.changedRide }
      if consents.isEmpty { object("\(change.key) has another price without its rider") }
      let most = consents.compactMap { $0.maximumPrice?.minorUnits }.max() ?? 0
      if let price, price.minorUnits > max(most, agreed?.minorUnits ?? 0) {
        object("\(change.key) costs \(price.minorUnits), and its rider has agreed to \(most)")
      }
    }
    guard course.ride.status.completionStatus?.outcome == .completed, let agreed,
      let billed = course.billed, billed > agreed.minorUnits
    else { return }
    object("\(course.identifier) is billed \(billed) for \(agreed.minorUnits)")
  }

  /// A vehicle that has dropped out of a ride gets no later one of its rider for a while.
  private mutating func checkDropOuts(of courses: [RideCourse]) {
    for course in courses where course.timesLeft > course.timesExplained {
      object("\(course.identifier) was left \(course.timesLeft) times, which is not noted")
    }
    // A ride that is booked ahead may be booked while another drops out.
    for later in courses where later.ride.status.scheduledPickupTime == nil {
      let booked = later.ride.createdAt
      let others = courses.filter {
        $0.ride.status.riderIdentifier == later.ride.status.riderIdentifier
          && $0.ride.createdAt < booked
      }
      // No more of them are looked at.
      for other in others.suffix(10) {
        let since = booked.advanced(bySeconds: -Simulation.sameRiderSeconds)
        for dropOut in other.ride.droppedOut
        where since < dropOut.at && dropOut.at <= booked
          && later.vehicles.contains(dropOut.vehicle)
        {
          object("\(dropOut.vehicle) has left \(other.identifier) and gets \(later.identifier)")
        }
      }
    }
  }
}

extension RideCourse {
  /// How often a committed vehicle was lost.
  fileprivate var timesLeft: Int {
    let committed: Set<RidePhase> = [.confirmed, .approachingPickup, .pickup]
    return zip(changes, changes.dropFirst())
      .count { committed.contains($0.status.phase) && $1.status.phase == .received }
  }

  /// How many drop-outs and orders of the operator are noted.
  fileprivate var timesExplained: Int {
    ride.droppedOut.count + ride.account.settlements.count { $0.deed == .reassignment }
  }
}

extension Intent {
  /// What a rider changes of a ride.
  fileprivate var changedRide: ChangeRideIntent? {
    if case .changeRide(let intent) = self { intent } else { nil }
  }
}

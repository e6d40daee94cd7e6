import RideStore
import Rides

/// The rides that have waited, or been in a phase, for longer than usual, by what they wait for.
enum LateRides: CaseIterable {
  case vehicle, departure, arrival, boarding, end

  /// Nil for those that wait for a vehicle.
  var phase: RidePhase? {
    switch self {
    case .vehicle: nil
    case .departure: .confirmed
    case .arrival: .approachingPickup
    case .boarding: .pickup
    case .end: .ongoing
    }
  }

  /// After how many seconds a rider has waited for long, or a ride is stuck.
  var seconds: Double {
    switch self {
    case .vehicle: 600
    case .departure: 7_200
    case .arrival: 3_600
    case .boarding: 1_800
    case .end: 10_800
    }
  }

  /// How many are in the phase, and the oldest.
  func tally(of figures: FleetFigures) -> FleetFigures.Tally {
    phase.map { figures.phases[$0] ?? .init() } ?? figures.waiting
  }

  /// How many are named, and the most that are read for them.
  private static let (shown, read) = (5, 2_000)

  /// The oldest of them: none that was booked later is late, so few are read.
  func oldest(in store: any RideStore, at now: Instant) throws(StoreError) -> [RideIdentifier] {
    let latest = now.advanced(bySeconds: -Int(seconds))
    let phases = phase.map { [$0] } ?? RidePhase.allCases.filter { !$0.isFinal }
    let filter = RideFilter(
      phases: phases, createdBefore: latest.advanced(bySeconds: 1), limit: Self.read)
    let late = try store.rides(matching: filter).compactMap { ride -> (Instant, RideIdentifier)? in
      let since = phase == nil ? ride.waitingSince : ride.updatedAt
      return since <= latest && (phase != nil || ride.isWaiting)
        ? (since, ride.rideIdentifier) : nil
    }
    return late.sorted { $0 < $1 }.prefix(Self.shown).map(\.1)
  }

  /// Of those that are late.
  static func oldest(
    of figures: FleetFigures, in store: any RideStore, at now: Instant
  ) throws(StoreError) -> [LateRides: [RideIdentifier]] {
    var found: [LateRides: [RideIdentifier]] = [:]
    for kind in allCases {
      guard let since = kind.tally(of: figures).oldest, since.seconds(to: now) >= kind.seconds
      else { continue }
      found[kind] = try kind.oldest(in: store, at: now)
    }
    return found
  }

  /// Those of the newest rides whose payments have failed or wait for an answer, by group, the
  /// oldest first.
  static func paying(
    of figures: FleetFigures, in store: any RideStore
  ) throws(StoreError) -> [FleetFigures.PaymentGroup: [RideIdentifier]] {
    let wanted = figures.payments.keys.filter { [.failed, .requested].contains($0.state) }
    guard !wanted.isEmpty else { return [:] }
    var found: [FleetFigures.PaymentGroup: [RideIdentifier]] = [:]
    for ride in try store.rides(matching: RideFilter(limit: read)).reversed() {
      let groups = Set(ride.payments.map { FleetFigures.PaymentGroup($0.kind, $0.state) })
      for group in groups where wanted.contains(group) && found[group, default: []].count < shown {
        found[group, default: []].append(ride.rideIdentifier)
      }
    }
    return found
  }
}

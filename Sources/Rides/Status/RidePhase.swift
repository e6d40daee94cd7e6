// The legal transitions of a ride:
//
//   received ──▶ confirmed ──▶ approachingPickup ──▶ pickup ──▶ ongoing ──▶ completed
//      ▲             │                 │               │
//      └─────────────┴──── gives up ───┴───────────────┘
//
// Forward transitions may skip phases, since reports of drivers can be lost. Any phase may change
// to `completed`, also by a cancellation. A ride whose driver drops out before the rider is aboard
// is `received` again, and another vehicle is searched. `completed` is final. A booking that finds
// its vehicle immediately is published as `confirmed` from the start.

/// The phase of a ride: SiriKit's `INRidePhase` without its raw values, which are not in order.
package enum RidePhase: String, Sendable, CaseIterable {
  /// The service has the request and no driver is committed.
  case received
  /// A vehicle and its driver are committed.
  case confirmed
  /// The vehicle is close to the pickup.
  case approachingPickup
  /// The vehicle is at the pickup.
  case pickup
  /// The rider is aboard.
  case ongoing
  /// The ride has ended, completed or canceled; the completion status has the reason.
  case completed

  /// The place of the phase in a ride, 1 for `received` to 6 for `completed`.
  package var order: Int {
    switch self {
    case .received: 1
    case .confirmed: 2
    case .approachingPickup: 3
    case .pickup: 4
    case .ongoing: 5
    case .completed: 6
    }
  }

  /// Whether a ride in this phase has ended.
  package var isFinal: Bool { self == .completed }

  /// Whether a ride may change from this phase to another; staying is no transition.
  package func canMove(to next: RidePhase) -> Bool {
    switch (self, next) {
    case (.confirmed, .received), (.approachingPickup, .received), (.pickup, .received): true
    default: next.order > order
    }
  }
}

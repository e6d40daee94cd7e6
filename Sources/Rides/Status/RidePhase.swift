// The legal moves of a ride, and nothing else is:
//
//   received ──▶ confirmed ──▶ approachingPickup ──▶ pickup ──▶ ongoing ──▶ completed
//      ▲             │                 │               │
//      └─────────────┴──── gives up ───┴───────────────┘
//
// Forward moves may skip phases, since reports of drivers get lost; any phase may end in
// `completed`, which is how a cancellation looks. A ride whose driver gives up before the rider is
// aboard is `received` again, and another vehicle is sought. Nothing leaves `completed`. A booking
// that finds its vehicle at once is published as `confirmed` from the first.

/// Where a ride stands: SiriKit's `INRidePhase` without its raw values, which are not in order.
package enum RidePhase: String, Sendable, CaseIterable {
  /// The service has the request and no driver is committed.
  case received
  /// A vehicle and its driver are committed.
  case confirmed
  /// The vehicle is close to the pickup.
  case approachingPickup
  /// The vehicle stands at the pickup.
  case pickup
  /// The rider is aboard.
  case ongoing
  /// The ride has ended, whether it was driven or cancelled; the completion status says which.
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

  /// Whether a ride may go from this phase to another; staying is not a move.
  package func canMove(to next: RidePhase) -> Bool {
    switch (self, next) {
    case (.confirmed, .received), (.approachingPickup, .received), (.pickup, .received): true
    default: next.order > order
    }
  }
}

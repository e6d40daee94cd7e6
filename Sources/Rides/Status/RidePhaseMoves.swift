// The legal moves of a ride, and nothing else is:
//
//   received ──▶ confirmed ──▶ approachingPickup ──▶ pickup ──▶ ongoing ──▶ completed
//      ▲             │                 │               │
//      └─────────────┴──── gives up ───┴───────────────┘
//
// Forward moves may skip phases, since reports of the street get lost; any phase may end in
// `completed`, which is how a cancellation looks. A ride whose driver gives up before the rider is
// aboard is `received` again, and another vehicle is sought. Nothing leaves `completed`. A booking
// that finds its vehicle at once is told as `confirmed` from the first.
extension RidePhase {
  /// Whether a ride may go from this phase to another; staying is not a move.
  package func canMove(to next: RidePhase) -> Bool {
    switch (self, next) {
    case (.confirmed, .received), (.approachingPickup, .received), (.pickup, .received): true
    default: next.order > order
    }
  }
}

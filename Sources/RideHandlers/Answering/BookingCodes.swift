import Messages
import Rides

/// Which code answers a booking by the phase that it reached: the one table of rules B3 to B5.
enum BookingCodes {
  static func code(for phase: RidePhase, profile: Policies.BookingCodes) -> ResponseCode {
    switch (phase, profile) {
    case (.received, .classic): .inProgress
    case (.received, .modern): .success
    case (.confirmed, _): .success
    case (.approachingPickup, _), (.pickup, _), (.ongoing, _), (.completed, _): .failure
    }
  }
}

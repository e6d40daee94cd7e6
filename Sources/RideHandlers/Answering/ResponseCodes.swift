import Messages
import Rides

/// The code of a booking's answer by the phase of the ride: the table of rules B3 to B5.
enum PhaseCodes {
  static func code(for phase: RidePhase, profile: Policies.BookingCodes) -> ResponseCode {
    switch (phase, profile) {
    case (.received, .classic): .inProgress
    case (.received, .modern): .success
    case (.confirmed, _): .success
    case (.approachingPickup, _), (.pickup, _), (.ongoing, _), (.completed, _): .failure
    }
  }
}

/// The code of SiriKit that answers a refusal.
///
/// Intents share the names of codes, but not their raw values, and no intent has all of them
/// (ride-booking domain, 1.2 to 1.6).
enum RefusalCodes {
  static func code(for reason: Refusal.Reason, of type: MessageType) -> ResponseCode {
    switch type.operation {
    case .listRideOptions: ofBoth(reason) ?? ofList(reason) ?? .failure
    case .requestRide: ofBoth(reason) ?? ofRequest(reason) ?? .failure
    case .getRideStatus:
      reason == .serviceTemporarilyUnavailable
        ? .failureRequiringAppLaunchServiceTemporarilyUnavailable : .failure
    // SiriKit has no code for a refusal of any other.
    default: .failure
    }
  }

  private static func ofBoth(_ reason: Refusal.Reason) -> ResponseCode? {
    switch reason {
    case .outsideServiceArea, .tooFar: .failureRequiringAppLaunchNoServiceInArea
    case .serviceTemporarilyUnavailable:
      .failureRequiringAppLaunchServiceTemporarilyUnavailable
    case .previousRideNeedsCompletion: .failureRequiringAppLaunchPreviousRideNeedsCompletion
    default: nil
    }
  }

  private static func ofList(_ reason: Refusal.Reason) -> ResponseCode? {
    reason == .previousRideNeedsFeedback ? .failurePreviousRideNeedsFeedback : nil
  }

  private static func ofRequest(_ reason: Refusal.Reason) -> ResponseCode? {
    switch reason {
    case .previousRideNeedsFeedback: .failureRequiringAppLaunchPreviousRideNeedsCompletion
    case .tooFarAhead: .failureRequiringAppLaunchRideScheduledTooFar
    case .bookInAppOnly, .paymentNeedsAction: .failureRequiringAppLaunch
    default: nil
    }
  }
}

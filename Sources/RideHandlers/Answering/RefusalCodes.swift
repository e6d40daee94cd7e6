import Messages
import Rides

/// Which of SiriKit's codes answers a refusal; the raw values of the codes differ between intents,
/// the names do not, and no intent knows all of them (ride-booking domain, 1.2 to 1.6).
enum RefusalCodes {
  static func code(for reason: Refusal.Reason, of type: MessageType) -> ResponseCode {
    switch type.operation {
    case .listRideOptions: ofBoth(reason) ?? ofList(reason) ?? .failure
    case .requestRide: ofBoth(reason) ?? ofRequest(reason) ?? .failure
    case .getRideStatus:
      reason == .serviceTemporarilyUnavailable
        ? .failureRequiringAppLaunchServiceTemporarilyUnavailable : .failure
    case .cancelRide, .sendRideFeedback, .street: .failure
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

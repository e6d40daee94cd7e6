import Messages
import Rides

/// Which of SiriKit's codes answers a refusal; the raw values of the codes differ between intents,
/// the names do not.
enum RefusalCodes {
  static func code(for reason: Refusal.Reason, of type: MessageType) -> ResponseCode {
    switch (reason, type) {
    case (.outsideServiceArea, .listRideOptions), (.outsideServiceArea, .requestRide),
      (.tooFar, .listRideOptions), (.tooFar, .requestRide):
      .failureRequiringAppLaunchNoServiceInArea
    case (.serviceTemporarilyUnavailable, _):
      .failureRequiringAppLaunchServiceTemporarilyUnavailable
    case (.previousRideNeedsCompletion, .listRideOptions),
      (.previousRideNeedsCompletion, .requestRide):
      .failureRequiringAppLaunchPreviousRideNeedsCompletion
    case (.previousRideNeedsFeedback, .listRideOptions): .failurePreviousRideNeedsFeedback
    case (.previousRideNeedsFeedback, .requestRide):
      .failureRequiringAppLaunchPreviousRideNeedsCompletion
    case (.tooFarAhead, .requestRide): .failureRequiringAppLaunchRideScheduledTooFar
    case (.bookInAppOnly, .requestRide), (.paymentNeedsAction, .requestRide):
      .failureRequiringAppLaunch
    default:
      .failure
    }
  }
}

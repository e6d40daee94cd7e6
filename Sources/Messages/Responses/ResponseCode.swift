/// The codes of SiriKit's responses by name.
///
/// Their raw values differ between intents, so none go over the wire.
package enum ResponseCode: String, Sendable, CaseIterable {
  case ready
  case inProgress
  case success
  case failure
  case failureRequiringAppLaunch
  case failureRequiringAppLaunchMustVerifyCredentials
  case failureRequiringAppLaunchNoServiceInArea
  case failureRequiringAppLaunchServiceTemporarilyUnavailable
  case failureRequiringAppLaunchPreviousRideNeedsCompletion
  case failurePreviousRideNeedsFeedback
  case failureRequiringAppLaunchRideScheduledTooFar
}

// SiriKit has rides on iOS alone.
#if canImport(Intents) && os(iOS)
  public import Intents
  public import LiveryMessages

  extension INListRideOptionsIntentResponseCode {
    /// The code of an answer; one that this response does not have is a failure.
    public init(_ code: ResponseCode) {
      switch code {
      case .ready: self = .ready
      case .inProgress: self = .inProgress
      case .success: self = .success
      case .failureRequiringAppLaunch: self = .failureRequiringAppLaunch
      case .failureRequiringAppLaunchMustVerifyCredentials:
        self = .failureRequiringAppLaunchMustVerifyCredentials
      case .failureRequiringAppLaunchNoServiceInArea:
        self = .failureRequiringAppLaunchNoServiceInArea
      case .failureRequiringAppLaunchServiceTemporarilyUnavailable:
        self = .failureRequiringAppLaunchServiceTemporarilyUnavailable
      case .failureRequiringAppLaunchPreviousRideNeedsCompletion:
        self = .failureRequiringAppLaunchPreviousRideNeedsCompletion
      case .failurePreviousRideNeedsFeedback: self = .failurePreviousRideNeedsFeedback
      case .failure, .failureRequiringAppLaunchRideScheduledTooFar, .other: self = .failure
      }
    }
  }

  extension INRequestRideIntentResponseCode {
    /// The code of an answer; one that this response does not have is a failure.
    public init(_ code: ResponseCode) {
      switch code {
      case .ready: self = .ready
      case .inProgress: self = .inProgress
      case .success: self = .success
      case .failureRequiringAppLaunch: self = .failureRequiringAppLaunch
      case .failureRequiringAppLaunchMustVerifyCredentials:
        self = .failureRequiringAppLaunchMustVerifyCredentials
      case .failureRequiringAppLaunchNoServiceInArea:
        self = .failureRequiringAppLaunchNoServiceInArea
      case .failureRequiringAppLaunchServiceTemporarilyUnavailable:
        self = .failureRequiringAppLaunchServiceTemporarilyUnavailable
      case .failureRequiringAppLaunchPreviousRideNeedsCompletion:
        self = .failureRequiringAppLaunchPreviousRideNeedsCompletion
      case .failureRequiringAppLaunchRideScheduledTooFar:
        self = .failureRequiringAppLaunchRideScheduledTooFar
      case .failure, .failurePreviousRideNeedsFeedback, .other: self = .failure
      }
    }
  }

  extension INGetRideStatusIntentResponseCode {
    /// The code of an answer; one that this response does not have is a failure.
    public init(_ code: ResponseCode) {
      switch code {
      case .ready: self = .ready
      case .inProgress: self = .inProgress
      case .success: self = .success
      case .failureRequiringAppLaunch: self = .failureRequiringAppLaunch
      case .failureRequiringAppLaunchMustVerifyCredentials:
        self = .failureRequiringAppLaunchMustVerifyCredentials
      case .failureRequiringAppLaunchServiceTemporarilyUnavailable:
        self = .failureRequiringAppLaunchServiceTemporarilyUnavailable
      default: self = .failure
      }
    }
  }
#endif

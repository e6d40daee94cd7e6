import Messages
import Rides
import Testing

@testable import RideHandlers

@Suite struct CodeTableTests {
  private static let noService = ResponseCode.failureRequiringAppLaunchNoServiceInArea
  private static let previous =
    ResponseCode.failureRequiringAppLaunchPreviousRideNeedsCompletion

  @Test("A booking is answered by the phase that it reached", arguments: RidePhase.allCases)
  func booking(_ phase: RidePhase) {
    let codes = [Policies.BookingCodes.classic, .modern].map {
      BookingCodes.code(for: phase, profile: $0)
    }
    switch phase {
    case .received: #expect(codes == [.inProgress, .success])
    case .confirmed: #expect(codes == [.success, .success])
    default: #expect(codes == [.failure, .failure])
    }
  }

  /// The refusals that have a code of their own, by the operations that know it.
  private static let special: [(Refusal.Reason, [MessageType.Operation], ResponseCode)] = [
    (.outsideServiceArea, [.listRideOptions, .requestRide], noService),
    (.tooFar, [.listRideOptions, .requestRide], noService),
    (
      .serviceTemporarilyUnavailable, [.listRideOptions, .requestRide, .getRideStatus],
      .failureRequiringAppLaunchServiceTemporarilyUnavailable
    ),
    (.previousRideNeedsCompletion, [.listRideOptions, .requestRide], previous),
    (.previousRideNeedsFeedback, [.listRideOptions], .failurePreviousRideNeedsFeedback),
    (.previousRideNeedsFeedback, [.requestRide], previous),
    (.tooFarAhead, [.requestRide], .failureRequiringAppLaunchRideScheduledTooFar),
    (.bookInAppOnly, [.requestRide], .failureRequiringAppLaunch),
    (.paymentNeedsAction, [.requestRide], .failureRequiringAppLaunch),
  ]

  @Test("Every refusal of every type of message has its code", arguments: Refusal.Reason.allCases)
  func refusal(_ reason: Refusal.Reason) {
    for type in MessageType.allCases {
      let special = Self.special.first { $0.0 == reason && $0.1.contains(type.operation) }?.2
      #expect(RefusalCodes.code(for: reason, of: type) == special ?? .failure)
    }
  }

  @Test("Every refusal has its reason in the contract", arguments: Refusal.Reason.allCases)
  func reason(_ reason: Refusal.Reason) {
    let body = ErrorBody(Refusal(reason, "why", path: "where"))
    #expect(body.reason.rawValue == reason.rawValue)
    #expect(body.message == "why")
    #expect(body.path == "where")
    #expect(body.retryable == (reason == .serviceTemporarilyUnavailable))
    #expect(body.retryAfterSeconds == (body.retryable ? 30 : nil))
  }
}

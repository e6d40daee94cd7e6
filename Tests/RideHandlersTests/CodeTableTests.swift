import Messages
import Rides
import Testing

@testable import RideHandlers

@Suite struct CodeTableTests {
  private static let noService = ResponseCode.failureRequiringAppLaunchNoServiceInArea
  private static let previous =
    ResponseCode.failureRequiringAppLaunchPreviousRideNeedsCompletion

  private static func codes(for phase: RidePhase) -> [ResponseCode] {
    [Policies.BookingCodes.classic, .modern].map { PhaseCodes.code(for: phase, profile: $0) }
  }

  @Test("B3: A booking that is received is in progress, and a success in the modern profile")
  func B3_received() { #expect(Self.codes(for: .received) == [.inProgress, .success]) }

  @Test("B4: A booking that is confirmed is a success")
  func B4_confirmed() { #expect(Self.codes(for: .confirmed) == [.success, .success]) }

  @Test(
    "B5: A booking in any other phase is a failure",
    arguments: RidePhase.allCases.filter { $0 != .received && $0 != .confirmed })
  func B5_others(_ phase: RidePhase) { #expect(Self.codes(for: phase) == [.failure, .failure]) }

  @Test("B5: No ride has the phase unknown, which is left to a confirmation's answer")
  func B5_unknown() {
    #expect(RidePhase.allCases.count == 6)
    #expect(RidePhase(rawValue: "unknown") == nil)
  }

  /// The refusals that have a code of their own, by the operations that know it.
  private static let special: [(Refusal.Reason, [RideOperation], ResponseCode)] = [
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
    let body = RequestError(Refusal(reason, "why", path: "where"))
    #expect(body.reason.rawValue == reason.rawValue)
    #expect(body.message == "why")
    #expect(body.path == "where")
    #expect(body.retry == .advice(for: body.reason))
  }
}

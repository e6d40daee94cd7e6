import Rides
import Testing

@Suite("A ride that has ended") struct LeaveTests {
  private static let pay = UserActivity(activityType: "org.example.pay", title: "Pay")

  @Test(
    "A9: It shows where to pay while a payment is outstanding, and only then",
    arguments: [CompletionStatus.Payment.State.outstanding, .settled])
  func A9_completionActivity(_ state: CompletionStatus.Payment.State) throws {
    var ride = try RideTests.ride(in: .completed)
    ride.completionActivity = Self.pay
    ride.status.completionStatus?.payment = .init(state: state, amount: Fixture.cents(905))
    ride.clearTransientFields()
    #expect(ride.status.completionStatus?.userActivity == (state == .outstanding ? Self.pay : nil))
  }
}

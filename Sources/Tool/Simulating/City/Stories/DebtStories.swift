import Messages
import Rides

/// Rides that are not paid, and operators who settle them.
enum DebtStories {
  static var all: [Story] {
    [owedFee, fareCannotBeTaken, meterShowsTooMuch, secondRideAtATime]
  }

  private static var owedFee: Story {
    Story(
      name: "a fee that is owed", weight: 2, isPossible: StorySteps.sells(\.takesFee),
      steps: CancellationStories.late(inCash: true) + [
        .send { $0.about(.cancelRide) }, StorySteps.temper(.willing), .wait(4),
      ] + blocked)
  }

  private static var fareCannotBeTaken: Story {
    Story(
      name: "a fare that cannot be taken", isPossible: PaymentStories.isPaid,
      steps: StorySteps.begin(\.isPlain) + [
        .act { $0.memory.method = $0.method(token: "pm_empty_later") }, .send { $0.book() },
      ] + StorySteps.ended + [
        // All attempts are over by then.
        .wait(60), .until { $0.outbox.isEmpty }, .wait(60), .until { $0.outbox.isEmpty },
      ] + blocked)
  }

  private static var meterShowsTooMuch: Story {
    Story(
      name: "a meter that shows too much", weight: 2, isPossible: StorySteps.sells(\.isMetered),
      steps: StorySteps.begin(\.isMetered) + [
        .act { $0.memory.meter = 90_000 }, .send { $0.book() },
      ] + StorySteps.ended + [
        .send { $0.about(.rideSettlement, with: ["reason": "no fare"], by: .operators) },
        .send {
          $0.about(
            .rideSettlement, with: ["reason": "not reset", "fare": $0.money(1_250)],
            by: .operators)
        }, .wait(6), .send { $0.about(.getRideStatus) },
      ])
  }

  private static var secondRideAtATime: Story {
    Story(
      name: "a second ride at a time", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4),
        .send { $0.ask(.requestRide, $0.booking()) }, .send { $0.ask(.getRideStatus, $0.asker) },
        StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  /// The rider cannot book until the debt is settled.
  private static var blocked: [Step] {
    [
      .send { $0.list() }, .send { $0.ask(.requestRide, $0.booking()) },
      .send { $0.ask(.getRideStatus, $0.asker) },
      .send { $0.about(.rideSettlement, with: ["reason": "paid in cash"], by: .operators) },
      .wait(4), .send { $0.list() },
    ]
  }
}

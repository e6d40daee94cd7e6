import JSON
import Messages
import Rides

/// Rides that are not paid, and operators who settle them.
enum DebtStories {
  static let all = [
    Story(
      "a fee that is owed", weight: 2, of: \.takesFee,
      CancellationStories.late(inCash: true), .about(.cancelRide), .temper(.willing), .wait(4),
      blocked),
    Story(
      "a fare that cannot be taken", of: \.isPlain, where: \.takesPayment,
      .act { $0.memory.method = $0.method(token: "pm_empty_later") }, .book, .ended,
      // All attempts are over by then.
      .wait(60), .until { $0.outbox.isEmpty }, .wait(60), .until { $0.outbox.isEmpty },
      blocked),
    Story(
      "a meter that shows too much", weight: 2, of: \.isMetered,
      .act { $0.memory.meter = 90_000 }, .book, .ended,
      .about(.rideSettlement, with: ["reason": "no fare"], by: .operators),
      .send {
        $0.about(
          .rideSettlement, with: ["reason": "not reset", "fare": $0.money(1_250)],
          by: .operators)
      },
      .wait(6), .about(.getRideStatus)),
    Story(
      "a second ride at a time", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(4), .send { $0.ask(.requestRide, $0.booking()) },
      .ask(.getRideStatus), .temper(.willing), .ended),
  ]

  /// The rider cannot book until the debt is settled.
  private static let blocked = Step.several([
    .send { $0.list() }, .send { $0.ask(.requestRide, $0.booking()) }, .ask(.getRideStatus),
    .about(.rideSettlement, with: ["reason": "paid in cash"], by: .operators), .wait(4),
    .send { $0.list() },
  ])
}

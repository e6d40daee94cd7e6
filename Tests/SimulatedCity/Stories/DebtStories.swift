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
      "a fee that is waived", weight: 2, of: \.takesFee,
      CancellationStories.late(), .about(.cancelRide, with: CancellationStories.blame), .wait(6),
      .about(.rideWaiver, with: waiver, by: .operators), .wait(6),
      .about(.rideWaiver, with: waiver, by: .operators), .temper(.willing),
      .about(.getRideStatus)),
    Story(
      "a fare that is adjusted", weight: 2, of: \.isPlain, .book, .ended, .wait(6),
      .send { $0.adjustment(to: 450) }, .wait(6), .send { $0.adjustment(to: 2_450) }, .wait(6),
      .about(.rideWaiver, with: waiver, by: .operators), .about(.getRideStatus)),
    Story(
      "a second ride at a time", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(4), .send { $0.ask(.requestRide, $0.booking()) },
      .ask(.getRideStatus), .temper(.willing), .ended),
  ]

  /// Why an operator lets a fee go.
  private static let waiver: JSONValue = [
    "author": "dispatcher-7", "reason": "the driver stood still",
  ]

  /// The rider cannot book until the debt is settled.
  private static let blocked = Step.several([
    .send { $0.list() }, .send { $0.ask(.requestRide, $0.booking()) }, .ask(.getRideStatus),
    .about(.rideSettlement, with: ["reason": "paid in cash"], by: .operators), .wait(4),
    .send { $0.list() },
  ])
}

extension District {
  /// The operator's word that the ride of the story costs another amount.
  fileprivate func adjustment(to minorUnits: Int64) -> CityMessage {
    about(
      .rideAdjustment,
      with: ["author": "dispatcher-7", "reason": "a detour", "fare": money(minorUnits)],
      by: .operators)
  }
}

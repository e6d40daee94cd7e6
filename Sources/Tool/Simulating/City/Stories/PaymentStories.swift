import Messages
import Rides

/// What payment systems and operators do with the money of rides.
enum PaymentStories {
  static var all: [Story] {
    [
      refund, tipTooLarge, paymentDeclined, paymentNeedsItsRider, slowPaymentSystem,
      resultOfUnknownPayment, resultNotAskedFor,
    ]
  }

  private static var refund: Story {
    Story(
      name: "a refund", weight: 3, isPossible: isPaid,
      steps: paid + [
        .send { district in
          let order = district.refund(100)
          district.memory.sent = order
          return order
        }, .wait(6), .send { $0.again() }, .send { $0.refund(9_999_900) },
        .send { $0.about(.rideSettlement, with: ["reason": "nothing is owed"], by: .operators) },
        .send { $0.about(.getRideStatus) },
      ])
  }

  private static var tipTooLarge: Story {
    Story(
      name: "a tip that is too large", isPossible: isPaid,
      steps: paid + [
        .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(99_999_900)]) },
        .send {
          $0.about(
            .sendRideFeedback, with: ["tip": ["amount": "2.00", "currencyCode": "CHF"]])
        }, .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(300)]) }, .wait(6),
        .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(300)]) },
        .send { $0.about(.sendRideFeedback, with: ["rating": 7]) },
        .send { $0.about(.sendRideFeedback, with: ["rating": 8]) },
      ])
  }

  private static var paymentDeclined: Story {
    Story(
      name: "a payment that is declined", isPossible: isPaid,
      steps: StorySteps.begin(\.isPlain) + [
        .act { $0.memory.method = $0.method(token: "pm_declined") }, .send { $0.book() },
        .wait(12),
      ] + StorySteps.ended)
  }

  private static var paymentNeedsItsRider: Story {
    Story(
      name: "a payment that needs its rider", isPossible: isPaid,
      steps: StorySteps.begin(\.isPlain) + [
        .act { $0.memory.method = $0.method(token: "pm_needs_action") }, .send { $0.book() },
        .wait(12),
        .send { $0.hasOpenRide ? $0.about(.cancelRide) : nil },
      ] + StorySteps.ended)
  }

  private static var slowPaymentSystem: Story {
    Story(
      name: "a payment system that is slow", isPossible: isPaid,
      steps: StorySteps.begin(\.isPlain) + [
        .act { $0.memory.method = $0.method(token: "pm_slow") }, .send { $0.book() },
      ] + StorySteps.ended)
  }

  private static var resultOfUnknownPayment: Story {
    Story(
      name: "a result of an unknown payment",
      steps: [
        .send {
          $0.ask(
            .paymentResult,
            [
              "rideIdentifier": "none-such", "key": "none-such:fare:capture:1",
              "outcome": "approved",
            ])
        }
      ])
  }

  private static var resultNotAskedFor: Story {
    Story(
      name: "a result of a payment that was not asked for", isPossible: isPaid,
      steps: paid + [
        .send {
          $0.about(
            .paymentResult,
            with: [
              "key": .text("\($0.memory.ride ?? ""):fare:capture:9"), "outcome": "declined",
            ])
        }
      ])
  }

  static func isPaid(_ district: District) -> Bool {
    !district.area.paymentMethods.isEmpty && district.area.products.contains(where: \.isPlain)
  }

  /// A ride that was driven and paid.
  private static var paid: [Step] {
    StorySteps.begin(\.isPlain) + [.send { $0.book() }] + StorySteps.ended
  }
}

extension District {
  /// An order of the operator to refund an amount.
  fileprivate func refund(_ minorUnits: Int64) -> CityMessage {
    about(
      .rideRefund, with: ["amount": money(minorUnits), "reason": "detour"], by: .operators)
  }
}

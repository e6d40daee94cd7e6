import JSON
import Messages
import Rides

/// What payment systems and operators do with the money of rides.
enum PaymentStories {
  static let all = [
    Story(
      "a refund", weight: 3, of: \.isPlain, where: \.takesPayment,
      .book, .about(.getRideReceipt), .ended, .about(.getRideReceipt), .ask(.listRides),
      .send { district in
        let order = district.refund(100)
        district.memory.sent = order
        return order
      },
      .wait(6), .again, .send { $0.refund(9_999_900) },
      .about(.rideSettlement, with: ["reason": "nothing is owed"], by: .operators),
      .about(.getRideStatus)),
    Story(
      "a tip that is too large", of: \.isPlain, where: \.takesPayment,
      .book, .ended, .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(99_999_900)]) },
      .about(.sendRideFeedback, with: ["tip": ["amount": "2.00", "currencyCode": "CHF"]]),
      .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(300)]) }, .wait(6),
      .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(300)]) },
      .about(.sendRideFeedback, with: ["rating": 7]),
      .about(.sendRideFeedback, with: ["rating": 8])),
    Story(
      "a payment that is declined", of: \.isPlain, where: \.takesPayment,
      .act { $0.memory.method = $0.method(token: "pm_declined") }, .book, .wait(12), .ended),
    Story(
      "a payment that needs its rider", of: \.isPlain, where: \.takesPayment,
      .act { $0.memory.method = $0.method(token: "pm_needs_action") }, .book, .wait(12),
      .send { $0.hasOpenRide ? $0.about(.cancelRide) : nil }, .ended),
    Story(
      "a payment system that is slow", of: \.isPlain, where: \.takesPayment,
      .act { $0.memory.method = $0.method(token: "pm_slow") }, .book, .ended),
    Story(
      "a result of an unknown payment",
      .send {
        $0.ask(
          .paymentResult,
          [
            "rideIdentifier": "none-such", "key": "none-such:fare:capture:1",
            "outcome": "approved",
          ])
      }),
    Story(
      "a result of a payment that was not asked for", of: \.isPlain, where: \.takesPayment,
      .book, .ended,
      .send {
        let key = "\($0.memory.ride ?? ""):fare:capture:9"
        return $0.about(.paymentResult, with: ["key": .string(key), "outcome": "declined"])
      }),
  ]
}

extension District {
  /// Whether riders of the area pay by a payment method.
  var takesPayment: Bool { !area.paymentMethods.isEmpty }

  /// An order of the operator to refund an amount.
  fileprivate func refund(_ minorUnits: Int64) -> CityMessage {
    about(.rideRefund, with: ["amount": money(minorUnits), "reason": "detour"], by: .operators)
  }
}

import Messages
import Rides

/// Rides that are canceled.
enum CancellationStories {
  static var all: [Story] {
    [
      canceledForNothing, canceledForFee, feeInAnotherCurrency, canceledByService,
      canceledWithRiderAboard,
    ]
  }

  private static var canceledForNothing: Story {
    Story(
      name: "canceled for nothing", weight: 3, isPossible: StorySteps.sells(\.isFreeForAWhile),
      steps: StorySteps.begin(\.isFreeForAWhile) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4),
        .send { $0.about(.cancelRideConfirm) },
        .send { $0.about(.cancelRide, with: ["reason": "changed my mind"]) },
        StorySteps.temper(.willing), .send { $0.about(.cancelRide) },
        .send { $0.about(.sendRideFeedback, with: ["rating": 3]) },
      ] + StorySteps.ended)
  }

  private static var canceledForFee: Story {
    Story(
      name: "canceled for a fee", weight: 3, isPossible: StorySteps.sells(\.takesFee),
      steps: late() + [
        .send { $0.about(.cancelRideConfirm) },
        .send { $0.about(.cancelRide, with: ["maximumCancellationFee": $0.money(1)]) },
        .send { district in
          let fee = district.product?.cancellation?.fee.minorUnits ?? 0
          return district.about(
            .cancelRide, with: ["maximumCancellationFee": district.money(fee)])
        }, StorySteps.temper(.willing),
      ] + StorySteps.ended + [.send { $0.about(.getRideStatus) }])
  }

  private static var feeInAnotherCurrency: Story {
    Story(
      name: "a fee in another currency", isPossible: StorySteps.sells(\.takesFee),
      steps: late() + [
        .send { district in
          let code: Document = district.area.currency.code == "EUR" ? "CHF" : "EUR"
          let fee: Document = ["amount": "50.00", "currencyCode": code]
          return district.about(.cancelRide, with: ["maximumCancellationFee": fee])
        }, StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  private static var canceledByService: Story {
    Story(
      name: "canceled by the service", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4),
        .send { $0.about(.cancelRideConfirm, by: .operators) },
        .send { $0.about(.cancelRide, with: ["reason": "street closed"], by: .operators) },
        StorySteps.temper(.willing), .send { $0.about(.getRideStatus, by: .operators) },
      ] + StorySteps.ended)
  }

  private static var canceledWithRiderAboard: Story {
    Story(
      name: "canceled with the rider aboard", weight: 2,
      isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [.send { $0.book() }] + StorySteps.until(.ongoing) + [
        .send { $0.about(.cancelRide) }
      ] + StorySteps.ended + [.send { $0.about(.cancelRide, by: .operators) }])
  }

  /// A ride whose vehicle is on its way, past the time in which canceling is free.
  static func late(inCash: Bool = false) -> [Step] {
    StorySteps.begin(\.takesFee) + [
      .act { if inCash { $0.memory.method = nil } }, StorySteps.temper(.still),
      .send { $0.book() },
      .until { district in
        guard let ride = district.memory.ride, district.rides[ride]?.phase == .confirmed else {
          return false
        }
        let free = Double(district.product?.cancellation?.freeSeconds ?? 0)
        let since = district.rides[ride]?.updatedAt ?? district.now
        return since.seconds(to: district.now) > free + 15
      },
    ]
  }
}

extension Product {
  /// Whether a vehicle is committed to it at once, and canceling it costs something.
  var takesFee: Bool {
    isPlain && cancellation.map { $0.fee.minorUnits > 1 && ($0.freeSeconds ?? 0) < 600 } ?? false
  }

  /// Whether canceling is free for long enough to do so.
  fileprivate var isFreeForAWhile: Bool {
    isPlain && cancellation.map { ($0.freeSeconds ?? 0) >= 30 } ?? true
  }
}

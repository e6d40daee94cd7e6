import JSON
import Messages
import Rides

/// Rides that are canceled.
enum CancellationStories {
  static let all = [
    Story(
      "canceled for nothing", weight: 3, of: \.isFreeForAWhile,
      .temper(.still), .book, .wait(4), .about(.cancelRideConfirm),
      .about(.cancelRide, with: ["reason": "changed my mind", "cause": "plansChanged"]),
      .temper(.willing),
      .about(.cancelRide), .about(.sendRideFeedback, with: ["rating": 3]), .ended),
    Story(
      "canceled for a fee", weight: 3, of: \.takesFee,
      late(), .about(.cancelRideConfirm),
      .send { $0.about(.cancelRide, with: ["maximumCancellationFee": $0.money(1)]) },
      .send { district in
        let fee = district.product?.cancellation?.fee.minorUnits ?? 0
        return district.about(.cancelRide, with: ["maximumCancellationFee": district.money(fee)])
      },
      .temper(.willing), .ended, .about(.getRideStatus)),
    Story(
      "a fee in another currency", of: \.takesFee,
      late(),
      .send { district in
        let code: JSONValue = district.area.currency.code == "EUR" ? "CHF" : "EUR"
        let fee: JSONValue = ["amount": "50.00", "currencyCode": code]
        return district.about(.cancelRide, with: ["maximumCancellationFee": fee])
      },
      .temper(.willing), .ended),
    Story(
      "canceled by the service", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(4), .about(.cancelRideConfirm, by: .operators),
      .about(
        .cancelRide, with: ["reason": "street closed", "cause": "serviceDisrupted"],
        by: .operators),
      .temper(.willing),
      .about(.getRideStatus, by: .operators), .ended),
    Story(
      "canceled with the rider aboard", weight: 2, of: \.isPlain,
      .book, .phase(.ongoing), .about(.cancelRide), .ended, .about(.cancelRide, by: .operators)),
  ]

  /// A rider who blames the driver, which the ride does not show.
  static let blame: JSONValue = ["cause": "waitTooLong", "reason": "where is it?"]

  /// A booking whose vehicle is on its way, past the time in which canceling is free.
  static func late(inCash: Bool = false) -> Step {
    .several([
      .act { if inCash { $0.memory.method = nil } }, .temper(.still), .book,
      .until { district in
        guard let ride = district.memory.ride, district.rides[ride]?.phase == .confirmed else {
          return false
        }
        // A ride that was shown without its vehicle is free for a minute at least.
        let free = Double(
          max(district.product?.cancellation?.freeSeconds ?? 0, Ride.shownFreeSeconds))
        let since = district.rides[ride]?.updatedAt ?? district.now
        return since.seconds(to: district.now) > free + 15
      },
    ])
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

import JSON
import Messages
import Rides
import Tool

/// Bookings whose content is refused.
enum BookingRefusalStories {
  static let all = [
    Story(
      "options that cannot be booked", weight: 2, of: \.isPlain,
      refused(["rideOptionName": "Zeppelin", "optionIdentifier": .null]),
      .send { $0.refused(["maximumPrice": $0.money(1)]) },
      refused(["maximumPrice": ["amount": "90.00", "currencyCode": "CHF"]]),
      refused(["pickupLocation": .null]),
      .send { district in
        let stops = Array(repeating: placeValue(district.place.center), count: 4)
        return district.refused(["waypoints": .array(stops)])
      },
      .send { district in
        district.area.products.first(where: \.isMetered).map {
          district.refused([
            "rideOptionName": .null, "optionIdentifier": .string($0.key.rawValue),
            "maximumPrice": district.money(90_000),
          ])
        }
      }),
    Story(
      "parties that do not fit", of: \.isTiered,
      refused(["partySize": .null]), refused(["partySize": 0]), refused(["partySize": 40]),
      refused(["partySize": "two"])),
    Story(
      "methods that do not pay", of: \.isPlain, where: \.takesPayment,
      refused(["paymentMethod": ["type": "store"]]),
      .send { district in
        let expired = district.now.advanced(bySeconds: -86_400).rfc3339
        let method = district.memory.method ?? [:]
        return district.refused(["paymentMethod": method + ["expirationDate": .string(expired)]])
      }),
    Story(
      "booked in the app alone",
      where: { !$0.area.rules.appBookings.flatMap(\.scope.zones).isEmpty }, .begin(),
      .send { district in
        let rule = district.area.rules.appBookings.first { !$0.scope.zones.isEmpty }
        guard let rule, let zone = rule.scope.zones.first else { return nil }
        let key = rule.scope.products.first ?? district.area.products[0].key
        let point = zone.randomPoint(&district.numbers)
        return district.refused([
          "pickupLocation": placeValue(point), "rideOptionName": .null,
          "optionIdentifier": .string(key.rawValue), "partySize": 1,
        ])
      }),
  ]

  private static func refused(_ changes: JSONValue) -> Step { .send { $0.refused(changes) } }
}

extension District {
  /// A booking that is not to become a ride.
  fileprivate func refused(_ changes: JSONValue) -> CityMessage {
    ask(.requestRide, booking(with: changes))
  }
}

import Messages
import Rides

/// Bookings whose content is refused.
enum BookingRefusalStories {
  static var all: [Story] {
    [optionsCannotBeBooked, partiesDoNotFit, methodsThatDoNotPay, bookedInAppAlone]
  }

  private static var optionsCannotBeBooked: Story {
    Story(
      name: "options that cannot be booked", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        .send { $0.refused(["rideOptionName": "Zeppelin", "optionIdentifier": .null]) },
        .send { $0.refused(["maximumPrice": $0.money(1)]) },
        .send {
          $0.refused(["maximumPrice": ["amount": "90.00", "currencyCode": "CHF"]])
        },
        .send { $0.refused(["pickupLocation": .null]) },
        .send { $0.refused(["waypoints": [placeDocument($0.place.center)]]) },
        .send { district in
          district.area.products.first(where: \.isMetered).map {
            district.refused([
              "rideOptionName": .null, "optionIdentifier": .text($0.key.rawValue),
              "maximumPrice": district.money(90_000),
            ])
          }
        },
      ])
  }

  private static var partiesDoNotFit: Story {
    Story(
      name: "parties that do not fit", isPossible: StorySteps.sells(\.isTiered),
      steps: StorySteps.begin(\.isTiered) + [
        .send { $0.refused(["partySize": .null]) }, .send { $0.refused(["partySize": 0]) },
        .send { $0.refused(["partySize": 40]) }, .send { $0.refused(["partySize": "two"]) },
      ])
  }

  private static var methodsThatDoNotPay: Story {
    Story(
      name: "methods that do not pay", isPossible: PaymentStories.isPaid,
      steps: StorySteps.begin(\.isPlain) + [
        .send { $0.refused(["paymentMethod": ["type": "store"]]) },
        .send { district in
          let expired = district.now.advanced(bySeconds: -86_400).rfc3339
          let method = district.memory.method ?? [:]
          return district.refused([
            "paymentMethod": method + ["expirationDate": .text(expired)]
          ])
        },
      ])
  }

  private static var bookedInAppAlone: Story {
    Story(
      name: "booked in the app alone",
      isPossible: { !$0.area.rules.appBookings.flatMap(\.scope.zones).isEmpty },
      steps: StorySteps.begin { _ in true } + [
        .send { district in
          let rule = district.area.rules.appBookings.first { !$0.scope.zones.isEmpty }
          guard let rule, let zone = rule.scope.zones.first else { return nil }
          let key = rule.scope.products.first ?? district.area.products[0].key
          let point = zone.randomPoint(&district.numbers)
          return district.refused([
            "pickupLocation": placeDocument(point), "rideOptionName": .null,
            "optionIdentifier": .text(key.rawValue), "partySize": 1,
          ])
        }
      ])
  }
}

extension District {
  /// A booking that is not to become a ride.
  fileprivate func refused(_ changes: Document) -> CityMessage {
    ask(.requestRide, booking(with: changes))
  }
}

import JSON
import Messages
import Rides

/// Rides that are driven to their end.
enum RideStories {
  static let all = [
    Story("a quoted ride", weight: 16, of: \.isPlain, .listed, .bookQuote, .ended, rated),
    Story(
      "a ride by its name", weight: 10, .begin { !$0.isMetered },
      .book, .about(.getRideStatus), .ended, .about(.getRideStatus)),
    Story("a metered ride", weight: 6, of: \.isMetered, .listed, .book, .ended, rated),
    Story(
      "a ride without a destination", weight: 2, of: \.isMetered,
      .act { $0.memory.dropOff = nil }, .send { $0.list() }, .book, .ended),
    Story(
      "a ride with a stop on the way", weight: 2, of: \.isPlain,
      .send { $0.list(with: $0.stop) }, .act { $0.storeOffers() },
      .send { $0.book(with: $0.stop + ($0.quote ?? [:])) }, .ended, rated),
    Story(
      "a ride that goes somewhere else", weight: 3, of: \.isPlain,
      .book, .phase(.ongoing), .send { $0.about(.changeRide, with: $0.stop) },
      .send { $0.about(.changeRideConfirm, with: $0.stop + ["maximumPrice": $0.money(9_000_000)]) },
      .send { $0.about(.changeRide, with: $0.stop + ["maximumPrice": $0.money(9_000_000)]) },
      .ended, .about(.changeRide, with: ["waypoints": []]), .about(.getRideReceipt)),
    Story(
      "a ride with calls for help", of: \.isPlain,
      .book, .phase(.ongoing), .about(.sos, with: ["note": "we stand still"]),
      .about(.sos, with: ["note": "we stand still"]), .send { $0.sosOfDriver }, .ended,
      .about(.sos, with: ["note": "I was hurt"])),
    Story(
      "a ride out of the district", weight: 3, of: \.isPlain, where: { $0.place.corner != nil },
      .act { $0.memory.dropOff = $0.place.corner }, .book, .ended,
      // The vehicle goes off duty, and then on duty again in its district.
      .send { $0.offDuty(\.vehicle) }, .act { $0.vehicle.park(at: $0.place.center, $0.place) }),
    Story(
      "a ride with a wheelchair", weight: 2, of: \.isWheelchairAccessible,
      .send { $0.list(with: ["wheelchairAccessible": true]) },
      .send { $0.book(with: ["wheelchairAccessible": true]) }, .ended),
    Story(
      "a ride for a guest", of: \.isPlain,
      .send {
        $0.book(with: ["riderName": "Jane Roe", "guestName": "Max", "guestPhone": "+13125550177"])
      },
      .about(.getRideStatus), .ended),
    Story(
      "a ride with a note for its driver", of: \.isPlain,
      .send { $0.book(with: ["riderName": "Jane Roe", "note": "by the side door"]) }, .ended),
    Story(
      "a ride whose rider keeps the vehicle waiting", weight: 2, of: \.chargesWaiting,
      .act { district in
        // In the middle of the second minute that is charged.
        let free = Double(district.product?.tariff.waiting?.freeMinutes ?? 0) * 60
        district.vehicle.temper = .waiting(free + 90)
      },
      .book, .ended, rated),
    Story(
      "a ride in cash", weight: 2, .begin { !$0.isMetered },
      .act { $0.memory.method = nil }, .book, .ended,
      .about(.sendRideFeedback, with: ["rating": 8]),
      .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(200)]) }),
  ]

  /// The rider rates the ride and gives a tip.
  static let rated = Step.several([
    .about(.sendRideFeedbackConfirm, with: ["rating": 9]),
    .send {
      $0.about(
        .sendRideFeedback,
        with: ["rating": 9, "tip": $0.money(200), "comment": "swift & friendly"])
    },
    .wait(5), .about(.getRideStatus),
  ])
}

extension District {
  /// A stop in the middle of the district.
  fileprivate var stop: JSONValue { ["waypoints": [placeValue(place.center, name: "Stop")]] }

  /// The driver of the ride calls for help.
  fileprivate var sosOfDriver: CityMessage {
    ask(
      .rideSOS,
      [
        "rideIdentifier": .string(memory.ride ?? "none"),
        "vehicleIdentifier": .string(vehicle.identifier.rawValue),
      ])
  }
}

extension Product {
  fileprivate var chargesWaiting: Bool { tariff.waiting != nil && !requiresAcceptance }
}

import JSON
import Messages
import Rides

/// Bookings that are resolved and confirmed before they are made.
enum StageStories {
  static let all = [
    Story(
      "resolved, confirmed and booked", weight: 4, of: \.isPlain,
      .send { $0.list(.listRideOptionsResolve) }, .send { $0.list(.listRideOptionsConfirm) },
      .send { $0.ask(.requestRideResolve, $0.booking()) },
      .send { district in
        let message = district.ask(.requestRideConfirm, district.booking())
        district.memory.kept["id"] = message.properties.messageID
        return message
      },
      .send { district in
        let message = district.book().with { $0.properties.messageID = district.memory.kept["id"] }
        district.remember(message, rider: district.rider)
        return message
      },
      .send { district in
        district.ask(.requestRideConfirm, district.booking()).with {
          $0.properties.messageID = district.memory.kept["id"]
        }
      },
      .ended, RideStories.rated),
    Story(
      "resolved with questions", weight: 2, .begin(),
      .ask(.requestRideResolve),
      .send { district in
        let name = district.area.products[0].names[district.surroundings.defaultLocale] ?? "x"
        let mistyped = String(name.dropLast()) + "q"
        return district.ask(
          .requestRideResolve,
          (district.asker + district.trip).with([
            "rideOptionName": .string(mistyped),
            "parameters": ["rideOptionName", "partySize", "paymentMethod"],
          ]))
      },
      .send { district in
        district.memory.pickup.map { pickup in
          let rough = placeValue(pickup) + ["accuracyMetres": 2_500]
          return district.list(
            .listRideOptionsResolve,
            with: ["pickupLocation": rough, "parameters": ["pickupLocation"]])
        }
      },
      .send { $0.ask(.requestRideConfirm, $0.booking(with: ["partySize": 30])) }),
  ]
}

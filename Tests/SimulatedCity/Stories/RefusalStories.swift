import JSON
import Messages
import Rides
import Tool

/// Lists and orders that are refused for where they are about and whose ride it is.
enum RefusalStories {
  static let all = [
    Story(
      "places that are not served", .begin(),
      .send { $0.list(with: ["pickupLocation": placeValue($0.outside)]) },
      .send {
        $0.list(.listRideOptionsConfirm, with: ["dropOffLocation": placeValue($0.outside)])
      },
      .send { district in
        district.memory.pickup.map {
          district.list(with: ["dropOffLocation": placeValue($0)])
        }
      },
      .send { district in
        let zone = district.area.rules.restrictedZones.flatMap(\.zones).first
        return zone.map {
          let point = $0.randomPoint(&district.numbers)
          return district.list(with: ["pickupLocation": placeValue(point)])
        }
      },
      .send { district in
        let other = district.surroundings.points.first { !district.area.boundary.contains($0) }
        return other.map { district.list(with: ["dropOffLocation": placeValue($0)]) }
      }),
    Story(
      "the ride of another rider", of: \.isPlain,
      .temper(.still), .book, .wait(4), .send { $0.stranger(.getRideStatus) },
      .send { $0.stranger(.cancelRide) }, .send { $0.stranger(.cancelRideConfirm) },
      .send { $0.stranger(.sendRideFeedback, ["rating": 1]) },
      .about(.sendRideFeedbackConfirm, with: ["rating": 5]), .temper(.willing), .ended),
    Story(
      "a ride that does not exist",
      .about(.getRideStatus), .about(.cancelRide),
      .send {
        $0.about(.rideRefund, with: ["amount": $0.money(100), "reason": "none"], by: .operators)
      },
      .about(.rideSettlement, with: ["reason": "none"], by: .operators),
      .send { $0.report(.arrived, by: $0.vehicle.identifier) }),
  ]
}

extension District {
  /// A point half a degree beyond the box of the area.
  fileprivate var outside: Coordinate {
    let outer = surroundings.points.compactMap(\.self) + area.boundary.polygons.flatMap(\.outer)
    let south = outer.map(\.latitude).min() ?? 0
    // South of every area, so that it is in none.
    return Coordinate(latitude: max(-89, south - 0.5), longitude: place.center.longitude)
      ?? place.center
  }

  /// A message of the other rider about the ride of the story.
  fileprivate func stranger(_ type: MessageType, _ changes: JSONValue = [:]) -> CityMessage {
    about(type, with: changes.with(["riderIdentifier": .string(guest)]))
  }
}

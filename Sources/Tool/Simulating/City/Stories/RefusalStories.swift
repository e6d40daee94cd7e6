import Messages
import Rides

/// Lists and orders that are refused for where they are about and whose ride it is.
enum RefusalStories {
  static var all: [Story] {
    [placesAreNotServed, rideOfAnotherRider, rideDoesNotExist]
  }

  private static var placesAreNotServed: Story {
    Story(
      name: "places that are not served",
      steps: StorySteps.begin() + [
        .send { $0.list(with: ["pickupLocation": placeDocument($0.outside)]) },
        .send {
          $0.list(.listRideOptionsConfirm, with: ["dropOffLocation": placeDocument($0.outside)])
        },
        .send { district in
          district.memory.pickup.map {
            district.list(with: ["dropOffLocation": placeDocument($0)])
          }
        },
        .send { district in
          let zone = district.area.rules.restrictedZones.flatMap(\.zones).first
          return zone.map {
            let point = $0.randomPoint(&district.numbers)
            return district.list(with: ["pickupLocation": placeDocument(point)])
          }
        },
        .send { district in
          let other = district.surroundings.points.first { !district.area.boundary.contains($0) }
          return other.map { district.list(with: ["dropOffLocation": placeDocument($0)]) }
        },
      ])
  }

  private static var rideOfAnotherRider: Story {
    Story(
      name: "the ride of another rider", isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4),
        .send { $0.stranger(.getRideStatus) }, .send { $0.stranger(.cancelRide) },
        .send { $0.stranger(.cancelRideConfirm) },
        .send { $0.stranger(.sendRideFeedback, ["rating": 1]) },
        .send { $0.about(.sendRideFeedbackConfirm, with: ["rating": 5]) },
        StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  private static var rideDoesNotExist: Story {
    Story(
      name: "a ride that does not exist",
      steps: [
        .send { $0.about(.getRideStatus) }, .send { $0.about(.cancelRide) },
        .send {
          $0.about(
            .rideRefund, with: ["amount": $0.money(100), "reason": "none"], by: .operators)
        }, .send { $0.about(.rideSettlement, with: ["reason": "none"], by: .operators) },
        .send { $0.report(.arrived, by: $0.vehicle.identifier) },
      ])
  }
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
  fileprivate func stranger(_ type: MessageType, _ changes: Document = [:]) -> CityMessage {
    about(type, with: changes.with(["riderIdentifier": .text(guest)]))
  }
}

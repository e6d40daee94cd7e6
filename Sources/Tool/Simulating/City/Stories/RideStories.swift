import Messages
import Rides

/// Rides that are driven to their end.
enum RideStories {
  static var all: [Story] {
    [
      quotedRide, rideByItsName, meteredRide, rideWithoutDestination, rideOutOfDistrict,
      rideWithWheelchair, riderKeepsVehicleWaiting, rideInCash,
    ]
  }

  private static var quotedRide: Story {
    Story(
      name: "a quoted ride", weight: 16, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + StorySteps.listed + [
        .send { $0.book(with: $0.quote ?? [:]) }
      ] + StorySteps.ended + rated)
  }

  private static var rideByItsName: Story {
    Story(
      name: "a ride by its name", weight: 10,
      steps: StorySteps.begin { !$0.isMetered } + [
        .send { $0.book() }, .send { $0.about(.getRideStatus) },
      ] + StorySteps.ended + [.send { $0.about(.getRideStatus) }])
  }

  private static var meteredRide: Story {
    Story(
      name: "a metered ride", weight: 6, isPossible: StorySteps.sells(\.isMetered),
      steps: StorySteps.begin(\.isMetered) + StorySteps.listed + [.send { $0.book() }]
        + StorySteps.ended + rated)
  }

  private static var rideWithoutDestination: Story {
    Story(
      name: "a ride without a destination", weight: 2, isPossible: StorySteps.sells(\.isMetered),
      steps: StorySteps.begin(\.isMetered) + [
        .act { $0.memory.dropOff = nil }, .send { $0.list() }, .send { $0.book() },
      ] + StorySteps.ended)
  }

  private static var rideOutOfDistrict: Story {
    Story(
      name: "a ride out of the district", weight: 3,
      isPossible: { $0.place.corner != nil && $0.area.products.contains(where: \.isPlain) },
      steps: StorySteps.begin(\.isPlain) + [
        .act { $0.memory.dropOff = $0.place.corner }, .send { $0.book() },
      ] + StorySteps.ended + home)
  }

  private static var rideWithWheelchair: Story {
    Story(
      name: "a ride with a wheelchair", weight: 2,
      isPossible: StorySteps.sells(\.isWheelchairAccessible),
      steps: StorySteps.begin(\.isWheelchairAccessible) + [
        .send { $0.list(with: ["wheelchairAccessible": true]) },
        .send { $0.book(with: ["wheelchairAccessible": true]) },
      ] + StorySteps.ended)
  }

  private static var riderKeepsVehicleWaiting: Story {
    Story(
      name: "a ride whose rider keeps the vehicle waiting", weight: 2,
      isPossible: StorySteps.sells(\.chargesWaiting),
      steps: StorySteps.begin(\.chargesWaiting) + [
        .act { district in
          // In the middle of the second minute that is charged.
          let free = Double(district.product?.tariff.waiting?.freeMinutes ?? 0) * 60
          district.vehicle.temper = .waiting(free + 90)
        },
        .send { $0.book() },
      ] + StorySteps.ended + rated)
  }

  private static var rideInCash: Story {
    Story(
      name: "a ride in cash", weight: 2,
      steps: StorySteps.begin { !$0.isMetered } + [
        .act { $0.memory.method = nil }, .send { $0.book() },
      ] + StorySteps.ended + [
        .send { $0.about(.sendRideFeedback, with: ["rating": 8]) },
        .send { $0.about(.sendRideFeedback, with: ["tip": $0.money(200)]) },
      ])
  }

  /// The rider rates the ride and gives a tip.
  static var rated: [Step] {
    [
      .send { $0.about(.sendRideFeedbackConfirm, with: ["rating": 9]) },
      .send {
        $0.about(
          .sendRideFeedback,
          with: ["rating": 9, "tip": $0.money(200), "comment": "swift & friendly"])
      },
      .wait(5), .send { $0.about(.getRideStatus) },
    ]
  }

  /// The vehicle goes off duty, and then on duty again in its district.
  private static var home: [Step] {
    [
      .send { $0.offDuty(\.vehicle) }, .act { $0.vehicle.park(at: $0.place.center, $0.place) },
    ]
  }
}

extension Product {
  fileprivate var chargesWaiting: Bool { tariff.waiting != nil && !requiresAcceptance }
}

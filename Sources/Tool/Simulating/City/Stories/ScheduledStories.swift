import Messages
import Rides

/// Pickups that are booked ahead.
enum ScheduledStories {
  static var all: [Story] {
    [bookedAheadAndDriven, bookedAheadAndCanceled, bookedForWrongTime]
  }

  private static var bookedAheadAndDriven: Story {
    Story(
      name: "booked ahead and driven", weight: 2, isPossible: isPossible,
      steps: StorySteps.begin(\.isPlain) + [
        .send { $0.book(with: $0.pickup(after: 20)) }, .send { $0.about(.getRideStatus) },
      ] + StorySteps.ended + RideStories.rated)
  }

  private static var bookedAheadAndCanceled: Story {
    Story(
      name: "booked ahead and canceled", weight: 2, isPossible: isPossible,
      steps: StorySteps.begin(\.isPlain) + [
        .send { $0.book(with: $0.pickup(after: 7_200)) },
        .send { $0.about(.cancelRideConfirm) }, .send { $0.about(.cancelRide) },
      ] + StorySteps.ended)
  }

  private static var bookedForWrongTime: Story {
    Story(
      name: "booked for a wrong time", isPossible: isPossible,
      steps: StorySteps.begin(\.isPlain) + [
        .send { $0.book(with: $0.pickup(at: $0.now.advanced(bySeconds: -600))) },
        .send { $0.book(with: $0.pickup(after: -60)) },
        .send { district in
          let most = district.area.policies.scheduling?.maximumLeadSeconds ?? 0
          return district.book(
            with: district.pickup(at: district.now.advanced(bySeconds: most + 3_600)))
        },
        .send { district in
          let start = district.now.advanced(bySeconds: 7_200).rfc3339
          let pickup: Document = [
            "start": .text(start), "recurrenceRule": ["frequency": "daily"],
          ]
          return district.book(with: ["scheduledPickupTime": pickup])
        },
      ])
  }

  private static func isPossible(_ district: District) -> Bool {
    district.area.policies.scheduling != nil && district.area.products.contains(where: \.isPlain)
  }
}

extension District {
  /// A pickup that many seconds after the earliest that can be booked.
  fileprivate func pickup(after seconds: Int) -> Document {
    let least = area.policies.scheduling?.minimumLeadSeconds ?? 0
    return pickup(at: now.advanced(bySeconds: least + seconds))
  }

  fileprivate func pickup(at start: Instant) -> Document {
    ["scheduledPickupTime": ["start": .text(start.rfc3339)]]
  }
}

/// Rides that wait for a vehicle, where only one is in reach.
enum WaitingStories {
  static var all: [Story] {
    [rideWaitsForNextVehicle, rideFindsNoVehicle]
  }

  private static var rideWaitsForNextVehicle: Story {
    Story(
      name: "a ride that waits for the next vehicle", weight: 2, isPossible: isPossible,
      steps: both + StorySteps.ended + [.send { $0.about(.getRideStatus) }])
  }

  private static var rideFindsNoVehicle: Story {
    Story(
      name: "a ride that finds no vehicle", isPossible: isPossible,
      steps: [StorySteps.temper(.still)] + both + [
        .until { $0.ride?.phase == .completed }, .wait(20), StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  private static func isPossible(_ district: District) -> Bool {
    district.isLonely && district.area.products.contains(where: \.isPlain)
  }

  /// Two riders who book one after the other; the story continues with the second.
  private static var both: [Step] {
    StorySteps.begin(\.isPlain) + [
      .send { $0.book() }, .wait(4),
      .act { ($0.rider, $0.guest) = ($0.guest, $0.rider) }, .send { $0.book() },
      .send { $0.about(.getRideStatus) },
    ]
  }
}

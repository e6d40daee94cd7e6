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
  /// A pickup so many seconds after the first that can be booked.
  fileprivate func pickup(after seconds: Int) -> Document {
    let least = area.policies.scheduling?.minimumLeadSeconds ?? 0
    return pickup(at: now.advanced(bySeconds: least + seconds))
  }

  fileprivate func pickup(at start: Instant) -> Document {
    ["scheduledPickupTime": ["start": .text(start.rfc3339)]]
  }
}

import Messages
import Rides

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

  /// Two riders who book one after the other; the story goes on with the second.
  private static var both: [Step] {
    StorySteps.begin(\.isPlain) + [
      .send { $0.book() }, .wait(4),
      .act { ($0.rider, $0.guest) = ($0.guest, $0.rider) }, .send { $0.book() },
      .send { $0.about(.getRideStatus) },
    ]
  }
}

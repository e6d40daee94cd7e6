import Messages
import Rides

/// Riders who follow a ride with live updates.
///
/// An update follows fifteen seconds after the last one, so nothing else happens near that time.
enum FollowStories {
  static var all: [Story] {
    [followedForAWhile, followedToItsEnd, followedByTwo, askedWithoutRide]
  }

  private static var followedForAWhile: Story {
    Story(
      name: "followed for a while", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4), start,
        .send { $0.about(.getRideStatusConfirm) }, .wait(15),
        .send { $0.following(.stopUpdates) }, StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  private static var followedToItsEnd: Story {
    Story(
      name: "followed to its end", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4), start, .wait(4),
        .send { $0.about(.cancelRide) }, StorySteps.temper(.willing), .wait(6),
        .send { $0.following(.stopUpdates) },
      ] + StorySteps.ended)
  }

  private static var followedByTwo: Story {
    Story(
      name: "followed by two", isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(4), start,
        .send { district in
          let other = district.about(.startUpdates, by: .operators)
          district.memory.kept["other"] = other.properties.correlationID
          return other
        },
        .send { $0.following(.stopUpdates) },
        .send { district in
          district.about(.stopUpdates, by: .operators).with {
            $0.properties.correlationID = district.memory.kept["other"]
          }
        }, StorySteps.temper(.willing),
      ] + StorySteps.ended)
  }

  private static var askedWithoutRide: Story {
    Story(
      name: "asked without a ride",
      steps: [
        .send { $0.ask(.getRideStatus, $0.asker) },
        .send { $0.ask(.getRideStatusConfirm, $0.asker) },
        .send { $0.ask(.startUpdates, $0.asker) }, .send { $0.ask(.stopUpdates, $0.asker) },
      ])
  }

  private static var start: Step {
    .send { district in
      let message = district.about(.startUpdates)
      district.memory.kept["observer"] = message.properties.correlationID
      return message
    }
  }
}

extension District {
  /// A message of the observer who has started updates.
  fileprivate func following(_ type: MessageType) -> CityMessage {
    about(type).with { $0.properties.correlationID = memory.kept["observer"] }
  }
}

import JSON
import Messages
import Rides

/// Riders who follow a ride with live updates.
///
/// An update follows fifteen seconds after the last one, so nothing else happens near that time.
enum FollowStories {
  static let all = [
    Story(
      "followed for a while", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(4), start, .about(.getRideStatusConfirm), .wait(15), stop,
      .temper(.willing), .ended),
    Story(
      "followed to its end", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(4), start, .wait(4), .about(.cancelRide), .temper(.willing),
      .wait(6), stop, .ended),
    Story(
      "followed by two", of: \.isPlain,
      .temper(.still), .book, .wait(4), start,
      .send { district in
        let other = district.about(.startUpdates, by: .operators)
        district.memory.kept["other"] = other.properties.correlationID
        return other
      },
      stop,
      .send { district in
        district.about(.stopUpdates, by: .operators).with {
          $0.properties.correlationID = district.memory.kept["other"]
        }
      },
      .temper(.willing), .ended),
    Story(
      "followed by others", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(4), .about(.shareRide),
      .act { $0.memory.kept["share"] = $0.memory.answer?["shareToken"]?.string }, shared,
      .temper(.willing), .ended, shared, .about(.shareRide)),
    Story(
      "asked without a ride",
      .ask(.getRideStatus), .ask(.getRideStatusConfirm), .ask(.startUpdates), .ask(.stopUpdates)),
  ]

  private static let start = Step.send { district in
    let message = district.about(.startUpdates)
    district.memory.kept["observer"] = message.properties.correlationID
    return message
  }

  /// Who has the token of the ride asks about it.
  private static let shared = Step.send { district in
    district.memory.kept["share"].map { token in
      district.ask(.getSharedStatus, ["shareToken": .string(token)])
    }
  }

  /// The observer who has started updates stops them.
  private static let stop = Step.send { district in
    district.about(.stopUpdates).with {
      $0.properties.correlationID = district.memory.kept["observer"]
    }
  }
}

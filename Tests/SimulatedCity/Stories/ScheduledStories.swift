import JSON
import Messages
import Rides

/// Pickups that are booked ahead.
enum ScheduledStories {
  static let all = [
    Story(
      "booked ahead and driven", weight: 2, of: \.isPlain, where: \.schedulesRides,
      .send { $0.book(with: $0.pickup(after: 20)) }, .about(.getRideStatus), .ended,
      RideStories.rated),
    Story(
      "booked ahead and canceled", weight: 2, of: \.isPlain, where: \.schedulesRides,
      .send { $0.book(with: $0.pickup(after: 7_200)) }, .about(.cancelRideConfirm),
      .about(.cancelRide), .ended),
    Story(
      "booked ahead and moved", of: \.isPlain, where: \.schedulesRides,
      .send { $0.book(with: $0.pickup(after: 7_200)) },
      .send {
        $0.about(.changeRide, with: $0.pickup(after: 20) + ["maximumPrice": $0.money(9_000_000)])
      }, .ended, RideStories.rated),
    Story(
      "booked for a wrong time", of: \.isPlain, where: \.schedulesRides,
      .send { $0.book(with: $0.pickup(at: $0.now.advanced(bySeconds: -600))) },
      .send { $0.book(with: $0.pickup(after: -60)) },
      .send { district in
        let most = district.area.policies.scheduling?.maximumLeadSeconds ?? 0
        return district.book(
          with: district.pickup(at: district.now.advanced(bySeconds: most + 3_600)))
      },
      .send { district in
        let start = district.now.advanced(bySeconds: 7_200).rfc3339
        let pickup: JSONValue = ["start": .string(start), "recurrenceRule": ["frequency": "daily"]]
        return district.book(with: ["scheduledPickupTime": pickup])
      }),
  ]
}

extension District {
  /// Whether the area takes bookings for later.
  var schedulesRides: Bool { area.policies.scheduling != nil }

  /// A pickup that many seconds after the earliest that can be booked.
  fileprivate func pickup(after seconds: Int) -> JSONValue {
    let least = area.policies.scheduling?.minimumLeadSeconds ?? 0
    return pickup(at: now.advanced(bySeconds: least + seconds))
  }

  fileprivate func pickup(at start: Instant) -> JSONValue {
    ["scheduledPickupTime": ["start": .string(start.rfc3339)]]
  }
}

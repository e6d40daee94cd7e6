import JSON
import Messages
import Rides

/// Vehicles that do not drive as expected, and reports of others about their rides.
enum DispatchStories {
  static let all = [
    Story(
      "a driver declines", weight: 2, of: \.requiresAcceptance,
      .spareComes, .temper(.declining), .book, .ended, .about(.getRideStatus), .spareLeaves),
    Story(
      "a driver does not answer", of: \.requiresAcceptance,
      .spareComes, .temper(.still), .book,
      .until { $0.ride?.vehicle?.identifier == $0.spare.identifier }, .temper(.willing), .ended,
      .spareLeaves),
    Story(
      "a driver gives a ride back", weight: 2, of: \.isPlain,
      .spareComes, .temper(.droppingOut), .book, .ended, .about(.getRideStatus), .spareLeaves),
    Story(
      "an operator reassigns a ride", weight: 2, of: \.isPlain,
      .spareComes, .temper(.still), .book, .wait(3),
      .about(.rideReassignment, with: stillness, by: .operators), .temper(.willing), .ended,
      .about(.rideReassignment, with: stillness, by: .operators), .spareLeaves),
    Story(
      "an operator ends a ride", weight: 2, of: \.isPlain,
      .book, .phase(.ongoing),
      .send { $0.about(.rideEnd, with: stillness.with(["fare": $0.money(1_250)]), by: .operators) },
      .ended, .about(.rideEnd, with: stillness, by: .operators), .about(.getRideStatus)),
    Story(
      "a vehicle goes off duty when it is asked", of: \.requiresAcceptance,
      .spareComes, .temper(.still), .book, .send { $0.offDuty(\.vehicle) }, .temper(.willing),
      .ended, .spareLeaves),
    Story(
      "a rider does not come", weight: 2, of: \.isPlain,
      .act { district in
        let wait = Double(district.area.policies.dispatch.pickupWaitSeconds)
        district.vehicle.temper = .missing(wait + 15)
      },
      .book, .phase(.pickup), .send { $0.report(.missedPickup, by: $0.vehicle.identifier) },
      .ended, .about(.getRideStatus)),
    Story(
      "a driver reports no end", of: \.isPlain, where: \.endsRides,
      .temper(.forgetful), .book, .ended, .about(.getRideReceipt)),
    Story(
      "reports that do not fit", weight: 2, of: \.isPlain,
      .temper(.still), .book, .wait(3),
      .send { $0.report(.approaching, by: $0.spare.identifier) },
      .send { $0.report(.ended, by: $0.vehicle.identifier) }, .temper(.willing), .ended,
      .send { $0.report(.declined, by: $0.vehicle.identifier) }),
    Story(
      "updates that are old or not whole",
      .until { $0.isReady }, .send { $0.firstUpdate(of: $0.vehicle.identifier.rawValue) },
      .send { $0.firstUpdate(of: "veh-\($0.name)-unknown") },
      .send { $0.oldPosition(of: $0.vehicle.identifier.rawValue) }),
  ]

  /// Why an operator acts in a driver's place.
  private static let stillness: JSONValue = [
    "author": "dispatcher-7", "reason": "the vehicle stands still",
  ]
}

extension District {
  /// Whether rides end of themselves.
  fileprivate var endsRides: Bool { area.policies.dispatch.endPercent > 0 }

  /// An update that begins to count again, without the products of the vehicle.
  fileprivate func firstUpdate(of vehicle: String) -> CityMessage {
    addressed(
      CityMessage(
        .vehicleUpdate, by: .vehicles,
        ["vehicleIdentifier": .string(vehicle), "sequence": 1, "onDuty": true]))
  }
}

extension District {
  /// A position that is older than the updates of the vehicle.
  fileprivate func oldPosition(of vehicle: String) -> CityMessage {
    addressed(
      CityMessage(
        .vehiclePosition, by: .vehicles,
        [
          "vehicleIdentifier": .string(vehicle), "sequence": 1,
          "location": ["latitude": 41.88, "longitude": -87.63],
        ]))
  }
}

/// Rides that wait for a vehicle, where only one is in reach.
enum WaitingStories {
  static let all = [
    Story(
      "a ride that waits for the next vehicle", weight: 2, of: \.isPlain, where: \.isLonely,
      both, .ended, .about(.getRideStatus)),
    Story(
      "a ride that finds no vehicle",
      where: { $0.isLonely && $0.area.products.contains(where: \.isPlain) },
      .temper(.still), .begin(\.isPlain), both, .until { $0.ride?.phase == .completed }, .wait(20),
      .temper(.willing), .ended),
  ]

  /// Two riders who book one after the other; the story continues with the second.
  private static let both = Step.several([
    .book, .wait(4), .act { ($0.rider, $0.guest) = ($0.guest, $0.rider) }, .book,
    .about(.getRideStatus),
  ])
}

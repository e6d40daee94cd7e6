import Messages
import Rides

/// Vehicles that do not drive as expected, and reports of others about their rides.
enum DispatchStories {
  static var all: [Story] {
    [
      driverDeclines, driverDoesNotAnswer, driverGivesRideBack, vehicleLeavesWhenAsked,
      riderDoesNotCome, reportsDoNotFit, updatesAreOldOrNotWhole,
    ]
  }

  private static var driverDeclines: Story {
    Story(
      name: "a driver declines", weight: 2, isPossible: StorySteps.sells(\.requiresAcceptance),
      steps: other(.declining, \.requiresAcceptance))
  }

  private static var driverDoesNotAnswer: Story {
    Story(
      name: "a driver does not answer", isPossible: StorySteps.sells(\.requiresAcceptance),
      steps: StorySteps.begin(\.requiresAcceptance) + StorySteps.spareComes + [
        StorySteps.temper(.still), .send { $0.book() },
        .until { $0.ride?.vehicle?.identifier == $0.spare.identifier },
        StorySteps.temper(.willing),
      ] + StorySteps.ended + StorySteps.spareLeaves)
  }

  private static var driverGivesRideBack: Story {
    Story(
      name: "a driver gives a ride back", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: other(.droppingOut, \.isPlain))
  }

  private static var vehicleLeavesWhenAsked: Story {
    Story(
      name: "a vehicle goes off duty when it is asked",
      isPossible: StorySteps.sells(\.requiresAcceptance),
      steps: StorySteps.begin(\.requiresAcceptance) + StorySteps.spareComes + [
        StorySteps.temper(.still), .send { $0.book() }, .send { $0.offDuty(\.vehicle) },
        StorySteps.temper(.willing),
      ] + StorySteps.ended + StorySteps.spareLeaves)
  }

  private static var riderDoesNotCome: Story {
    Story(
      name: "a rider does not come", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        .act { district in
          let wait = Double(district.area.policies.dispatch.pickupWaitSeconds)
          district.vehicle.temper = .missing(wait + 15)
        },
        .send { $0.book() },
      ] + StorySteps.until(.pickup) + [
        .send { $0.report(.missedPickup, by: $0.vehicle.identifier) }
      ] + StorySteps.ended + [.send { $0.about(.getRideStatus) }])
  }

  private static var reportsDoNotFit: Story {
    Story(
      name: "reports that do not fit", weight: 2, isPossible: StorySteps.sells(\.isPlain),
      steps: StorySteps.begin(\.isPlain) + [
        StorySteps.temper(.still), .send { $0.book() }, .wait(3),
        .send { $0.report(.approaching, by: $0.spare.identifier) },
        .send { $0.report(.ended, by: $0.vehicle.identifier) },
        StorySteps.temper(.willing),
      ] + StorySteps.ended + [.send { $0.report(.declined, by: $0.vehicle.identifier) }])
  }

  private static var updatesAreOldOrNotWhole: Story {
    Story(
      name: "updates that are old or not whole",
      steps: [
        .until { $0.isReady },
        .send { district in
          let old: Document = [
            "vehicleIdentifier": .text(district.vehicle.identifier.rawValue), "sequence": 1,
            "onDuty": true,
          ]
          return district.addressed(CityMessage(.vehicleUpdate, by: .vehicles, old))
        },
        .send { district in
          let name = Document.text("veh-\(district.name)-unknown")
          let body: Document = ["vehicleIdentifier": name, "sequence": 1, "onDuty": true]
          return district.addressed(CityMessage(.vehicleUpdate, by: .vehicles, body))
        },
      ])
  }

  /// A ride that the spare vehicle drives, since the first does not.
  private static func other(
    _ temper: CityVehicle.Temper, _ isWanted: @escaping (Product) -> Bool
  ) -> [Step] {
    StorySteps.begin(isWanted) + StorySteps.spareComes + [
      StorySteps.temper(temper), .send { $0.book() },
    ] + StorySteps.ended + [.send { $0.about(.getRideStatus) }] + StorySteps.spareLeaves
  }
}

import Rides

/// Steps that many stories have.
enum StorySteps {
  /// Waits for the vehicle and plans a trip of a product that is like that.
  static func begin(_ isWanted: @escaping (Product) -> Bool = { _ in true }) -> [Step] {
    [
      .until { $0.isReady },
      .act { district in
        district.planTrip()
        district.planRider(district.product(where: isWanted))
      },
    ]
  }

  /// Waits for the end of all rides, and of what they cost.
  static var ended: [Step] {
    [.until { !$0.hasOpenRide && $0.outbox.isEmpty }, .wait(4)]
  }

  /// Waits for a phase of the ride.
  static func until(_ phase: RidePhase) -> [Step] {
    [.until { $0.ride?.phase == phase && $0.outbox.isEmpty }]
  }

  /// Has the next driver behave like that.
  static func temper(_ temper: CityVehicle.Temper) -> Step { .act { $0.vehicle.temper = temper } }

  /// Brings the spare vehicle on duty, farther from the pickup than the first.
  static var spareComes: [Step] {
    [
      .act { $0.parkSpare() }, .send { $0.onDuty(\.spare) }, .wait(5),
    ]
  }

  /// Takes the spare vehicle off duty.
  static var spareLeaves: [Step] {
    [
      .until { $0.spare.drive.activity == .free && $0.outbox.isEmpty },
      .send { $0.offDuty(\.spare) },
    ]
  }

  /// Lists the options of the trip, and keeps what is offered.
  static var listed: [Step] {
    [.send { $0.list() }, .act { $0.keepOffers() }]
  }

  /// Whether an area sells something like that.
  static func sells(_ isWanted: @escaping (Product) -> Bool) -> (District) -> Bool {
    { $0.area.products.contains(where: isWanted) }
  }
}

extension Product {
  /// Whether it has a price and its vehicles come without being asked.
  var isPlain: Bool { !requiresAcceptance && !isMetered }

  var isMetered: Bool { pricing == .metered }

  /// Whether its price is for a size of party.
  var isTiered: Bool { if case .tiered = pricing { true } else { false } }
}

extension StoryBook {
  /// All stories; the first can be played in any district.
  static var all: [Story] {
    FaultStories.all + RideStories.all + QuoteStories.all + CancellationStories.all
      + DispatchStories.all + ScheduledStories.all + FollowStories.all + PaymentStories.all
      + DebtStories.all + RefusalStories.all + BookingRefusalStories.all + RepeatStories.all
      + WaitingStories.all + StageStories.all
  }
}

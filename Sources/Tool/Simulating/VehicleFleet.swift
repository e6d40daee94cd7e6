package import Messages
package import Rides

/// All simulated vehicles: their reports at a time, and the vehicle of a ride.
package struct VehicleFleet: Sendable {
  /// Something that a vehicle reported, to be shown.
  package struct News: Hashable, Sendable {
    package var vehicle: VehicleIdentifier
    package var report: SimulatedVehicle.Report
  }

  /// The time between two updates of a vehicle.
  static let period = Duration.seconds(1)
  /// One of that many updates is complete, for a store that has lost the first.
  private static let wholeEvery = 30

  package private(set) var vehicles: [SimulatedVehicle]
  private var updatesSent: [Int]
  private var lastSequence: Int64 = 0

  /// The given vehicles, before their first updates.
  package init(_ vehicles: [SimulatedVehicle]) {
    self.vehicles = vehicles
    updatesSent = Array(repeating: 0, count: vehicles.count)
  }

  /// Passes a ride's status to the vehicles.
  package mutating func learn(of status: RideStatus, at now: Instant) {
    for index in vehicles.indices { vehicles[index].learn(of: status, at: now) }
  }

  /// Passes what the rider of a ride is shown to its vehicle.
  package mutating func learn(_ startCode: StartCode?, of ride: RideIdentifier) {
    for index in vehicles.indices { vehicles[index].learn(startCode, of: ride) }
  }

  /// What riders are asked for their start codes, to be answered to a queue.
  package mutating func questions(at now: Instant, replyTo queue: String) -> [Publication] {
    vehicles.indices.compactMap { index in
      vehicles[index].question(at: now).map { VehicleMessages.question($0, replyTo: queue) }
    }
  }

  /// Lets the time pass: the reports of rides, and the updates that are due.
  ///
  /// `elapsed` is the time since the start, by which the updates are spread evenly over a period.
  package mutating func tick(
    at now: Instant, elapsed: Duration
  ) -> (messages: [Publication], news: [News]) {
    var messages: [Publication] = []
    var news: [News] = []
    for index in vehicles.indices {
      let identifier = vehicles[index].profile.identifier
      let reports = vehicles[index].tick(at: now)
      // A report is compared with the position before it, which must not be lost.
      if !reports.isEmpty || isDue(index, elapsed) {
        messages.append(update(index, at: now, onDuty: true, mayBeLost: reports.isEmpty))
      }
      for report in reports {
        messages.append(VehicleMessages.report(report, by: identifier, at: now))
        news.append(News(vehicle: identifier, report: report))
      }
    }
    return (messages, news)
  }

  /// The messages that take all off duty.
  package mutating func leave(at now: Instant) -> [Publication] {
    vehicles.indices.map { update($0, at: now, onDuty: false) }
  }

  private func isDue(_ index: Int, _ elapsed: Duration) -> Bool {
    let phase = Double(index) / Double(vehicles.count)
    return elapsed / Self.period >= Double(updatesSent[index]) + phase
  }

  private mutating func update(
    _ index: Int, at now: Instant, onDuty: Bool, mayBeLost: Bool = false
  ) -> Publication {
    // From the clock, so that a later run continues counting.
    lastSequence = max(lastSequence + 1, now.microseconds / 1_000)
    let isWhole = updatesSent[index] % Self.wholeEvery == 0
    updatesSent[index] += 1
    if mayBeLost, !isWhole {
      return VehicleMessages.position(vehicles[index], sequence: lastSequence)
    }
    return VehicleMessages.update(
      vehicles[index], sequence: lastSequence, onDuty: onDuty, isWhole: isWhole)
  }
}

/// The messages of vehicles to the dispatch worker.
package enum VehicleMessages {
  /// The update message of a vehicle: all of it, or only where it is.
  package static func update(
    _ vehicle: SimulatedVehicle, sequence: Int64, onDuty: Bool, isWhole: Bool
  ) -> Publication {
    update(vehicleUpdate(vehicle, sequence: sequence, onDuty: onDuty, isWhole: isWhole))
  }

  /// The message with the place of a vehicle, which may be lost.
  static func position(_ vehicle: SimulatedVehicle, sequence: Int64) -> Publication {
    let position = VehiclePosition(
      vehicleIdentifier: vehicle.profile.identifier, sequence: sequence,
      location: vehicle.position, course: vehicle.course)
    return publication(.vehiclePosition(position), .vehiclePosition, messageID: nil)
  }

  /// The message with that update.
  package static func update(_ update: VehicleUpdate) -> Publication {
    publication(.vehicleUpdate(update), .vehicleUpdate, messageID: nil)
  }

  /// The update of a vehicle: all of it, or only where it is.
  package static func vehicleUpdate(
    _ vehicle: SimulatedVehicle, sequence: Int64, onDuty: Bool, isWhole: Bool
  ) -> VehicleUpdate {
    let profile = vehicle.profile
    var update = VehicleUpdate(
      vehicleIdentifier: profile.identifier, sequence: sequence, onDuty: onDuty,
      location: vehicle.position, course: vehicle.course)
    if isWhole {
      update.products = [profile.product]
      update.capacity = profile.capacity
      update.registrationPlate = profile.registrationPlate
      update.manufacturer = profile.manufacturer
      update.model = profile.model
      update.driver = profile.driver
    }
    return update
  }

  /// What a vehicle reports of a ride, under an id that is the same whenever it is reported.
  package static func report(
    _ report: SimulatedVehicle.Report, by vehicle: VehicleIdentifier, at now: Instant
  ) -> Publication {
    publication(
      .rideUpdate(
        RideUpdateReport(
          rideIdentifier: report.ride, vehicleIdentifier: vehicle, event: report.event,
          occurredAt: now, startCode: report.startCode)),
      .rideUpdate, messageID: "\(vehicle)/\(report.ride)/\(report.event.rawValue)")
  }

  /// What the rider of a ride asks to see its start code.
  static func question(_ job: SimulatedVehicle.Job, replyTo queue: String) -> Publication {
    var question = publication(
      .getRideStatus(GetRideStatusIntent(riderIdentifier: job.rider, rideIdentifier: job.ride)),
      .getRideStatus, messageID: nil)
    question.properties.replyTo = queue
    question.properties.correlationID = job.ride.rawValue
    return question
  }

  private static func publication(
    _ intent: Intent, _ type: MessageType, messageID: String?
  ) -> Publication {
    Publication(
      exchange: type.role.exchange, routingKey: type.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: "application/json", deliveryMode: 2, messageID: messageID,
        type: type.rawValue),
      body: IntentCoding.encode(intent))
  }
}

/// Vehicles with made-up plates, makes and drivers, spread over an area.
package enum VehiclePool {
  private static let makes = [
    ("Aldora", "Comet"), ("Brenner", "Vale"), ("Kestrel", "Sierra"), ("Marlin", "Tide"),
    ("Norvik", "Fjord"), ("Orion", "Atlas"), ("Sable", "Ridge"), ("Tamarack", "Grove"),
  ]
  private static let drivers = [
    "Ada K.", "Ben O.", "Chidi N.", "Dana W.", "Elif T.", "Farid H.", "Greta L.", "Hana S.",
    "Ivo P.", "Jun M.", "Kaya B.", "Luis F.", "Mina D.", "Nils A.", "Olga V.", "Sam R.",
  ]

  /// So many vehicles, with products in turn, each at a random point of the area; the same for the
  /// same seed.
  package static func vehicles(
    _ count: Int, in area: ServiceArea, pace: Double, seed: UInt64
  ) -> [SimulatedVehicle] {
    precondition(!area.products.isEmpty, "an area of a checked catalogue sells something")
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { index in
      let product = area.products[index % area.products.count]
      return SimulatedVehicle(
        profile: profile(index, product, &numbers),
        // Straight lines, driven in the time of the area's detours.
        habits: .init(
          metresPerSecond: area.travel.metresPerSecond / area.travel.circuity, pace: pace),
        position: area.randomPoint(&numbers))
    }
  }

  private static func profile(
    _ index: Int, _ product: Product, _ numbers: inout SeededNumbers
  ) -> VehicleProfile {
    let make = makes[Int.random(in: makes.indices, using: &numbers)]
    let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ")
    let plate = (0..<2).map { _ in letters[Int.random(in: letters.indices, using: &numbers)] }
    let rating = 40 + Int.random(in: 0..<11, using: &numbers)
    let driver = Driver(
      name: drivers[Int.random(in: drivers.indices, using: &numbers)],
      rating: "\(rating / 10).\(rating % 10)",
      // 555-0100 to 555-0199 are set aside for fiction.
      phoneNumber: "+13125550\(100 + index % 100)")
    return VehicleProfile(
      identifier: VehicleIdentifier("sim-\(index + 1)"), product: product.key,
      capacity: product.capacity,
      registrationPlate: "\(String(plate)) \(Int.random(in: 1000...9999, using: &numbers))",
      manufacturer: make.0, model: make.1, driver: driver,
      asksForCode: product.requiresStartCode)
  }
}

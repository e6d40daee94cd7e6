import Messages
import Rides
import Tool

/// A vehicle of a city: it drives as `SimulatedVehicle` does, unless a story wants it otherwise.
struct CityVehicle {
  /// What a driver does with the next ride.
  enum Temper: Hashable {
    case willing
    /// Neither answers nor moves.
    case still
    case declining
    case droppingOut
    /// The rider boards that many seconds after the arrival.
    case waiting(Double)
    /// The rider has not appeared that many seconds after the arrival.
    case missing(Double)
    /// Drives to the end, and does not report it.
    case forgetful
  }

  private(set) var drive: SimulatedVehicle
  /// What the vehicle is ready to carry: every product of its area.
  let products: [ProductKey]
  let capacity: Int
  var temper = Temper.willing
  private(set) var isOnDuty = false
  private(set) var sequence: Int64 = 0
  private(set) var updatedAt = Instant(seconds: 0)
  /// When it last went on duty, moved while free or became free.
  private(set) var settledAt = Instant(seconds: 0)
  private var arrivedAt: Instant?

  init(_ profile: VehicleProfile, in area: ServiceArea, at place: DistrictPlace) {
    products = area.products.map(\.key)
    capacity = area.products.map(\.capacity).max() ?? profile.capacity
    drive = Self.drive(profile, from: place.center, place)
  }

  private static func drive(
    _ profile: VehicleProfile, from position: Coordinate, _ place: DistrictPlace
  ) -> SimulatedVehicle {
    // A district is crossed in a minute or two.
    SimulatedVehicle(
      profile: profile,
      habits: .init(metresPerSecond: min(max(15, place.radius / 20), 40), pace: 1),
      position: position)
  }

  var identifier: VehicleIdentifier { drive.profile.identifier }

  /// Whether it has been free at one place for longer than snapshots of vehicles are old.
  func isReady(at now: Instant) -> Bool {
    isOnDuty && drive.activity == .free && settledAt.seconds(to: now) >= 4
  }

  /// Puts a vehicle that is off duty at another place.
  mutating func park(at position: Coordinate, _ place: DistrictPlace) {
    drive = Self.drive(drive.profile, from: position, place)
  }

  mutating func learn(of status: RideStatus, at now: Instant) {
    let wasFree = drive.activity == .free
    drive.learn(of: status, at: now)
    if !wasFree, drive.activity == .free { settledAt = now }
  }

  /// What has happened by now, in order.
  mutating func reports(at now: Instant) -> [SimulatedVehicle.Report] {
    if drive.activity == .free || temper == .still { return [] }
    if case .serving(let job, .boarding) = drive.activity, let delay {
      let since = arrivedAt ?? now
      arrivedAt = since
      guard since.seconds(to: now) >= delay else { return [] }
      let isMissing = temper == .missing(delay)
      temper = .willing
      arrivedAt = nil
      if isMissing { return [.init(ride: job.ride, event: .missedPickup)] }
    }
    let reports = drive.tick(at: now)
    guard let place = reports.firstIndex(where: { contradiction(to: $0.event) != nil }) else {
      guard reports.last?.event == .ended else { return reports }
      settledAt = now
      return temper == .forgetful ? reports.dropLast() : reports
    }
    var changed = Array(reports[...place])
    changed[place].event = contradiction(to: changed[place].event) ?? changed[place].event
    temper = .willing
    return changed
  }

  private var delay: Double? {
    switch temper {
    case .waiting(let delay), .missing(let delay): delay
    case .willing, .still, .declining, .droppingOut, .forgetful: nil
    }
  }

  /// What a driver who wants something else reports instead.
  private func contradiction(to event: RideReport) -> RideReport? {
    switch (temper, event) {
    case (.declining, .accepted): .declined
    case (.droppingOut, .approaching), (.droppingOut, .arrived): .droppedOut
    default: nil
    }
  }

  /// The vehicle's next update; the first one and each after a pause are whole.
  mutating func update(at now: Instant, onDuty: Bool = true) -> VehicleUpdate {
    let isWhole = onDuty && (!isOnDuty || sequence % 20 == 0)
    sequence += 1
    if onDuty != isOnDuty { settledAt = now }
    isOnDuty = onDuty
    updatedAt = now
    var update = VehicleMessages.vehicleUpdate(
      drive, sequence: sequence, onDuty: onDuty, isWhole: isWhole)
    // One that stands although it should drive would have to jump afterwards.
    let isLate = temper == .still && drive.activity != .free && !isWhole
    update.location = isLate ? nil : drive.position.rounded
    if isWhole {
      update.products = products
      update.capacity = capacity
    }
    return update
  }
}

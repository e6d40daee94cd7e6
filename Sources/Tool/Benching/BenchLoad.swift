import Messages
import Rides

/// The requests of a bench, encoded beforehand where that is possible.
struct BenchLoad: Sendable {
  /// The kind of request.
  enum RequestKind: String, Sendable, CaseIterable {
    case list
    case book
    case status
  }

  let kind: RequestKind
  /// Different in each run, so that no request is a repeat of an earlier run's.
  private let run: String
  private let bodies: [[UInt8]]
  private let bookings: [RequestRideIntent]

  /// The number of different trips, used in turn.
  static let variety = 256
  /// The number of riders with a ride, queried in turn.
  static let riders = 32

  init(_ kind: RequestKind, in catalogue: Catalogue, area: ServiceArea, run: String, seed: UInt64) {
    self.kind = kind
    self.run = run
    var numbers = SeededNumbers(seed: seed)
    let trips = (0..<Self.variety).map { _ in
      (from: area.randomPoint(&numbers), to: area.randomPoint(&numbers))
    }
    bodies =
      switch kind {
      case .list:
        trips.enumerated().map { index, trip in
          Self.list(rider: index, from: trip.from, to: trip.to, catalogue.defaultLocale)
        }
      case .status:
        (0..<Self.riders).map { index in
          IntentCoding.encode(
            .getRideStatus(GetRideStatusIntent(riderIdentifier: Self.rider(run, index))))
        }
      case .book: []
      }
    let products = area.products.prefix(BenchVehicles.products)
    bookings = trips.enumerated().map { index, trip in
      RequestRideIntent(
        riderIdentifier: RiderIdentifier(""), pickupLocation: Place(coordinate: trip.from),
        dropOffLocation: Place(coordinate: trip.to),
        rideOptionName: products[index % products.count].names[catalogue.defaultLocale],
        partySize: 1)
    }
  }

  /// The request of that number.
  func publication(_ number: Int, replyTo: String) -> Publication {
    switch kind {
    case .list:
      return request(.listRideOptions, number, bodies[number % bodies.count], replyTo)
    case .status: return request(.getRideStatus, number, bodies[number % bodies.count], replyTo)
    case .book: return booking(number, rider: number, replyTo)
    }
  }

  /// The bookings that must be made before the first request of this kind.
  func preparations(replyTo: String) -> [Publication] {
    guard kind == .status else { return [] }
    return (0..<Self.riders).map { booking($0, rider: $0, replyTo) }
  }

  private func booking(_ number: Int, rider: Int, _ replyTo: String) -> Publication {
    var intent = bookings[number % bookings.count]
    intent.riderIdentifier = Self.rider(run, rider)
    var publication = request(
      .requestRide, number, IntentCoding.encode(.requestRide(intent)), replyTo)
    publication.properties.messageID = "\(run)-\(number)"
    return publication
  }

  private func request(
    _ type: MessageType, _ number: Int, _ body: [UInt8], _ replyTo: String
  ) -> Publication {
    Publication(
      exchange: type.role.exchange, routingKey: type.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: "application/json", deliveryMode: 2, correlationID: "\(number)",
        replyTo: replyTo, type: type.rawValue),
      body: body)
  }

  private static func rider(_ run: String, _ number: Int) -> RiderIdentifier {
    RiderIdentifier("bench-\(run)-\(number)")
  }

  private static func list(
    rider: Int, from: Coordinate, to: Coordinate, _ locale: String
  ) -> [UInt8] {
    IntentCoding.encode(
      .listRideOptions(
        ListRideOptionsIntent(
          riderIdentifier: RiderIdentifier("bench-\(rider)"), locale: locale,
          pickupLocation: Place(coordinate: from), dropOffLocation: Place(coordinate: to))))
  }
}

/// One vehicle of each of the first products, so that there is something to list.
struct BenchVehicles: Sendable {
  private var fleet: VehicleFleet

  /// How many products there are at most, so that figures can be compared when a catalogue grows.
  static let products = 4

  init(in area: ServiceArea, seed: UInt64) {
    let count = min(Self.products, area.products.count)
    var vehicles = VehiclePool.vehicles(count, in: area, pace: 1, seed: seed)
    for index in vehicles.indices {
      var profile = vehicles[index].profile
      profile.identifier = VehicleIdentifier("bench-\(profile.product)")
      vehicles[index] = SimulatedVehicle(
        profile: profile, habits: vehicles[index].habits, position: vehicles[index].position)
    }
    fleet = VehicleFleet(vehicles)
  }

  /// The messages that bring them on duty.
  mutating func arrive(at now: Instant) -> [Publication] {
    // After one period all are due.
    fleet.tick(at: now, elapsed: VehicleFleet.period).messages
  }

  /// The messages that take them off duty.
  mutating func leave(at now: Instant) -> [Publication] { fleet.leave(at: now) }
}

/// The port for distances and times; an implementation can use a road network.
package protocol Routing: Sendable {
  /// The way from one point to another in an area at a time.
  func route(
    from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route
}

extension Routing {
  /// The way of a trip to a place, its drop-off or another: the sum of its legs.
  package func route(
    of trip: Trip, to end: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route {
    if trip.isDirect { return route(from: trip.pickup.coordinate, to: end, in: area, at: time) }
    var trip = trip
    trip.dropOff = Place(coordinate: end)
    return route(along: trip.way[...], in: area, at: time)
  }

  /// The way along some places in their order: the sum of its legs, each driven when the one before
  /// it ends.
  func route(
    along way: ArraySlice<Coordinate>, in area: ServiceArea, at time: Instant
  ) -> Route {
    var whole = Route(metres: 0, seconds: 0)
    for (origin, end) in zip(way, way.dropFirst()) {
      let start = time.advanced(bySeconds: Int(min(whole.seconds, Route.longestSeconds)))
      let leg = route(from: origin, to: end, in: area, at: start)
      whole.metres += leg.metres
      whole.seconds += leg.seconds
      whole.slowSeconds += leg.slowSeconds
    }
    return whole
  }
}

/// The length of a route and its driving time.
package struct Route: Hashable, Sendable {
  package var metres: Double
  package var seconds: Double
  /// The part of the time in which the vehicle stands or is slow, for meters that count only such
  /// time.
  package var slowSeconds: Double

  /// No leg begins later: an absurd result of a router must not trap.
  fileprivate static let longestSeconds = 86_400.0

  package init(metres: Double, seconds: Double, slowSeconds: Double = 0) {
    self.metres = metres
    self.seconds = seconds
    self.slowSeconds = slowSeconds
  }
}

/// Routing without a road network: great circles, lengthened by the area's circuity, driven at the
/// speed of the hour.
package struct GreatCircleRouting: Routing {
  package init() {}

  package func route(
    from origin: Coordinate, to destination: Coordinate, in area: ServiceArea, at time: Instant
  ) -> Route {
    area.route(
      ofMetres: GreatCircle.metres(origin, destination) * area.travel.circuity, at: time)
  }
}

extension ServiceArea {
  /// A way of so many metres of street, as the travel model has it at that time.
  package func route(ofMetres metres: Double, at time: Instant) -> Route {
    let seconds = travel.seconds(forStreetMetres: metres, hour: timeZone.hour(at: time))
    return Route(metres: metres, seconds: seconds, slowSeconds: seconds * travel.slowShare)
  }
}

/// How ways through the streets of an area differ from great circles.
package struct TravelModel: Hashable, Sendable {
  /// What long ways have that short ones have not.
  package struct FastRoads: Hashable, Sendable {
    /// The metres of street from which on a way is faster.
    package var beyondMetres: Double
    package var timesFaster: Double

    package init(beyondMetres: Double, timesFaster: Double) {
      self.beyondMetres = beyondMetres
      self.timesFaster = timesFaster
    }
  }

  /// Street distance divided by great-circle distance, 1 to 100.
  package var circuity: Double
  /// The speed of an hour without its own.
  package var metresPerSecond: Double
  /// The speed in each of the 24 hours of the area's clocks; nil when it is always the same.
  package var metresPerSecondByHour: [Double]?
  /// The time of any route besides driving: starting, turning in, stopping.
  package var fixedSeconds: Double
  /// Nil when long ways are as slow as short ones.
  package var fastRoads: FastRoads?
  /// The part of the time in which vehicles stand or are slow, 0 to 1.
  package var slowShare: Double

  package init(
    circuity: Double, metresPerSecond: Double, metresPerSecondByHour: [Double]? = nil,
    fixedSeconds: Double = 0, fastRoads: FastRoads? = nil, slowShare: Double = 0
  ) {
    self.circuity = circuity
    self.metresPerSecond = metresPerSecond
    self.metresPerSecondByHour = metresPerSecondByHour
    self.fixedSeconds = fixedSeconds
    self.fastRoads = fastRoads
    self.slowShare = slowShare
  }

  /// The driving time of a route of that many meters in an hour of the day.
  func seconds(forStreetMetres metres: Double, hour: Int) -> Double {
    let speed = speed(hour: hour)
    guard let fastRoads, metres > fastRoads.beyondMetres else {
      return fixedSeconds + metres / speed
    }
    let fast = (metres - fastRoads.beyondMetres) / fastRoads.timesFaster
    return fixedSeconds + (fastRoads.beyondMetres + fast) / speed
  }

  private func speed(hour: Int) -> Double {
    guard let metresPerSecondByHour, metresPerSecondByHour.indices.contains(hour) else {
      return metresPerSecond
    }
    return metresPerSecondByHour[hour]
  }
}

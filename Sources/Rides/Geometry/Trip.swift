/// From where to where, when and for whom; without a drop-off only a metered product can be booked.
package struct Trip: Hashable, Sendable {
  package var pickup: Place
  package var dropOff: Place?
  /// The places on the way, in the order in which they are driven to (rule B14).
  package var stops: [Place]
  /// The changes of the way since the rider was aboard.
  package var turns: [Turn]
  /// The start of the window of a pickup that is booked ahead; nil is now.
  package var scheduledPickup: Instant?
  /// Whether only products count that carry a wheelchair.
  package var requiresWheelchairAccess: Bool
  /// Nil where it is not known, as in a list.
  package var partySize: Int?
  /// The length of its way; nil where it is not known.
  package var metres: Double?

  package init(
    pickup: Place, dropOff: Place?, stops: [Place] = [], turns: [Turn] = [],
    scheduledPickup: Instant? = nil,
    requiresWheelchairAccess: Bool = false, partySize: Int? = nil, metres: Double? = nil
  ) {
    self.partySize = partySize
    self.metres = metres
    self.pickup = pickup
    self.dropOff = dropOff
    self.stops = stops
    self.turns = turns
    self.scheduledPickup = scheduledPickup
    self.requiresWheelchairAccess = requiresWheelchairAccess
  }

  /// Refuses places that cannot be a trip in any area: `tooImprecise`, `sameAsPickup` for a place
  /// that is the one before it, and `notAvailableHere` for stops without a drop-off.
  package func checkPlaces() throws(Refusal) {
    try pickup.checkPrecision(path: "pickupLocation")
    guard let dropOff else {
      guard stops.isEmpty else {
        throw Refusal(
          .notAvailableHere, "stops are made only on the way to a drop-off",
          path: "dropOffLocation")
      }
      return
    }
    var last = pickup
    for (index, stop) in stops.enumerated() {
      try stop.check(after: last, "the place before", path: Self.path(ofStop: index))
      last = stop
    }
    try dropOff.check(
      after: last, stops.isEmpty ? "the pickup" : "the last stop", path: "dropOffLocation")
  }

  /// The path of a stop in a request.
  static func path(ofStop index: Int) -> String { "waypoints[\(index)]" }

  /// Whether it goes from the pickup to the drop-off without a stop and a turn.
  var isDirect: Bool { stops.isEmpty && turns.isEmpty }

  /// The coordinates of the whole way, in their order; empty without a drop-off.
  ///
  /// No report says which stops have been made: each turn is where it lengthens the way the least,
  /// after the turn before it and before the stops that it or a later one has added.
  var way: [Coordinate] {
    guard let dropOff else { return [] }
    var way = [pickup.coordinate] + stops.map(\.coordinate) + [dropOff.coordinate]
    var first = 1
    for (number, turn) in turns.map(\.place).enumerated() {
      let before = turns[number...].compactMap(\.stopsBefore).reduce(stops.count, min)
      let detours = (first...max(first, before + 1 + number)).map { index in
        GreatCircle.metres(way[index - 1], turn) + GreatCircle.metres(turn, way[index])
          - GreatCircle.metres(way[index - 1], way[index])
      }
      let shortest = detours.indices.min { detours[$0] < detours[$1] } ?? 0
      way.insert(turn, at: first + shortest)
      first += shortest + 1
    }
    return way
  }
}

/// A change of the way by a rider who was aboard.
package struct Turn: Hashable, Sendable {
  /// Where the vehicle was.
  package var place: Coordinate
  /// How many of the stops can lie before it, since the next one was added by it; nil for all.
  package var stopsBefore: Int?

  package init(place: Coordinate, stopsBefore: Int? = nil) {
    self.place = place
    self.stopsBefore = stopsBefore
  }
}

/// A place as a rider names it: the fields of `CLPlacemark` that a back end needs, the user's own
/// words kept.
package struct Place: Hashable, Sendable {
  package var coordinate: Coordinate
  /// How far the place may be from the coordinate; nil is exact.
  package var accuracyMetres: Double?
  package var name: String?
  package var addressLines: [String]
  package var locality: String?
  package var administrativeArea: String?
  package var postalCode: String?
  /// ISO 3166-1 alpha-2.
  package var isoCountryCode: String?
  /// An IANA name.
  package var timeZone: String?

  package init(
    coordinate: Coordinate, accuracyMetres: Double? = nil, name: String? = nil,
    addressLines: [String] = [],
    locality: String? = nil, administrativeArea: String? = nil, postalCode: String? = nil,
    isoCountryCode: String? = nil, timeZone: String? = nil
  ) {
    self.coordinate = coordinate
    self.accuracyMetres = accuracyMetres
    self.name = name
    self.addressLines = addressLines
    self.locality = locality
    self.administrativeArea = administrativeArea
    self.postalCode = postalCode
    self.isoCountryCode = isoCountryCode
    self.timeZone = timeZone
  }

  /// The inaccuracy of a position, in meters, above which its rider is asked to confirm it.
  static let vagueness = 250.0
  /// A position that may be farther from the truth is none to send a vehicle to.
  static let imprecision = 1_000.0

  /// A place so few metres from the one before is the same place.
  private static let samePlace = 20.0

  /// Refuses a place that is too imprecise, or that is the one before it.
  fileprivate func check(
    after last: Place, _ name: String, path: String
  ) throws(Refusal) {
    try checkPrecision(path: path)
    let metres = GreatCircle.metres(last.coordinate, coordinate)
    guard metres < Self.samePlace else { return }
    throw Refusal(
      .sameAsPickup, "expected another place than \(name), came one \(Int(metres)) m from it",
      path: path)
  }

  func checkPrecision(path: String) throws(Refusal) {
    guard let accuracyMetres, accuracyMetres > Self.imprecision else { return }
    throw Refusal(
      .tooImprecise,
      "expected a position within \(Int(Self.imprecision)) m, came one within \(accuracyMetres) m",
      path: path)
  }
}

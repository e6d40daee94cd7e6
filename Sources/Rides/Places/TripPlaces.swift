extension Place {
  /// A position may be this many metres from the truth before its rider is asked whether it is
  /// right.
  static let vagueness = 250.0
  /// A position that may be farther from the truth is none to send a vehicle to.
  static let imprecision = 1_000.0

  func checkPrecision(path: String) throws(Refusal) {
    guard let accuracyMetres, accuracyMetres > Self.imprecision else { return }
    throw Refusal(
      .tooImprecise,
      "expected a position within \(Int(Self.imprecision)) m, came one within \(accuracyMetres) m",
      path: path)
  }
}

extension Trip {
  /// A drop-off so few metres from the pickup is the same place.
  private static let samePlace = 20.0

  /// Refuses places that are no trip wherever they are: `tooImprecise`, and `sameAsPickup` for a
  /// drop-off.
  package func checkPlaces() throws(Refusal) {
    try pickup.checkPrecision(path: "pickupLocation")
    guard let dropOff else { return }
    try dropOff.checkPrecision(path: "dropOffLocation")
    let metres = GreatCircle.metres(pickup.coordinate, dropOff.coordinate)
    guard metres < Self.samePlace else { return }
    throw Refusal(
      .sameAsPickup, "expected another place than the pickup, came one \(Int(metres)) m from it",
      path: "dropOffLocation")
  }
}

extension Quoter {
  /// The service area in which a trip begins; refuses places as `optionList` and `checkPlaces` do.
  package func area(of trip: Trip, at now: Instant) throws(Refusal) -> ServiceArea {
    try trip.checkPlaces()
    return try terms(for: trip, locale: nil, at: now).area.area
  }
}

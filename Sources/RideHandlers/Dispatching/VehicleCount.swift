import Messages
import RideStore
import Rides

/// The place of an update among all of its vehicle, and what is noted of the vehicle in addition
/// to its reports.
///
/// A new phone counts from the start again, and what the old one has sent may still come. So a
/// vehicle may say since when it counts: of two counts the later one is newer, whatever the
/// sequences, and one without that is older than any with it (rule D3). In the store the sequences
/// of such counts go on by one with each update, since a row is replaced only by a greater one.
struct VehicleCount {
  /// As it is stored.
  let sequence: Int64
  /// Nil for a vehicle of which nothing is noted.
  private(set) var conduct: VehicleConduct?
  /// Whether a position that was reported after the update is known already.
  private(set) var hasNewerPosition = false

  /// The place of a vehicle's first update.
  init(first update: VehicleUpdate) {
    sequence = update.sequence
    guard let from = update.countsFrom else { return }
    conduct = VehicleConduct()
    conduct?.countsFrom = from
  }

  /// The place of an update after those of a record; nil if it is not newer.
  ///
  /// Positions have a queue of their own, so a position can overtake an update that was reported
  /// before it. The update is then not old: only its place is.
  init?(_ update: VehicleUpdate, isPosition: Bool, after known: VehicleRecord) {
    guard isPosition || known.conduct != nil || update.countsFrom != nil else {
      guard update.sequence > known.sequence else { return nil }
      sequence = update.sequence
      return
    }
    var conduct = known.conduct.flatMap(VehicleConductCoding.decode) ?? VehicleConduct()
    let last = known.sequence &- conduct.countedBefore
    if update.countsFrom != conduct.countsFrom {
      // A count begins with an update: a position may be lost.
      guard !isPosition, let from = update.countsFrom,
        conduct.countsFrom.map({ $0 < from }) ?? true
      else { return nil }
      conduct.countsFrom = from
      conduct.positionSequence = nil
    } else {
      let newest = conduct.positionSequence ?? last
      guard update.sequence > (isPosition ? max(last, newest) : last) else { return nil }
      hasNewerPosition = update.sequence < newest
      if isPosition { conduct.positionSequence = update.sequence }
    }
    if conduct.countsFrom == nil, conduct.countedBefore == 0, !isPosition {
      sequence = update.sequence
    } else {
      // Sequences of clocks, added up count by count, would overflow.
      guard known.sequence < .max else { return nil }
      sequence = known.sequence + 1
      conduct.countedBefore = sequence - (isPosition ? last : update.sequence)
    }
    self.conduct = conduct
  }

  /// Notes what is wrong with the position of an update; returns whether the vehicle is known to be
  /// where it last reported plausibly.
  ///
  /// A vehicle whose positions cannot be true is as silent as one without a connection (rule D2):
  /// its place is unknown, so that after ten minutes no ride waits for it. But a receiver errs once
  /// at times, and a vehicle that stands then leaves out its place.
  mutating func note(_ flaw: Fix.Flaw?, of update: VehicleUpdate, at now: Instant) -> Bool {
    if let flaw {
      if conduct == nil { conduct = VehicleConduct() }
      conduct?.ignore(flaw, at: now)
      return false
    }
    if update.location != nil { conduct?.ignoredInARow = 0 }
    return conduct.map { $0.ignoredInARow < 2 } ?? true
  }

  /// Notes how exact the position of an update is, where the vehicle now is.
  mutating func noteAccuracy(of update: VehicleUpdate, of vehicle: VehicleRecord) {
    guard let location = update.location, location == vehicle.location,
      conduct != nil || update.accuracyMetres != nil
    else { return }
    conduct = conduct ?? VehicleConduct()
    conduct?.accuracyMetres = update.accuracyMetres
  }

  /// Whether as many positions were ignored as make a vehicle suspect: few phones have so many
  /// without a defect or a lie.
  var isSuspect: Bool { conduct?.ignoredCount == 10 }

  /// The text of what is noted; nil for nothing.
  var text: String? { conduct.map(VehicleConductCoding.encode) }
}

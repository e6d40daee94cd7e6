import RideHandlers
import Rides

/// A rule by which waiting riders get vehicles.
package enum MatchingRule: Sendable {
  /// The rider who waits longest gets the nearest vehicle, as far as 50 km.
  case longestWait
  /// The shortest drive comes first, whoever has waited longer.
  case nearest
  /// Livery's own rule, with the reach of the product in seconds (rules S1, S2).
  case turns(reach: Int?)
  /// Every five seconds as many riders as possible get vehicles, by drives that are as short as
  /// possible in sum.
  case optimal(reach: Int?)

  /// The seconds between two decisions; 0 when each event leads to one.
  var period: Double {
    if case .optimal = self { 5 } else { 0 }
  }

  var reach: Int? {
    switch self {
    case .longestWait, .nearest: nil
    case .turns(let reach), .optimal(let reach): reach
    }
  }

  /// The riders who get a vehicle now, and which, as indices.
  func pairs(_ moment: EveningMoment) -> [(rider: Int, vehicle: Int)] {
    switch self {
    case .longestWait:
      var free = Set(moment.vehicles.indices)
      return moment.riders.indices.sorted { moment.riders[$0] < moment.riders[$1] }.compactMap {
        rider in
        let nearest = free.min { moment.order(rider, $0) < moment.order(rider, $1) }
        return nearest.map {
          free.remove($0)
          return (rider, $0)
        }
      }
    case .nearest:
      return Self.shortestFirst(moment)
    case .turns:
      return moment.turns()
    case .optimal(let reach):
      let limit = Double(reach ?? .max)
      return Assignment(moment.drives.map { $0.map { $0 <= limit ? $0 : nil } }).pairs
        .map { (rider: $0.row, vehicle: $0.column) }
    }
  }

  private static func shortestFirst(_ moment: EveningMoment) -> [(rider: Int, vehicle: Int)] {
    var (riders, vehicles): (Set<Int>, Set<Int>) = ([], [])
    let all = moment.riders.indices.flatMap { rider in
      moment.vehicles.indices.map { (rider: rider, vehicle: $0) }
    }
    return all.sorted { moment.order($0.rider, $0.vehicle) < moment.order($1.rider, $1.vehicle) }
      .filter { pair in
        guard !riders.contains(pair.rider), !vehicles.contains(pair.vehicle) else { return false }
        riders.insert(pair.rider)
        vehicles.insert(pair.vehicle)
        return true
      }
  }
}

/// The riders who wait and the vehicles that are free at a moment of an evening.
struct EveningMoment {
  let riders: [WaitingPlace]
  let vehicles: [Supply.Entry]
  let quoter: Quoter
  let now: Instant
  /// The seconds from each vehicle to each rider.
  let drives: [[Double]]

  func order(_ rider: Int, _ vehicle: Int) -> (Double, Int) {
    (drives[rider][vehicle], vehicle)
  }

  /// What the matching of the workers says.
  func turns() -> [(rider: Int, vehicle: Int)] {
    let places = Dictionary(
      uniqueKeysWithValues: riders.indices.map { (riders[$0].rideIdentifier, $0) })
    let numbers = Dictionary(
      uniqueKeysWithValues: vehicles.indices.map { (vehicles[$0].vehicle, $0) })
    var candidates = VehicleCandidates(Supply(takenAt: now, entries: vehicles))
    return candidates.assignments(
      for: Set(places.keys), in: riders.sorted(), by: quoter.approachTimes(at: now)
    ).compactMap { pair in
      guard let rider = places[pair.ride], let vehicle = numbers[pair.vehicle] else { return nil }
      return (rider, vehicle)
    }
  }
}

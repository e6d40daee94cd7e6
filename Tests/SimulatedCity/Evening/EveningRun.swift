import Rides

/// How long riders have waited in an evening.
package struct EveningFigures: Sendable {
  /// The minutes from the request to the pickup of each rider who was driven, ascending.
  let waits: [Double]
  /// The minutes that vehicles drove to pickups, in sum.
  let empty: Double
  /// How many riders gave up.
  package let lost: Int

  /// The mean wait.
  package var mean: Double { waits.reduce(0, +) / Double(max(waits.count, 1)) }
  /// The wait that one of twenty riders exceeds.
  package var high: Double { waits.isEmpty ? 0 : waits[waits.count * 95 / 100] }
  /// The longest wait.
  package var longest: Double { waits.last ?? 0 }
  /// The mean drive to a pickup, in minutes.
  package var meanDrive: Double { empty / Double(max(waits.count, 1)) }
  /// Of a hundred riders those who gave up.
  package var lostShare: Double { 100 * Double(lost) / Double(max(waits.count + lost, 1)) }
}

/// One evening by one rule.
struct EveningRun {
  private enum Event {
    case asks(Int)
    case leaves(Int)
    case isFree(Int, Coordinate)
    case decides
  }

  private let evening: Evening
  private let rule: MatchingRule
  private let quoter: Quoter
  private let product: ProductKey
  /// Ascending by time; those that were first of equal ones last.
  private var events: [(time: Double, event: Event)] = []
  private var waiting: [Int: WaitingPlace] = [:]
  private var free: [Int: Coordinate]
  private var waits: [Double] = []
  private var empty = 0.0
  private var lost = 0
  private var isDeciding = false

  init(_ evening: Evening, _ rule: MatchingRule) {
    self.evening = evening
    self.rule = rule
    var catalogue = evening.catalogue
    catalogue.serviceAreas[0].products[0].pickupReachSeconds = rule.reach
    product = catalogue.serviceAreas[0].products[0].key
    quoter = Quoter(catalogue: catalogue)
    free = Dictionary(
      uniqueKeysWithValues: evening.vehicles.enumerated().map { ($0.offset, $0.element) })
    events = evening.riders.indices.map { (evening.riders[$0].asksAt, .asks($0)) }.reversed()
  }

  mutating func figures() -> EveningFigures {
    while let (time, event) = events.popLast() {
      switch event {
      case .asks(let rider):
        waiting[rider] = place(of: rider)
        schedule(.leaves(rider), at: evening.riders[rider].leavesAt)
        due(at: time)
      case .leaves(let rider):
        if waiting.removeValue(forKey: rider) != nil { lost += 1 }
      case .isFree(let vehicle, let place):
        free[vehicle] = place
        due(at: time)
      case .decides:
        isDeciding = false
        decide(at: time)
      }
    }
    return EveningFigures(waits: waits.sorted(), empty: empty / 60, lost: lost)
  }

  private func place(of rider: Int) -> WaitingPlace {
    WaitingPlace(
      rideIdentifier: RideIdentifier("\(100_000 + rider)"), product: product,
      pickup: evening.riders[rider].pickup, partySize: nil, declinedBy: [],
      searchFrom: evening.begins.advanced(bySeconds: Int(evening.riders[rider].asksAt)))
  }

  private mutating func schedule(_ event: Event, at time: Double) {
    // Events that are later stay where they are; most new ones are among the next.
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].time > time { low = middle + 1 } else { high = middle }
    }
    events.insert((time, event), at: low)
  }

  private mutating func due(at time: Double) {
    guard rule.period > 0 else { return decide(at: time) }
    guard !isDeciding else { return }
    isDeciding = true
    schedule(.decides, at: ((time / rule.period).rounded(.down) + 1) * rule.period)
  }

  private mutating func decide(at time: Double) {
    guard !waiting.isEmpty, !free.isEmpty else { return }
    let (riders, vehicles) = (waiting.keys.sorted(), free.keys.sorted())
    let places = vehicles.compactMap { free[$0] }
    let moment = EveningMoment(
      riders: riders.compactMap { waiting[$0] },
      vehicles: zip(vehicles, places).map {
        Supply.Entry(
          vehicle: VehicleIdentifier("\(100_000 + $0)"), location: $1, products: [product],
          capacity: 4, isFree: true)
      }, quoter: quoter, now: evening.begins.advanced(bySeconds: Int(time)),
      drives: riders.map { rider in
        places.map { evening.drive($0, evening.riders[rider].pickup, at: time) }
      })
    for pair in rule.pairs(moment) {
      let drive = moment.drives[pair.rider][pair.vehicle]
      send(vehicles[pair.vehicle], to: riders[pair.rider], drive, at: time)
    }
  }

  private mutating func send(_ vehicle: Int, to rider: Int, _ drive: Double, at time: Double) {
    let trip = evening.riders[rider]
    waiting[rider] = nil
    free[vehicle] = nil
    waits.append((time + drive - trip.asksAt) / 60)
    empty += drive
    let starts = time + drive + 60
    let ends = starts + evening.drive(trip.pickup, trip.dropOff, at: starts)
    schedule(.isFree(vehicle, trip.dropOff), at: ends)
  }
}

extension Evening {
  /// Lets the evening pass by a rule.
  package func figures(_ rule: MatchingRule) -> EveningFigures {
    var run = EveningRun(self, rule)
    return run.figures()
  }
}

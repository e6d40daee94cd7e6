import Fleet
import Messages
import Replay
import Rides
import Tool

/// A simulated city: districts that play stories in the time of the fleet.
final class City {
  private let plan: CityPlan
  private let recorder: CityRecorder
  private let districts: [District]
  /// When each district has its next turn; nil for one that has ended.
  private var turns: [Instant?] = []
  private var numbers: SeededNumbers
  private var book: StoryBook
  private var cast: StoryCast
  private var payments: CityPayments
  /// The district of each ride.
  private var homes: [String: Int] = [:]
  private var ridesEnded = 0

  /// About how many more messages a running story sends.
  private static let rest = 9

  init(_ plan: CityPlan, _ recorder: CityRecorder) throws {
    self.plan = plan
    self.recorder = recorder
    numbers = SeededNumbers(seed: plan.seed)
    districts = try CityFounding.districts(of: plan, &numbers)
    book = StoryBook(StoryBook.all, &numbers)
    cast = StoryCast(riders: max(plan.riders, 2))
    payments = CityPayments(plan.catalogue.paymentScript)
    turns = districts.map { _ in plan.start.later(Double.random(in: 1...5, using: &numbers)) }
  }

  /// Plays until about as many messages are recorded as planned, and all rides have ended.
  func run() throws -> CitySummary {
    while let (index, now) = next() {
      let district = districts[index]
      if let message = district.turn(at: now) {
        let step = try recorder.send(message, at: now)
        learn(step.before, for: nil)
        learn(step.outputs, for: index)
      }
      turns[index] = now.later(Double.random(in: 3...4.6, using: &numbers))
      if district.isIdle { end(district, index) }
    }
    try leave()
    try recorder.finish()
    return CitySummary(
      requests: recorder.requests, outputs: recorder.outputs, ridesEnded: ridesEnded,
      strays: districts.map(\.strays).reduce(0, +),
      breaches: recorder.breaches.map { "\($0.property): \($0.detail)" },
      abandoned: districts.flatMap(\.runner.abandoned), end: recorder.now)
  }

  /// The district with the earliest turn.
  private func next() -> (Int, Instant)? {
    var first: (Int, Instant)?
    for (index, turn) in turns.enumerated() {
      if let turn, first.map({ turn < $0.1 }) ?? true { first = (index, turn) }
    }
    return first
  }

  /// Begins the next story in a district that has ended one, or ends the district.
  private func end(_ district: District, _ index: Int) {
    if !district.rider.isEmpty {
      cast.release(district.rider, district.guest)
      (district.rider, district.guest) = ("", "")
      district.forget()
    }
    let playing = districts.count { !$0.rider.isEmpty }
    guard recorder.requests + playing * Self.rest < plan.messages else {
      turns[index] = nil
      return
    }
    guard district.vehicle.isOnDuty, let (rider, guest) = cast.acquire() else { return }
    (district.rider, district.guest) = (rider, guest)
    district.runner.begin(book.next(for: district, &numbers))
  }

  /// Passes the fleet's publications to the districts, whether a timer or a message caused them.
  private func learn(_ outputs: [ReplayOutput], for index: Int?) {
    for output in outputs {
      switch output.kind {
      case .event: learnEvent(output, index)
      case .payment: learnCommand(output, index)
      case .response:
        guard let index, output.key == "\(recorder.lastRequest)" else { continue }
        districts[index].learn(answer: output.body)
      case .deadLetter, .books: continue
      }
    }
  }

  private func learnEvent(_ output: ReplayOutput, _ index: Int?) {
    guard let status = RideStatus(inEvent: output.body) else { return }
    let ride = status.rideIdentifier.rawValue
    guard let home = homes[ride] ?? index else { return }
    homes[ride] = home
    let before = districts[home].rides[ride]?.phase
    // The answer to a repeat brings the event of an earlier change again.
    if status.phase.isFinal, before?.isFinal != true { ridesEnded += 1 }
    // Else a driver would react to an event before it.
    districts[home].now = max(districts[home].now, recorder.now)
    districts[home].learn(of: status)
  }

  private func learnCommand(_ output: ReplayOutput, _ index: Int?) {
    guard plan.payments == .amqp, let (ride, body) = payments.answer(to: output.body),
      let home = homes[ride] ?? index
    else { return }
    homes[ride] = home
    districts[home].outbox.append(districts[home].ask(.paymentResult, body))
  }

  /// Takes the vehicles off duty after the due commands have been published.
  private func leave() throws {
    var now = recorder.now.later(40)
    for district in districts where district.vehicle.isOnDuty {
      district.now = now
      let step = try recorder.send(district.offDuty(\.vehicle), at: now)
      learn(step.before + step.outputs, for: nil)
      now = now.later(0.4)
    }
  }
}

/// Makes the districts of a city.
enum CityFounding {
  /// One district in each further area that is out of reach, and all others in the first area.
  static func districts(
    of plan: CityPlan, _ numbers: inout SeededNumbers
  ) throws -> [District] {
    // Each story needs a rider and another one.
    let count = max(1, min(plan.vehicles, plan.riders / 2))
    let areas = plan.catalogue.serviceAreas
    var seats: [District.Seat] = []
    for (rank, area) in areas.enumerated() where rank == 0 || seats.count < count {
      let wanted = rank == 0 ? max(1, count - (areas.count - 1)) : 1
      let places = CityGrid.places(wanted, in: area).filter { place in
        rank == 0 || seats.allSatisfy { isOutOfReach($0.place, place) }
      }
      seats += self.seats(places, in: area, seed: plan.seed)
    }
    guard !seats.isEmpty else {
      throw CityError(
        description: "expected a catalogue whose first area has room for a trip, got none")
    }
    let surroundings = CitySurroundings(
      start: plan.start, locales: plan.catalogue.locales,
      defaultLocale: plan.catalogue.defaultLocale,
      points: areas.compactMap { CityGrid.places(1, in: $0).first?.center })
    return seats.enumerated().map { index, seat in
      var seat = seat
      seat.isLonely = seats.indices.allSatisfy {
        $0 == index || isOutOfReach(seats[$0].place, seat.place)
      }
      return District(seat, surroundings, seed: numbers.next())
    }
  }

  /// Whether no vehicle of one district could serve, or yield, a ride of the other.
  private static func isOutOfReach(_ one: DistrictPlace, _ other: DistrictPlace) -> Bool {
    GreatCircle.metres(one.center, other.center)
      > 2 * Supply.reach + 6 * max(one.radius, other.radius)
  }

  private static func seats(
    _ places: [DistrictPlace], in area: ServiceArea, seed: UInt64
  ) -> [District.Seat] {
    let pool = VehiclePool.vehicles(2 * places.count, in: area, pace: 1, seed: seed).map(\.profile)
    return places.enumerated().map { index, place in
      let name = "\(area.key)-\(index + 1)"
      var (vehicle, spare) = (pool[index], pool[places.count + index])
      vehicle.identifier = VehicleIdentifier("veh-\(name)")
      spare.identifier = VehicleIdentifier("veh-\(name)-spare")
      return District.Seat(
        name: name, place: place, area: area, isLonely: false, vehicle: vehicle, spare: spare)
    }
  }
}

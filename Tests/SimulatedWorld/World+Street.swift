import MemoryStore
import Messages
import RideStore
import Rides

extension World {
  /// The rides in the store, the oldest first.
  func storedRides() -> [RideRecord] {
    let rides = (try? committed.rides(matching: RideFilter(limit: 1_000))) ?? []
    return rides.sorted { $0.cursor < $1.cursor }
  }

  /// Where the vehicles stand, and rides begin; and where no vehicle can be.
  // Chicago lies within the ranges.
  static let stand = Coordinate(latitude: 41.8786, longitude: -87.6251)!
  /// Where some vehicles go meanwhile: away from the pickup, and from the hotel.
  static let aside = Coordinate(latitude: 41.8822, longitude: -87.6251)!
  static let nowhere = [
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 41.70, longitude: -87.6251),
  ].compactMap(\.self)

  /// Has a vehicle tell of itself; some say what cannot be true of their place and its time, some
  /// leave the place where rides begin, and some begin to count anew.
  mutating func sendVehicle() {
    let vehicle = numbers.pick(Producers.vehicles)
    if numbers.chance(0.03) { (producers.sequences[vehicle], producers.counts[vehicle]) = (0, now) }
    let last = producers.sequences[vehicle] ?? 0
    let sequence = last > 0 && numbers.chance(0.1) ? last : last + 1
    producers.sequences[vehicle] = sequence
    let lie = numbers.chance(0.15) ? numbers.integer(0...1) : nil
    let update = VehicleUpdate(
      vehicleIdentifier: vehicle, sequence: sequence, onDuty: numbers.chance(0.9),
      products: ["sedan", "taxi", "compact"].map { ProductKey($0) }, capacity: 4,
      location: lie.map { Self.nowhere[$0] } ?? (numbers.chance(0.2) ? Self.aside : Self.stand),
      // The receiver that is elsewhere has lost 1024 weeks.
      locatedAt: lie == 1 ? now.advanced(bySeconds: -619_315_200) : nil,
      driver: Producers.driver,
      extras: numbers.chance(0.5)
        ? [ExtraCount(identifier: ExtraKey("seat"), count: numbers.integer(1...2))] : nil,
      countsFrom: producers.counts[vehicle])
    send(.vehicleUpdate(update), .vehicleUpdate, id: nil, isSilent: true)
  }

  /// Has a vehicle report on a ride: mostly what comes next, sometimes anything.
  mutating func sendReport() {
    let rides = storedRides()
    guard !rides.isEmpty else { return sendVehicle() }
    let driven = rides.filter { $0.vehicle != nil && !$0.phase.isFinal }
    var ride = numbers.pick(rides)
    var vehicle = numbers.pick(Producers.vehicles)
    var event = numbers.pick(RideReport.allCases)
    if !driven.isEmpty, numbers.chance(0.85) {
      ride = numbers.pick(driven)
      vehicle = ride.vehicle ?? vehicle
      if numbers.chance(0.85) { event = next(after: ride.phase) }
      if event == .ended, numbers.chance(weather.forgetfulness) { return sendVehicle() }
    }
    let report = RideUpdateReport(
      rideIdentifier: ride.rideIdentifier, vehicleIdentifier: vehicle, event: event,
      occurredAt: numbers.chance(0.2) ? now.advanced(bySeconds: numbers.integer(-900...900)) : now,
      startCode: startCode(of: ride.rideIdentifier, told: vehicle, at: event))
    send(.rideUpdate(report), .rideUpdate, id: newID, isSilent: numbers.chance(0.5))
    if [.arrived, .started].contains(event), numbers.chance(0.3) { guess(after: report) }
  }

  private mutating func next(after phase: RidePhase) -> RideReport {
    switch phase {
    case .received: numbers.pick([.accepted, .accepted, .declined])
    case .confirmed: numbers.pick([.approaching, .arrived, .droppedOut])
    case .approachingPickup: numbers.pick([.arrived, .droppedOut])
    case .pickup: numbers.pick([.started, .started, .missedPickup])
    case .ongoing, .completed: .ended
    }
  }

  /// Has a rider write about a ride, mostly of their own.
  mutating func sendRider(
    _ type: MessageType, _ intent: (RiderIdentifier, RideIdentifier) -> Intent
  ) {
    let rides = storedRides()
    guard !rides.isEmpty else { return }
    let ride = numbers.pick(rides)
    let rider = numbers.chance(0.9) ? ride.riderIdentifier : numbers.pick(Producers.riders)
    send(intent(rider, ride.rideIdentifier), type, id: newID)
  }

  mutating func sendFeedback() {
    let rating = numbers.integer(0...10)
    let tip = numbers.chance(0.3) ? tip : nil
    sendRider(.sendRideFeedback) {
      .sendRideFeedback(
        SendRideFeedbackIntent(
          riderIdentifier: $0, rideIdentifier: $1, rating: rating, tip: tip))
    }
  }

  private var tip: Money? {
    committedCurrency.map { Money(minorUnits: 200, currency: $0) }
  }

  private var committedCurrency: Currency? { Currency("USD") }

  mutating func sendQuery() {
    let type = numbers.pick([MessageType.getRideStatus, .startUpdates, .startUpdates, .stopUpdates])
    let rides = storedRides()
    var intent = GetRideStatusIntent(riderIdentifier: numbers.pick(Producers.riders))
    if !rides.isEmpty, numbers.chance(0.7) {
      let ride = numbers.pick(rides)
      intent = GetRideStatusIntent(
        riderIdentifier: ride.riderIdentifier, rideIdentifier: ride.rideIdentifier)
    }
    send(.getRideStatus(intent), type, id: newID)
  }

  /// Has the operator give something back, let it go, or name another amount.
  mutating func sendOperator() {
    let rides = storedRides()
    guard !rides.isEmpty, let tip else { return }
    let ride = numbers.pick(rides).rideIdentifier
    if numbers.chance(0.5) { return sendIntervention(in: ride) }
    if numbers.chance(0.5), !isStartHeld(ride) {
      let refund = RideRefund(rideIdentifier: ride, amount: tip, reason: "the detour")
      send(.rideRefund(refund), .rideRefund, id: newID)
    } else {
      let settlement = RideSettlement(
        rideIdentifier: ride, reason: "paid in cash", fare: numbers.chance(0.5) ? tip : nil)
      send(.rideSettlement(settlement), .rideSettlement, id: newID)
    }
  }

  /// Has the operator waive a fee, name another fare, end a ride, or take it from its vehicle.
  private mutating func sendIntervention(in ride: RideIdentifier) {
    let (author, reason) = ("d-7", "the flood")
    switch numbers.integer(0...3) {
    case 0:
      let waiver = RideWaiver(rideIdentifier: ride, author: author, reason: reason)
      send(.rideWaiver(waiver), .rideWaiver, id: newID)
    case 1:
      guard let currency = committedCurrency else { return }
      let fare = Money(minorUnits: Int64(numbers.integer(0...40)) * 100, currency: currency)
      let adjustment = RideAdjustment(
        rideIdentifier: ride, author: author, reason: reason, fare: fare)
      send(.rideAdjustment(adjustment), .rideAdjustment, id: newID)
    case 2:
      let fare = numbers.chance(0.5) ? tip : nil
      let end = RideEnd(rideIdentifier: ride, author: author, reason: reason, fare: fare)
      send(.rideEnd(end), .rideEnd, id: newID)
    default:
      let order = RideReassignment(rideIdentifier: ride, author: author, reason: reason)
      send(.rideReassignment(order), .rideReassignment, id: newID)
    }
  }

  /// Sends a message that cannot be read, or one that comes too late.
  mutating func sendBad() {
    let isSilent = numbers.chance(0.3)
    switch numbers.integer(0...4) {
    case 0: send(nil, .requestRide, id: newID, body: Array("{".utf8), isSilent: isSilent)
    case 1: send(nil, .rideUpdate, id: newID, body: [0xFF, 0xFE], isSilent: isSilent)
    case 2: send(nil, .getRideStatus, id: nil, body: [], isSilent: isSilent)
    case 3: send(nil, .requestRide, id: nil, body: Array("{}".utf8), isSilent: isSilent)
    default:
      let late = Header("deadline", .string(now.advanced(bySeconds: -1).rfc3339))
      send(.requestRide(booking()), .requestRide, id: newID, headers: [late], isSilent: isSilent)
    }
  }
}

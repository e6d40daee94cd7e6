import Fleet
import JSON
import Messages
import Replay
import RideHandlers
import RideStore
import Rides

/// What a fleet knows when a recording begins: read from its store in one snapshot, while the
/// copies of its messages come already.
///
/// A message that was handled before the snapshot is in the state. So it is left out of the
/// recording with what it caused, or it would count twice.
struct FleetState {
  /// The most rides that ended before and are looked through for those that a message names.
  static let endedLimit = 10_000
  /// The rows of one statement.
  private static let page = 1_000
  private static let endOfTime = Instant(seconds: 253_402_300_799)

  /// The moment of the snapshot.
  let at: Instant
  let vehicles: [VehicleRecord]
  /// The rides that have not ended, or that are still looked after.
  let rides: [RideRecord]
  /// The latest of the others, until a message names them.
  private var ended: [RideIdentifier: RideRecord]
  /// The writes that were handled before the snapshot, among those that were received by then.
  private let handled: Set<OutcomeKey>
  /// The messages that were received by then.
  private var early: [ReceivedCopy]
  private let sequences: [RideIdentifier: Int]
  private let documents: [RideIdentifier: [UInt8]]
  private let reports: [VehicleIdentifier: Int64]
  private let payments: Set<String>
  /// The rides that messages name and that are not known here.
  private var unknown: Set<RideIdentifier> = []

  /// Reads the state; `receive` returns the messages that have arrived meanwhile.
  init(
    _ store: any RideStore, at now: Instant, receive: () throws(ToolError) -> [ReceivedCopy]
  ) throws(ToolError) {
    var early = try receive()
    var snapshot = Snapshot()
    do throws(StoreError) {
      try store.begin(.snapshot)
      try snapshot.read(store)
    } catch {
      store.rollBack()
      throw ToolError(error)
    }
    // What was handled before the snapshot was published before, and has arrived by now.
    do throws(ToolError) { early += try receive() } catch {
      store.rollBack()
      throw error
    }
    let keys = Array(Set(early.compactMap { $0.delivery.write?.outcomeKey }))
    handled = Set(
      try ToolError.mapped(
        store: try store.endingSnapshot { () throws(StoreError) in try store.outcomes(keys) }
      ).keys)
    self.early = early
    at = now
    vehicles = snapshot.vehicles
    rides = snapshot.rides.values.sorted { $0.rideIdentifier < $1.rideIdentifier }
    ended = snapshot.ended
    let known = snapshot.rides.merging(snapshot.ended) { $1 }
    sequences = known.mapValues(\.sequence)
    documents = known.mapValues(\.document)
    reports = Dictionary(uniqueKeysWithValues: vehicles.map { ($0.vehicleIdentifier, $0.sequence) })
    payments = rides.reduce(into: []) { keys, ride in
      keys.formUnion((try? RideDocument.decode(ride.document))?.account.askedKeys ?? [])
    }
  }

  /// The rows of a snapshot.
  private struct Snapshot {
    var vehicles: [VehicleRecord] = []
    var rides: [RideIdentifier: RideRecord] = [:]
    var ended: [RideIdentifier: RideRecord] = [:]

    mutating func read(_ store: any RideStore) throws(StoreError) {
      while true {
        let page = try store.vehicles(
          after: vehicles.last?.vehicleIdentifier, limit: FleetState.page)
        vehicles += page
        if page.count < FleetState.page { break }
      }
      let underWay = RidePhase.allCases.filter { !$0.isFinal }
      for ride in try rides(of: store, underWay, atMost: .max) { rides[ride.rideIdentifier] = ride }
      try addOpen(store)
      for ride in try rides(of: store, [.completed], atMost: FleetState.endedLimit)
      where rides[ride.rideIdentifier] == nil {
        ended[ride.rideIdentifier] = ride
      }
    }

    /// Adds the rides that have ended, and are due or owed for.
    private mutating func addOpen(_ store: any RideStore) throws(StoreError) {
      let due = try store.dueRides(at: FleetState.endOfTime, limit: 1_000_000)
        .map(\.rideIdentifier).filter { rides[$0] == nil }
      let riders = Set(try store.obligations(limit: 1_000_000).map(\.riderIdentifier)).sorted()
      for start in stride(from: 0, to: due.count, by: FleetState.page) {
        let part = Array(due[start..<min(start + FleetState.page, due.count)])
        rides.merge(try store.rides(part)) { $1 }
      }
      for start in stride(from: 0, to: riders.count, by: FleetState.page) {
        let part = Array(riders[start..<min(start + FleetState.page, riders.count)])
        for ride in try store.owingRides(of: part) { rides[ride.rideIdentifier] = ride }
      }
    }

    private func rides(
      of store: any RideStore, _ phases: [RidePhase], atMost limit: Int
    ) throws(StoreError) -> [RideRecord] {
      var filter = RideFilter(phases: phases, limit: FleetState.page)
      var found: [RideRecord] = []
      while found.count < limit {
        let page = try store.rides(matching: filter)
        found += page
        guard page.count == filter.limit, let last = page.last else { break }
        filter.after = last.cursor
      }
      return found
    }
  }
}

extension FleetState {
  /// The lines of the state.
  var lines: [RecordedMessage] {
    vehicles.map { RecordedState.line($0, at: at) } + rides.map { RecordedState.line($0, at: at) }
  }

  /// The state in one line, for people.
  var words: String {
    let onDuty = vehicles.count(where: \.onDuty)
    let underWay = rides.count { !$0.phase.isFinal }
    return "state: \(onDuty) vehicles on duty, \(underWay) rides under way"
  }

  /// Whether the state has a message already that was received while it was read.
  func contains(_ delivery: Delivery) -> Bool {
    switch delivery.exchange {
    case Exchange.payments: return delivery.properties.messageID.map(payments.contains) ?? false
    case Exchange.events, Exchange.help: return containsEvent(delivery)
    default: break
    }
    guard let message = delivery.write else { return false }
    if case .vehicleUpdate(let update) = message.intent {
      return reports[update.vehicleIdentifier].map { update.sequence <= $0 } ?? false
    }
    return message.outcomeKey.map(handled.contains) ?? false
  }

  /// Whether an event is of a change that the state has; it may arrive some time later.
  func containsEvent(_ delivery: Delivery) -> Bool {
    guard [Exchange.events, Exchange.help].contains(delivery.exchange),
      let name = delivery.properties.messageID.flatMap({ EventName($0) })
    else { return false }
    let ride = name.rideIdentifier
    let last =
      switch name.kind {
      case .change: sequences[ride]
      case .receipt: document(of: ride)?.toldReceiptNumber
      case .sos: document(of: ride)?.helpCalls.count
      }
    return last.map { name.number <= $0 } ?? false
  }

  private func document(of ride: RideIdentifier) -> Ride? {
    documents[ride].flatMap { try? RideDocument.decode($0) }
  }

  /// Removes the early messages that belong to the recording, each with its time: one that waited
  /// for a worker while the state was read comes after the state.
  mutating func takeEarly() -> [ReceivedCopy] {
    defer { early = [] }
    return early.filter { !contains($0.delivery) }
      .map { ReceivedCopy(delivery: $0.delivery, at: max($0.at, at)) }
  }

  /// The line of a ride that ended before and that a request names, once.
  mutating func line(for delivery: Delivery) -> RecordedMessage? {
    guard Role(exchange: delivery.exchange) != nil,
      let name = try? JSONFields(parsing: delivery.body, limits: .stored)
        .string("rideIdentifier", atMost: 256)
    else { return nil }
    let ride = RideIdentifier(name)
    if let record = ended.removeValue(forKey: ride) { return RecordedState.line(record, at: at) }
    if sequences[ride] == nil, unknown.count < Self.endedLimit { unknown.insert(ride) }
    return nil
  }

  /// The number of rides from before the recording that messages name and that it lacks.
  func missing(in store: any RideStore) throws(ToolError) -> Int {
    let names = unknown.sorted()
    var count = 0
    for start in stride(from: 0, to: names.count, by: Self.page) {
      let part = Array(names[start..<min(start + Self.page, names.count)])
      let found = try ToolError.mapped(store: try store.rides(part))
      count += found.values.count { $0.createdAt < at }
    }
    return count
  }
}

extension RideStore {
  /// Runs the last reading of a snapshot, and ends it.
  fileprivate func endingSnapshot<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }
}

extension RideAccount {
  /// The keys of the payment commands that were published.
  fileprivate var askedKeys: [String] {
    charges.flatMap { charge in
      charge.attempts.filter { $0.timesAsked > 0 }.map { charge.key(of: $0) }
    }
  }
}

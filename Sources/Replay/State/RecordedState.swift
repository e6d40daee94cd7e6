import Crypto
import JSON
package import Messages
import RideHandlers
package import RideStore
package import Rides

/// What a fleet knew when its recording began: the vehicles, the rides under way, and the answers
/// to messages that the recording has again.
package struct RecordedState: Sendable {
  package private(set) var vehicles: [VehicleRecord] = []
  package private(set) var rides: [RideIdentifier: RideRecord] = [:]
  /// By the number of the request that is a repeat.
  private var answers: [Int: (response: [UInt8], at: Instant)] = [:]
  /// The commands that these answers came with.
  private var payments: [Int: [String]] = [:]
  /// The numbers of the bookings whose quotes were used before.
  private var usedQuotes: Set<Int> = []
  /// The numbers of the requests whose message ids others had had before.
  private var conflicts: Set<Int> = []
  /// The lines that this build cannot read.
  package private(set) var unreadable = 0

  package init() {}

  /// Adds a line of the recording; others than those of state are ignored.
  package mutating func add(_ message: RecordedMessage) {
    guard message.kind == .state else { return }
    switch (StateKind(rawValue: message.routingKey), message.cause) {
    case (.vehicle, _):
      guard let vehicle = RecordedVehicle.decode(message.body) else { return unreadable += 1 }
      vehicles.append(vehicle)
    case (.ride, _):
      guard let ride = try? RideRecord(document: message.body, at: message.at) else {
        return unreadable += 1
      }
      rides[ride.rideIdentifier] = ride
    case (.outcome, let cause?): answers[cause] = (message.body, message.at)
    case (.payment, let cause?):
      payments[cause, default: []].append(String(decoding: message.body, as: UTF8.self))
    case (.quote, let cause?): usedQuotes.insert(cause)
    case (.conflict, let cause?): conflicts.insert(cause)
    case (.outcome, nil), (.payment, nil), (.quote, nil), (.conflict, nil), (nil, _):
      unreadable += 1
    }
  }

  /// Writes vehicles and rides into an empty store.
  package func load(into store: any RideStore) throws(StoreError) {
    let claimed = vehicles.filter { vehicle in vehicle.ride.map { rides[$0] != nil } ?? false }
    try store.transaction(.write) { () throws(StoreError) in
      try store.insert(rides.values.sorted { $0.rideIdentifier < $1.rideIdentifier })
      // Only a vehicle on duty can be claimed; one that has left since is claimed as it was before.
      try store.save(
        vehicles.map { vehicle in
          var vehicle = vehicle
          if !vehicle.onDuty { (vehicle.onDuty, vehicle.sequence) = (true, vehicle.sequence - 1) }
          return vehicle
        })
      _ = try store.claim(
        claimed.compactMap { vehicle in
          vehicle.ride.map {
            VehicleClaim(vehicleIdentifier: vehicle.vehicleIdentifier, rideIdentifier: $0)
          }
        })
      try store.save(vehicles.filter { !$0.onDuty })
    }
  }

  /// What was stored before of a request: the outcome of which it is a repeat, or that of another
  /// request with its message id, and the use of its quote.
  func outcomes(of message: RecordedMessage, _ family: QueueFamily) -> [StoredOutcome] {
    let (answer, usesQuote) = (answers[message.number], usedQuotes.contains(message.number))
    let isConflict = conflicts.contains(message.number)
    guard answer != nil || usesQuote || isConflict else { return [] }
    let delivery = Delivery(
      deliveryTag: 0, redelivered: false, exchange: message.exchange,
      routingKey: message.routingKey, properties: message.properties, body: message.body)
    var repeated = answer.flatMap { Self.outcome(of: delivery, family, at: $0.at) }
    repeated?.response = answer?.response ?? []
    repeated?.payments = payments[message.number] ?? []
    var other = isConflict ? Self.outcome(of: delivery, family, at: message.at) : nil
    other?.digest = []
    let quote = usesQuote ? Self.quoteKey(of: delivery) : nil
    return [repeated, other, quote.map { StoredOutcome(useOfQuote: $0, at: message.at) }]
      .compactMap(\.self)
  }

  /// The outcome of a write as it would be stored, without its response; nil for any other message.
  package static func outcome(
    of delivery: Delivery, _ family: QueueFamily, at instant: Instant
  ) -> StoredOutcome? {
    StoredOutcome(of: delivery, family, at: instant, digest: SHA256.digest)
  }

  /// The key under which the use of a booking's quote is stored; nil for any other message.
  package static func quoteKey(of delivery: Delivery) -> OutcomeKey? {
    guard delivery.routingKey == MessageType.requestRide.rawValue,
      let token = try? JSONFields(parsing: delivery.body, limits: .stored)
        .string("quoteIdentifier", atMost: Int.max)
    else { return nil }
    return .use(ofQuote: token, digest: SHA256.digest, base32: Base32.encode)
  }

  /// The line of a vehicle.
  package static func line(_ vehicle: VehicleRecord, at instant: Instant) -> RecordedMessage {
    line(.vehicle, RecordedVehicle.encode(vehicle), at: instant)
  }

  /// The line of a ride.
  package static func line(_ ride: RideRecord, at instant: Instant) -> RecordedMessage {
    line(.ride, ride.document, at: instant)
  }

  /// The lines of the outcome of which the request of that number is a repeat.
  package static func lines(
    _ outcome: StoredOutcome, repeatedBy number: Int
  ) -> [RecordedMessage] {
    var lines = [line(.outcome, outcome.response, at: outcome.storedAt)]
    lines += outcome.payments.map { line(.payment, Array($0.utf8), at: outcome.storedAt) }
    for place in lines.indices { lines[place].cause = number }
    return lines
  }

  /// The line of the quote of the booking of that number, which had booked before.
  package static func line(usedQuoteOf number: Int, at instant: Instant) -> RecordedMessage {
    line(.quote, of: number, at: instant)
  }

  /// The line of the request of that number, whose message id another one had had before.
  package static func line(conflictOf number: Int, at instant: Instant) -> RecordedMessage {
    line(.conflict, of: number, at: instant)
  }

  private static func line(
    _ kind: StateKind, of number: Int, at instant: Instant
  ) -> RecordedMessage {
    var line = line(kind, Array("{}".utf8), at: instant)
    line.cause = number
    return line
  }

  private static func line(
    _ kind: StateKind, _ body: [UInt8], at instant: Instant
  ) -> RecordedMessage {
    RecordedMessage(
      number: 0, at: instant, exchange: RecordedMessage.stateExchange, routingKey: kind.rawValue,
      properties: MessageProperties(), body: body)
  }
}

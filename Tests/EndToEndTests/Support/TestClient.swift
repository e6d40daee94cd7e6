import AMQP
import BrokerFixture
import Fleet
import Foundation
import JSON
import MachineFixture
import Messages

/// A producer as other teams write them.
///
/// It publishes requests, and takes answers, events and dead letters from queues of its own.
final class TestClient {
  private var publisher: Publisher
  private var replies: AMQPConnection
  private var events: AMQPConnection
  let endpoint: AMQPEndpoint
  let replyQueue = "replies.test.\(UUID().uuidString)"
  private let eventQueue = "events-\(UUID().uuidString)"
  private var early: [String: [Delivery]] = [:]
  /// Kept as long as its client: a released one answers nothing.
  private var fleet: RunningFleet?

  /// `listensToEvents` is false where the exchange of events may be missing.
  convenience init(_ fleet: RunningFleet, listensToEvents: Bool = true) throws {
    try self.init(fleet.endpoint, listensToEvents: listensToEvents)
    self.fleet = fleet
  }

  init(_ endpoint: AMQPEndpoint, listensToEvents: Bool = true) throws {
    self.endpoint = endpoint
    publisher = try Publisher(to: endpoint, name: "test producer", timeouts: .patient)
    replies = try AMQPConnection(to: endpoint, name: "test replies", timeouts: .patient)
    events = try AMQPConnection(to: endpoint, name: "test events", timeouts: .patient)
    _ = try replies.declareQueue(
      QueueDeclaration(name: replyQueue, durable: false, exclusive: true))
    try replies.consume(queue: replyQueue, consumerTag: "replies", noAck: true, exclusive: false)
    _ = try events.declareQueue(QueueDeclaration(name: eventQueue, durable: false, exclusive: true))
    guard listensToEvents else { return }
    try events.bind(queue: eventQueue, exchange: Exchange.events, routingKey: "ride.#")
    try events.consume(queue: eventQueue, consumerTag: "events", noAck: true, exclusive: false)
  }

  /// Publishes a message as it is.
  func publish(_ messages: [Publication]) throws {
    let report = try publisher.publish(messages, within: Patience.limit)
    guard report.failures.isEmpty else { throw FleetError("not published: \(report)") }
  }

  /// Publishes a request and waits for its answer.
  func ask(
    _ type: String?, _ body: String, id: String? = UUID().uuidString, headers: [Header] = [],
    family: QueueFamily? = nil
  ) throws -> Answer {
    let correlation = UUID().uuidString
    try publish([
      request(
        type, body, id: id, correlation: correlation, headers: headers,
        family: try family ?? Self.family(of: type))
    ])
    return try answer(to: correlation)
  }

  /// Puts a vehicle on duty, and waits for the quote of a sedan for rider-1, at O'Hare if so.
  func listedQuote(atAirport isAtAirport: Bool = false) throws -> String {
    let vehicle =
      isAtAirport ? Bodies.vehicle("veh-1", at: Bodies.rentals) : Bodies.vehicle("veh-1")
    let body = isAtAirport ? Bodies.list(from: Bodies.rentals) : Bodies.list()
    _ = try ask("vehicle.update", vehicle)
    var quote: String?
    try waitUntil("the sedan is listed") {
      let list = try ask("list-ride-options.handle", body)
      quote = list.body["rideOptions"]?.array?.first?["quoteIdentifier"]?.string
      return quote != nil
    }
    guard let quote else { throw FleetError("no quote was listed") }
    return quote
  }

  /// Puts a vehicle on duty and books a ride, and waits until some vehicle drives it.
  func driven(_ rider: String) throws -> (booking: Answer, ride: String, vehicle: String) {
    _ = try ask("vehicle.update", Bodies.vehicle("veh-\(rider)"))
    let booking = try ask("request-ride.handle", Bodies.booking(rider: rider), id: rider)
    guard let ride = booking.ride else { throw FleetError("no ride: \(booking.body)") }
    return (booking, ride, try vehicle(of: ride, rider))
  }

  /// Has a vehicle drive a ride to its end.
  func end(_ ride: String, by vehicle: String) throws {
    for event in ["arrived", "started", "ended"] {
      _ = try ask("ride.update", Bodies.report(event, ride: ride, vehicle: vehicle))
    }
  }

  /// A request to be published: by the first role that may, with its type as routing key, or where
  /// the queue has no such type one that it has.
  ///
  /// More than five parameters: a test can make each of them wrong on its own.
  func request(
    _ type: String?, _ body: String, id: String?, correlation: String?, headers: [Header] = [],
    family: QueueFamily, replies: Bool = true
  ) -> Publication {
    let known = type.flatMap { MessageType(rawValue: $0) }
    let sent = known?.family == family ? known ?? family.usualType : family.usualType
    return Publication(
      exchange: sent.role.exchange, routingKey: sent.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: "application/json", headers: headers, deliveryMode: 2,
        correlationID: correlation, replyTo: replies ? replyQueue : nil, messageID: id, type: type),
      body: Array(body.utf8))
  }

  /// Waits for the next answer to a request.
  func answer(to correlation: String, within limit: Duration = Patience.limit) throws -> Answer {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
      if let delivery = early[correlation]?.first {
        early[correlation]?.removeFirst()
        return try Answer(delivery)
      }
      if let delivery = try nextReply(within: end - .now) {
        early[delivery.properties.correlationID ?? "", default: []].append(delivery)
      }
    }
    throw FleetError("no answer to \(correlation) within \(limit)")
  }

  /// The answers to a request that came while others were waited for.
  func early(_ correlation: String) -> [Delivery] { early[correlation, default: []] }

  /// The next answer, whatever it answers; nil when none comes in time.
  func nextReply(within limit: Duration) throws -> Delivery? {
    let end = ContinuousClock.now + limit
    repeat {
      if case .delivery(let delivery, _) = try replies.next(within: max(.zero, end - .now)) {
        SeenMessages.note(delivery)
        return delivery
      }
    } while ContinuousClock.now < end
    return nil
  }

  /// The next change of a ride; nil when none comes in time.
  func nextEvent(within limit: Duration = Patience.limit) throws -> Event? {
    try next(RideStatusEvent.type, within: limit)
  }

  /// The next event of a type; nil when none comes in time.
  ///
  /// Others are left out.
  func next(_ type: String, within limit: Duration = Patience.limit) throws -> Event? {
    let end = ContinuousClock.now + limit
    repeat {
      if case .delivery(let delivery, _) = try events.next(within: max(.zero, end - .now)) {
        SeenMessages.note(delivery)
        if delivery.properties.type == type { return try Event(delivery) }
      }
    } while ContinuousClock.now < end
    return nil
  }

  /// Takes the next message from a queue of dead letters.
  func deadLetter(_ family: QueueFamily, within limit: Duration = Patience.limit) throws -> Delivery
  {
    var consumer = try Consumer(
      to: endpoint, queue: family.deadLetterQueue, prefetch: 1, name: "test dead letters",
      timeouts: .patient)
    let taken = try consumer.take(limit: 1, within: limit)
    guard let letter = taken.first else {
      throw FleetError("no dead letter in \(family.deadLetterQueue)")
    }
    try consumer.acknowledge(through: letter.deliveryTag)
    consumer.close()
    return letter
  }

  /// Takes all messages from a queue of dead letters until no more come.
  func deadLetters(_ family: QueueFamily) throws -> [Delivery] {
    var consumer = try Consumer(
      to: endpoint, queue: family.deadLetterQueue, prefetch: 100, name: "test dead letters",
      timeouts: .patient)
    var letters: [Delivery] = []
    while true {
      let taken = try consumer.take(limit: 100, within: Patience.quiet)
      guard let last = taken.last else { break }
      try consumer.acknowledge(through: last.deliveryTag)
      letters += taken
    }
    consumer.close()
    return letters
  }

  /// How many messages of a queue are ready for delivery.
  func readyMessages(in queue: String) throws -> Int {
    var connection = try AMQPConnection(to: endpoint, name: "test count", timeouts: .patient)
    let declared = try connection.declareQueue(QueueDeclaration(name: queue, passive: true))
    connection.close()
    return declared.messageCount
  }

  /// How many consumers a queue has.
  func consumers(of queue: String) throws -> Int {
    var connection = try AMQPConnection(to: endpoint, name: "test count", timeouts: .patient)
    let declared = try connection.declareQueue(QueueDeclaration(name: queue, passive: true))
    connection.close()
    return declared.consumerCount
  }

  private static func family(of type: String?) throws -> QueueFamily {
    guard let type, let known = MessageType(rawValue: type) else {
      throw FleetError("name the queue family of type \(type ?? "none")")
    }
    return known.family
  }
}

extension QueueFamily {
  /// The type of most of its messages.
  var usualType: MessageType {
    switch self {
    case .listOptions: .listRideOptions
    case .requestRide: .requestRide
    case .statusQuery: .getRideStatus
    case .dispatch: .vehicleUpdate
    }
  }
}

/// An answer, decoded.
struct Answer {
  let delivery: Delivery
  let body: JSONValue

  init(_ delivery: Delivery) throws {
    self.delivery = delivery
    body = try JSONValue(parsing: delivery.body, limits: .stored)
  }

  var code: String? { body["code"]?.string }
  var reason: String? { body["error"]?["reason"]?.string }
  var path: String? { body["error"]?["path"]?.string }
  var ride: String? { body["rideStatus"]?["rideIdentifier"]?.string }
  var phase: String? { body["rideStatus"]?["phase"]?.string }
}

/// An event, decoded.
struct Event {
  let delivery: Delivery
  let body: JSONValue

  init(_ delivery: Delivery) throws {
    self.delivery = delivery
    body = try JSONValue(parsing: delivery.body, limits: .stored)
  }

  var ride: String { body["subject"]?.string ?? "" }
  var phase: String { body["data"]?["phase"]?.string ?? "" }
  var sequence: Int { Int(body["data"]?["sequence"]?.integer ?? 0) }
  /// The vehicle that drives the ride, or is asked to.
  var vehicle: String? {
    body["data"]?["vehicle"]?["vehicleIdentifier"]?.string ?? body["askedvehicle"]?.string
  }
}

import JSON
import Messages
import RideHandlers
import RideStore
import Rides

@testable import MemoryStore

/// A few deliveries after each other through their handlers, as a worker would have them.
enum MessageFuzzer {
  static func run(_ input: [UInt8]) throws(Finding) {
    let world: FuzzedWorld
    switch FuzzedWorld.shared {
    case .success(let made): world = made
    case .failure(let error): throw Finding("the harness cannot make its world: \(error)")
    }
    var run = MessageRun(world: world, database: try world.database())
    var reader = FuzzReader(input)
    var count = 0
    while !reader.isAtEnd, count < 8 {
      count += 1
      run.now = run.now.advanced(bySeconds: reader.pick([0, 0, 0, 1, 30, 301, 4_000, 90_000]))
      if reader.number(below: 8) == 7 {
        try run.tick()
      } else {
        try run.take(GeneratedDelivery(&reader, world).delivery)
      }
    }
    try run.checkStore()
  }
}

/// A store, the time, and what must hold after each delivery.
struct MessageRun {
  let world: FuzzedWorld
  let database: MemoryDatabase
  var now = FuzzedWorld.noon

  init(world: FuzzedWorld, database: MemoryDatabase) {
    self.world = world
    self.database = database
  }

  /// Hands a delivery to its handler twice: the second time must say and change nothing new.
  func take(_ delivery: Delivery) throws(Finding) {
    let family = MessageType(rawValue: delivery.routingKey)?.family ?? .requestRide
    let before = database.tables
    let outcome = try handle(delivery, family)
    let after = database.tables
    if isRefused(delivery, family) {
      try hold(outcome.note.isDeadLetter, "a refused message is no dead letter")
      try hold(before == after, "a refused message has changed the store")
    } else if outcome.note.error != nil {
      try hold(before.isLike(after), "a declined message has changed the store: \(outcome.note)")
    }
    for publication in outcome.publications { try check(publication) }
    let second = try handle(delivery.copy(redelivered: true), family)
    // A vehicle receives whether its report was new.
    try hold(
      outcome.responses.map(\.body) == second.responses.map(\.body)
        || outcome.note.type == MessageType.vehicleUpdate.rawValue,
      "the same message was answered otherwise: \(texts(outcome)) and then \(texts(second))")
    try hold(after.isLike(database.tables), "the same message has changed the store again")
  }

  /// Carries out what the workers would ask for at this time.
  func tick() throws(Finding) {
    let store = MemoryStore(database)
    let commands: [Publication]
    do {
      commands = try DispatchTick.commands(store, now) + UpdatesTick.commands(store, now)
    } catch {
      throw Finding("a tick has failed: \(error)")
    }
    for command in commands {
      try take(
        Delivery(
          deliveryTag: 1, redelivered: false, exchange: command.exchange,
          routingKey: command.routingKey, properties: command.properties, body: command.body))
    }
  }

  /// What must hold of a store at any time: rides tell their states without a gap, and books
  /// balance.
  func checkStore() throws(Finding) {
    let tables = database.tables
    for (ride, changes) in tables.changes {
      let numbers = changes.keys.sorted()
      try hold(numbers == Array(1...max(1, numbers.count)), "ride \(ride) told \(numbers)")
      try hold(tables.rides[ride]?.sequence == numbers.last, "ride \(ride) told not its last")
    }
    for (ride, lines) in tables.ledger {
      var sums: [Int: Int64] = [:]
      for (place, line) in lines { sums[place.transaction, default: 0] += line.minorUnits }
      try hold(sums.values.allSatisfy { $0 == 0 }, "the books of ride \(ride) do not balance")
    }
  }

  private func handle(
    _ delivery: Delivery, _ family: QueueFamily
  ) throws(Finding) -> Outcome {
    let outcomes: [Outcome]
    do {
      outcomes = try world.handler(family, database).handle([delivery], at: now)
    } catch {
      throw Finding("a message has made the store fail: \(error)")
    }
    try hold(outcomes.count == 1, "one message had \(outcomes.count) outcomes")
    return outcomes[0]
  }

  private func isRefused(_ delivery: Delivery, _ family: QueueFamily) -> Bool {
    do {
      _ = try MessageDecoder.decode(delivery, family: family)
      return false
    } catch {
      return true
    }
  }

  /// Whatever is published in the fleet's own words is JSON that its readers take.
  private func check(_ publication: Publication) throws(Finding) {
    guard publication.exchange != Exchange.deadLetters else { return }
    do {
      _ = try JSONValue(parsing: publication.body, limits: .stored)
    } catch {
      let text = String(decoding: publication.body.prefix(400), as: UTF8.self)
      throw Finding("published no JSON: \(error): \(text)")
    }
  }

  private func texts(_ outcome: Outcome) -> [String] {
    outcome.responses.map { String(decoding: $0.body, as: UTF8.self) }
  }
}

extension MemoryTables {
  static func == (left: Self, right: Self) -> Bool {
    left.isLike(right) && left.outcomes == right.outcomes
  }

  /// Whether all is the same but for the outcomes that are kept.
  func isLike(_ other: Self) -> Bool {
    rides == other.rides && slots == other.slots && changes == other.changes
      && vehicles == other.vehicles && ledger == other.ledger
      && subscriptions == other.subscriptions
  }
}
